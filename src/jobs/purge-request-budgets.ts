import { purgeRequestBudgets } from "#src/http/request-budget.ts";
import { declareJob } from "./job.ts";

/** Forgets the request budgets of keys that are no longer in use. Every API's budgets lie in one table. */
export const purgeRequestBudgetsJob = declareJob<unknown>({
  name: "purge-request-budgets",
  cron: "23 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await purgeRequestBudgets(database.pool);
  },
});
