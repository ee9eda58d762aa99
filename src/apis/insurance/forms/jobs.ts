/** Scheduled jobs on files that we keep ourselves. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { forgetUnusedFiles } from "./kept-files.ts";

export interface FileJobDependencies {
  readonly objects: ObjectStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function fileJobs({ objects, now }: FileJobDependencies): readonly Job<unknown>[] {
  const forget = declareJob<unknown>({
    name: "forget-insurance-files",
    cron: "20 * * * *",
    maxAttempts: 3,
    run: async (_payload, { database, log, signal }) => {
      const forgotten = await forgetUnusedFiles(database, objects, { now: now(), signal });
      if (forgotten.unused + forgotten.unsent > 0) log.info(forgotten, "Files that nobody used are gone");
    },
  });
  return [forget];
}
