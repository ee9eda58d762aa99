/** The scheduled job that keeps the catalog up to date. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { Insurers } from "../insurers/registry.ts";
import { syncCatalog } from "./sync.ts";

/** Asks all insurers once an hour. One that fails is asked again in the next. */
export function catalogJobs(insurers: Insurers): readonly Job<unknown>[] {
  const sync = declareJob<unknown>({
    name: "sync-insurance-catalog",
    cron: "37 * * * *",
    maxAttempts: 3,
    run: async (_payload, { database, log, signal }) => {
      for (const { providerId, hidden, failure } of await syncCatalog({ database, insurers }, { signal })) {
        if (failure !== null) log.warn({ err: failure, providerId }, "An insurer's products could not all be read");
        if (hidden > 0) log.info({ providerId, hidden }, "An insurer no longer lists some products");
      }
    },
  });
  return [sync];
}
