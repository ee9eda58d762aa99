import { sweepIdempotencyKeys } from "#src/http/idempotency.ts";
import { declareJob } from "./job.ts";

/** Forgets idempotency keys whose 30 days are over. Every API's keys lie in one table. */
export const sweepIdempotencyKeysJob = declareJob<unknown>({
  name: "sweep-idempotency-keys",
  cron: "17 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await sweepIdempotencyKeys(database.pool, Date.now());
  },
});
