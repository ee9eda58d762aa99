/** Runs a job once, as a worker does that has taken it from the queue. */
import type { Job, JobContext } from "#src/jobs/job.ts";
import { silent } from "./postgres.ts";

export async function runJob<Payload, Services>(
  { run, maxAttempts }: Pick<Job<Payload, Services>, "run" | "maxAttempts">,
  context: Pick<JobContext<Services>, "database"> & Partial<JobContext<Services>>,
  payload = {} as Payload,
): Promise<void> {
  const { signal } = new AbortController();
  await run(payload, { services: undefined as Services, log: silent, signal, attempt: 1, maxAttempts, ...context });
}
