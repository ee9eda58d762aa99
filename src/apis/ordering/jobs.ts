/** Scheduled jobs. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import { abandonExpiredAttempts, cancelUnpaidOrders } from "./payments/expired-attempts.ts";

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

export const orderingJobs: readonly Job<unknown>[] = [abandonPayments];
