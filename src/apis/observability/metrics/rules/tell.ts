/** Tells the receivers of a project of one group of alerts, in the transaction that writes down that it was told. */
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type JobPool } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { inTransaction, type Queryable, type Transaction } from "#src/storage/transaction.ts";
import { emitBareEvent, newEventId } from "#src/webhooks/events.ts";
import { alertEvent, receiver } from "../../receivers.ts";
import type { Tenant } from "../../records.ts";
import { type AlertGroup, type AlertTiming, endExpired, lookedAt } from "./alert-groups.ts";
import { alertGroups } from "./entities/alert-group.ts";
import { groupClocks } from "./group-rows.ts";
import { notificationBody } from "./notification.ts";
import { decodeJson, encodeJson } from "./rule-state.ts";

export interface TellingServices {
  readonly timing: AlertTiming;
  readonly externalUrl: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Rules are to be on time: they do not wait for other work, nor it for them. */
export const rulePool: JobPool = { name: "rules", concurrency: 4 };

interface Telling extends Tenant {
  readonly key: string;
}

export const tellAlerts = declareJob<Telling, TellingServices>({
  name: "tell-alerts",
  pool: rulePool,
  maxAttempts: 5,
  run: async ({ key, ...tenant }, { database, services }) => {
    await tellOfAlerts(database, services, tenant, key);
  },
});

/** Queues a look at a group of alerts, once however often it is asked for. */
export async function queueTelling(
  on: Queryable,
  { projectId, environment }: Tenant,
  key: string,
  at: Date,
): Promise<void> {
  const jobKey = `tell-alerts ${projectId} ${environment} ${key}`;
  await enqueue(on, tellAlerts, { projectId, environment, key }, { runAt: at, jobKey });
}

/** Looks at the group if it is time to, and queues the next look. */
export async function tellOfAlerts(
  database: Database,
  { timing, externalUrl, now }: TellingServices,
  tenant: Tenant,
  key: string,
): Promise<void> {
  await inTransaction(database, async ({ manager, client }) => {
    await lockAlerts({ client }, tenant);
    const records = alertGroups.of(manager, tenant);
    const row = await records.findOne({ key });
    if (row === null) return;
    const at = new Date(now());
    if (row.nextAt > at) return await queueTelling(client, tenant, key, row.nextAt);
    const clockOf = await groupClocks(client, tenant);
    const group = endExpired(decodeJson<AlertGroup>(row.alerts), at.getTime(), clockOf);
    const { tell, after } = lookedAt(group, at.getTime(), timing);
    if (tell) {
      const owner = { ownerId: tenant.projectId, environment: tenant.environment };
      const body = notificationBody(group, { receiver, externalUrl });
      await emitBareEvent(client, owner, { eventId: newEventId(), type: alertEvent, body }, at);
    }
    if (Object.keys(after.alerts).length === 0) {
      await records.delete({ key });
      return;
    }
    const nextAt = new Date(at.getTime() + timing.groupIntervalMs);
    await records.update({ key }, { nextAt, alerts: encodeJson(after) });
    await queueTelling(client, tenant, key, nextAt);
  });
}

/** Groups of alerts of one tenant change one after the other, until the transaction ends. */
export async function lockAlerts({ client }: Pick<Transaction, "client">, tenant: Tenant): Promise<void> {
  await lockName(client, `metric_alerts/${tenant.projectId}/${tenant.environment}`);
}
