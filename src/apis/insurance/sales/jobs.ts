/** Scheduled jobs on quotes. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import { expireQuotes } from "./quote-expiry.ts";

/** `now` gives milliseconds since the epoch. */
export function salesJobs({ now }: { readonly now: () => number }): readonly Job<unknown>[] {
  const expiry = declareJob<unknown>({
    name: "expire-insurance-quotes",
    cron: "* * * * *",
    maxAttempts: 3,
    run: async (_payload, { database, signal }) => {
      await expireQuotes(database, { now: new Date(now()), signal });
    },
  });
  return [expiry];
}
