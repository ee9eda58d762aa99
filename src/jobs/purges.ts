import { purgeIdempotencyKeys } from "#src/http/idempotency.ts";
import { purgeRequestBudgets } from "#src/http/request-budget.ts";
import { declareJob } from "./job.ts";

/** Deletes idempotency keys after 30 days. The keys of all APIs are in one table. */
export const purgeIdempotencyKeysJob = declareJob<unknown>({
  name: "purge-idempotency-keys",
  cron: "17 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await purgeIdempotencyKeys(database.pool, Date.now());
  },
});

/** Deletes the request budgets of keys that are no longer used. The budgets of all APIs are in one table. */
export const purgeRequestBudgetsJob = declareJob<unknown>({
  name: "purge-request-budgets",
  cron: "23 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await purgeRequestBudgets(database.pool);
  },
});
