/** What happens to policies by the clock. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { DocumentParts } from "./documents.ts";
import { expirePolicies } from "./expiry.ts";
import { lookAfterPolicies } from "./look-ups.ts";

/** One job, so that slow insurers keep one worker busy and not several. */
export function policyJobs(parts: DocumentParts): readonly Job<unknown>[] {
  const lookAfter = declareJob<unknown>({
    name: "look-after-policies",
    cron: "* * * * *",
    maxAttempts: 3,
    run: async (_payload, { log, signal }) => {
      const expired = await expirePolicies(parts.database.pool, { now: parts.now, signal });
      if (expired > 0) log.info({ expired }, "Policies have come to their end");
      await lookAfterPolicies(parts, { signal });
    },
  });
  return [lookAfter];
}
