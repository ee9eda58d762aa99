/** The API's scheduled jobs. */
import { purgeNonces } from "#src/identity/mobile-token.ts";
import { declareJob, type Job, withServices } from "#src/jobs/job.ts";
import { maintainTelemetry, type RetentionDays } from "./store/partitions.ts";

/** Forgets nonces of mobile tokens that have expired. */
const purgeMobileNonces = declareJob<unknown>({
  name: "purge-mobile-nonces",
  cron: "*/10 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await purgeNonces(database.pool, Date.now());
  },
});

export function observabilityJobs(retentionDays: RetentionDays): Job<unknown>[] {
  return [withServices(maintainTelemetry, { retentionDays }), purgeMobileNonces];
}
