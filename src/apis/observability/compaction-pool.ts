import type { JobPool } from "#src/jobs/job.ts";

/** Compaction of a tenant that has sent much takes minutes: other jobs, payments among them, do not wait for it. */
export const compactionPool: JobPool = { name: "compaction", concurrency: 2 };
