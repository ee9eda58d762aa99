/** Scheduled jobs. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import { purgeSessions } from "./credentials/sessions.ts";

export const purgeOfSessions: Job<unknown> = declareJob<unknown>({
  name: "placeholder-purge-sessions",
  cron: "40 * * * *",
  maxAttempts: 3,
  run: (_payload, { database }) => purgeSessions(database, Date.now()),
});
