/** Reclaims what uploads leave behind: those that were never completed, late PUTs, and processes that died. */
import { LessThan } from "typeorm";
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { type SymbolUpload, symbolUploadEntity, symbolUploads } from "../entities/symbol-upload.ts";
import { symbolPool } from "../job-pool.ts";
import { removeAbandonedFiles } from "./files.ts";
import { incomingKey } from "./object-keys.ts";

/** A PUT that began before its address expired may take an hour. */
const latestArrivalMs = 2 * 3_600_000;
const batch = 500;

export interface ReclaimOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** How many uploads were forgotten that nobody has completed, and how many files were deleted that nothing uses. */
export interface Reclaimed {
  readonly uploads: number;
  readonly files: number;
}

/**
 * Deletes what was sent to addresses that nothing can be sent to any more, and the uploads that were never completed; then the
 * files that processes have begun and left.
 */
export async function reclaimSymbols(
  database: Database,
  objects: ObjectStore,
  options: ReclaimOptions,
): Promise<Reclaimed> {
  const { now, signal } = options;
  const { manager } = database.dataSource;
  // Index symbol_uploads_unswept.
  const where = { swept: false, addressExpiresAt: LessThan(new Date(now - latestArrivalMs)) };
  let uploads = 0;
  for (;;) {
    const found: SymbolUpload[] = await manager.find(symbolUploadEntity, { where, take: batch });
    for (const { projectId, environment, uploadId } of found) {
      if (signal?.aborted) return { uploads, files: 0 };
      const tenant = { projectId, environment };
      await objects.delete(incomingKey(tenant, uploadId));
      const records = symbolUploads.of(manager, tenant);
      uploads += await records.delete({ uploadId, status: "AWAITING_UPLOAD" });
      await records.update({ uploadId }, { swept: true });
    }
    if (found.length < batch) break;
  }
  return { uploads, files: await removeAbandonedFiles(database, objects, options) };
}

export function reclaimSymbolsJob(objects: ObjectStore, now: () => number): Job<unknown> {
  return declareJob<unknown>({
    name: "reclaim-symbols",
    pool: symbolPool,
    cron: "*/15 * * * *",
    maxAttempts: 3,
    run: async (_payload, { database, signal, log }) => {
      const reclaimed = await reclaimSymbols(database, objects, { now: now(), signal });
      if (reclaimed.uploads + reclaimed.files > 0) log.info({ ...reclaimed }, "Storage of symbols reclaimed");
    },
  });
}
