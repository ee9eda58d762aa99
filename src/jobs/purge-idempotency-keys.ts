import { purgeIdempotencyKeys } from "#src/http/idempotency.ts";
import { declareJob } from "./job.ts";

/** Forgets idempotency keys whose 30 days are over. Every API's keys lie in one table. */
export const purgeIdempotencyKeysJob = declareJob<unknown>({
  name: "purge-idempotency-keys",
  cron: "17 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await purgeIdempotencyKeys(database.pool, Date.now());
  },
});
