/** Work on sales that runs by the clock. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import { expireQuotes } from "./quote-expiry.ts";

export interface SalesUpkeepParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function salesJobs({ now }: SalesUpkeepParts): readonly Job<unknown>[] {
  const expiry = declareJob<unknown>({
    name: "expire-insurance-quotes",
    cron: "* * * * *",
    maxAttempts: 3,
    run: async (_payload, { database: { pool }, signal }) => {
      await expireQuotes(pool, { now: new Date(now()), signal });
    },
  });
  return [expiry];
}
