/** Scheduled jobs. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import { purgeKnownNetworks } from "./credentials/login-limits.ts";
import { purgeResets } from "./credentials/password-resets.ts";
import { purgeSessions } from "./credentials/sessions.ts";

export const purgeOfSessions: Job<unknown> = declareJob<unknown>({
  name: "placeholder-purge-sessions",
  cron: "40 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await purgeSessions(database, Date.now());
    await purgeKnownNetworks(database, Date.now());
    await purgeResets(database, Date.now());
  },
});
