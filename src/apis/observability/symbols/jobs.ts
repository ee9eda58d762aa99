/** The jobs of symbols. */
import { type Job, withServices } from "#src/jobs/job.ts";
import { removeSymbolFiles } from "./uploads/files.ts";
import { type IndexingDependencies, indexSymbols } from "./uploads/index-job.ts";
import { reclaimSymbolsJob } from "./uploads/reclaim.ts";

export function symbolJobs(dependencies: IndexingDependencies): Job<never>[] {
  const { objects, now } = dependencies;
  return [
    withServices(indexSymbols, dependencies),
    withServices(removeSymbolFiles, objects),
    reclaimSymbolsJob(objects, now),
  ];
}
