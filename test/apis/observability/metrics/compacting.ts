/** A process that compacts a tenant's metrics again and again, whatever happens to the database, until it is killed. */
import { setTimeout as delay } from "node:timers/promises";
import { compactMetricsOf } from "#src/apis/observability/metrics/jobs.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { openDatabase } from "#src/storage/database.ts";
import { silent } from "#test/support/postgres.ts";

const [url = "", projectId = ""] = process.argv.slice(2);
const tenant: Tenant = { projectId, environment: "test" };
const database = await openDatabase(url, { entities: [], migrations: [], log: silent });
for (;;) {
  // A day that is over is settled, too.
  for (const now of [Date.now(), Date.now() + 2 * 86_400_000]) {
    const done = await compactMetricsOf(database.pool, tenant, { retentionDays: 395, now, worthIndexing: 5 }).catch(
      () => null,
    );
    if (done !== null && done.items > 0) process.send?.(done.items);
  }
  await delay(5);
}
