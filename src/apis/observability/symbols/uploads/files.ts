/**
 * The life of a file in the object store. It is on record before its first byte is written (`beginFiles`), is in use once a
 * transaction says so (`keepFile`), and is deleted after the transaction that has left it without use (`releaseFiles`).
 */
import { type EntityManager, In, LessThan } from "typeorm";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { lockName } from "#src/storage/named-lock.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { debugObjects } from "../entities/debug-object.ts";
import { symbolArtifacts } from "../entities/symbol-artifact.ts";
import { type SymbolFile, symbolFileEntity, symbolFiles } from "../entities/symbol-file.ts";
import { symbolUploads } from "../entities/symbol-upload.ts";
import { symbolPool } from "../job-pool.ts";
import { fileKey } from "./object-keys.ts";

/** A file that was begun so long ago and is not in use belongs to a process that has died. */
const abandonedMs = 6 * 3_600_000;
const batch = 500;

export type NewFile = Pick<SymbolFile, "format" | "sha256" | "bytes">;

/** Takes the lock under which transactions change a project's symbol files, one at a time. */
export async function lockSymbols(manager: EntityManager, { projectId }: Tenant): Promise<void> {
  await lockName(manager, `symbols/${projectId}`);
}

/** Puts files on record whose bytes are about to be written; returns their ids. */
export async function beginFiles(
  manager: EntityManager,
  tenant: Tenant,
  files: readonly NewFile[],
  now: Date,
): Promise<string[]> {
  const rows = files.map((file) => ({ ...tenant, ...file, fileId: risingId(), kept: false, changedAt: now }));
  if (rows.length > 0) await manager.insert(symbolFileEntity, rows);
  return rows.map(({ fileId }) => fileId);
}

/** Puts files to use. Their bytes are in the store. */
export async function keepFiles(manager: EntityManager, tenant: Tenant, fileIds: readonly string[], now: Date) {
  const where = { fileId: In(fileIds), kept: false };
  const kept = await symbolFiles.of(manager, tenant).update(where, { kept: true, changedAt: now });
  if (kept !== fileIds.length) throw new Error(`${fileIds.length - kept} files are gone that were to be used`);
}

/** Lets go of files, of which those that nothing uses any more are deleted once the transaction is committed. */
export async function releaseFiles(
  { manager, client }: Transaction,
  tenant: Tenant,
  fileIds: readonly string[],
  now: Date,
): Promise<void> {
  const used = await usedAmong(manager, tenant, fileIds);
  const unused = fileIds.filter((fileId) => !used.has(fileId));
  if (unused.length === 0) return;
  await symbolFiles.of(manager, tenant).update({ fileId: In(unused) }, { kept: false, changedAt: now });
  await enqueue(client, removeSymbolFiles, { ...tenant, fileIds: unused });
}

async function usedAmong(manager: EntityManager, tenant: Tenant, fileIds: readonly string[]): Promise<Set<string>> {
  const where = { fileId: In(fileIds) };
  const artifacts = await symbolArtifacts.of(manager, tenant).find({ where });
  const uploads = await symbolUploads.of(manager, tenant).find({ where });
  const indexes = await debugObjects.of(manager, tenant).find({ where: { indexFileId: In(fileIds) } });
  return new Set([
    ...[...artifacts, ...uploads].flatMap(({ fileId }) => fileId ?? []),
    ...indexes.map(({ indexFileId }) => indexFileId),
  ]);
}

interface RemovalPayload extends Tenant {
  readonly fileIds: readonly string[];
}

/** Deletes what `releaseFiles` has let go. */
export const removeSymbolFiles = declareJob<RemovalPayload, ObjectStore>({
  name: "remove-symbol-files",
  pool: symbolPool,
  owner: ({ projectId }) => projectId,
  run: async ({ projectId, environment, fileIds }, { database, services, signal }) => {
    for (const fileId of fileIds) {
      signal.throwIfAborted();
      await removeFile(database.dataSource.manager, services, { projectId, environment }, fileId);
    }
  },
});

/** Deletes a file that is not in use: its bytes first, since a record of nothing can be deleted again. */
export async function removeFile(
  manager: EntityManager,
  objects: ObjectStore,
  tenant: Tenant,
  fileId: string,
): Promise<void> {
  const files = symbolFiles.of(manager, tenant);
  const unused = { fileId, kept: false };
  if ((await files.findOne(unused)) === null) return;
  await objects.delete(fileKey(tenant, fileId));
  await files.delete(unused);
}

/** Deletes what processes have begun that died, and what could not be deleted before. Returns how many files it was. */
export async function removeAbandonedFiles(
  { dataSource: { manager } }: Database,
  objects: ObjectStore,
  { now, signal }: { readonly now: number; readonly signal?: AbortSignal },
): Promise<number> {
  // Index symbol_files_unused.
  const where = { kept: false, changedAt: LessThan(new Date(now - abandonedMs)) };
  let removed = 0;
  for (;;) {
    const found = await manager.find(symbolFileEntity, { where, take: batch });
    for (const { projectId, environment, fileId } of found) {
      if (signal?.aborted) return removed;
      await removeFile(manager, objects, { projectId, environment }, fileId);
      removed += 1;
    }
    if (found.length < batch) return removed;
  }
}
