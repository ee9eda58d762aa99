/** Scheduled jobs on policies. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { DocumentDependencies } from "./documents.ts";
import { expirePolicies } from "./expiry.ts";
import { pollPolicies } from "./polling.ts";

/** One job, so that slow insurers keep one worker busy and not several. */
export function policyJobs(dependencies: DocumentDependencies): readonly Job<unknown>[] {
  const poll = declareJob<unknown>({
    name: "poll-policies",
    cron: "* * * * *",
    maxAttempts: 3,
    run: async (_payload, { log, signal }) => {
      const expired = await expirePolicies(dependencies.database, { now: dependencies.now, signal });
      if (expired > 0) log.info({ expired }, "Policies have come to their end");
      await pollPolicies(dependencies, { signal });
    },
  });
  return [poll];
}
