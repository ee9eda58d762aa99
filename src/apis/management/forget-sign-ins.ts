import { forgetSignIns } from "#src/identity/console-sessions.ts";
import { declareJob } from "#src/jobs/job.ts";

/** Forgets links and sessions that have been over for long, daily. */
export const forgetSignInsJob = declareJob<unknown>({
  name: "forget-sign-ins",
  cron: "41 3 * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await forgetSignIns(database);
  },
});
