import type { JobPool } from "#src/jobs/job.ts";

/** Reads files and stacks of strangers, which may take seconds: other jobs, payments among them, do not wait for these. */
export const symbolPool: JobPool = { name: "symbols", concurrency: 8 };
