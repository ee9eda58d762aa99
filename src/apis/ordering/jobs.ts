/** Scheduled jobs. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import { abandonExpiredAttempts, cancelUnpaidOrders } from "./payments/expired-attempts.ts";
import { purgeExpiredQuotes } from "./pricing/expired-quotes.ts";

/** Gives up payments that nobody made in time, and their orders. */
const abandonPayments = declareJob<unknown>({
  name: "abandon-payments",
  cron: "* * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await abandonExpiredAttempts(database, new Date());
    await cancelUnpaidOrders(database, new Date());
  },
});

/** Deletes quotes that nobody ordered, 30 days after they expired. */
const purgeQuotes = declareJob<unknown>({
  name: "ordering-purge-quotes",
  cron: "50 3 * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await purgeExpiredQuotes(database, new Date());
  },
});

export const orderingJobs: readonly Job<unknown>[] = [abandonPayments, purgeQuotes];
