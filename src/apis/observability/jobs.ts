/** The API's scheduled jobs. */
import { purgeNonces } from "#src/identity/mobile-nonce.ts";
import { declareJob, type Job } from "#src/jobs/job.ts";
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
  const maintain: Job<unknown> = {
    ...maintainTelemetry,
    run: (payload, context) => maintainTelemetry.run(payload, { ...context, services: { retentionDays } }),
  };
  return [maintain, purgeMobileNonces];
}
