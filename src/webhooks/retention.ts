// SQL: deletes in batches, by the indexes on the age.
import { declareJob } from "#src/jobs/job.ts";
import { agreedTime } from "#src/storage/agreed-time.ts";
import type { Database } from "#src/storage/database.ts";

/** How long the delivery log is kept (days). */
const retentionDays = 30;

const batch = 5_000;

/**
 * Deliveries carry the time of their event, and an endpoint has none younger than its deletion; so nothing that stays
 * refers to something that goes.
 */
const expired = ["webhook_deliveries.created_at", "webhook_events.created_at", "webhook_endpoints.deleted_at"].map(
  (column) => {
    const [table, age] = column.split(".");
    return `DELETE FROM ${table} WHERE (owner_id, environment, id) IN (
      SELECT owner_id, environment, id FROM ${table} WHERE ${age} < $1 LIMIT ${batch})`;
  },
);

/** Forgets deliveries and events older than 30 days at `now`, and endpoints deleted before that. Returns the rows. */
export async function forgetOldDeliveries({ pool }: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000);
  let forgotten = 0;
  for (const statement of expired) {
    let deleted = batch;
    while (deleted === batch) {
      deleted = (await pool.query(statement, [before])).rowCount ?? 0;
      forgotten += deleted;
    }
  }
  await pool.query(
    // On a cluster the queues are on the coordinator and the endpoints are not.
    `WITH endpoints AS MATERIALIZED (SELECT owner_id, environment, id FROM webhook_endpoints)
     DELETE FROM webhook_endpoint_queues AS queue WHERE due_at IS NULL AND leased_until IS NULL AND NOT EXISTS (
       SELECT FROM endpoints AS endpoint
       WHERE endpoint.owner_id = queue.owner_id AND endpoint.environment = queue.environment
         AND endpoint.id = queue.endpoint_id)`,
  );
  return forgotten;
}

export const forgetWebhooks = declareJob<unknown>({
  name: "forget-webhook-deliveries",
  cron: "17 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database, log }) => {
    const rows = await forgetOldDeliveries(database, new Date(await agreedTime(database.pool)));
    if (rows > 0) log.info({ rows }, "Webhook deliveries past their retention are gone");
  },
});
