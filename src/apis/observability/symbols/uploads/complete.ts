/** Uploads that are completed: the bytes that were sent are copied to where nobody can change them, and held to what was announced. */
import type { EntityManager } from "typeorm";
import { notFound, Problem } from "#src/http/problem.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { type ArtifactFormat, symbolFiles } from "../entities/symbol-file.ts";
import { type SymbolUpload, symbolUploads } from "../entities/symbol-upload.ts";
import { ReaderEndedError, UnreadableError } from "../reading/reader-process.ts";
import type { SymbolReaders } from "../reading/symbol-readers.ts";
import { withLocalCopy } from "../reading/working-folder.ts";
import type { UploadDependencies } from "./announce.ts";
import { serveArtifact } from "./artifacts.ts";
import { changeAttempts } from "./attempts.ts";
import { beginFiles, keepFiles, lockSymbols, removeFile } from "./files.ts";
import { queueIndexing } from "./index-job.ts";
import type { Finding } from "./inspection/inspection.ts";
import { artifactKinds } from "./kinds.ts";
import { fileKey, incomingKey } from "./object-keys.ts";

/** Readings of an upload that are begun: the last may have been cut off by the end of the server. */
const mostAttempts = 3;

export interface CompletionDependencies extends UploadDependencies {
  readonly readers: SymbolReaders;
}

/**
 * Makes the sent bytes the artifact that serves the release; crashes that waited for it hear of it. Throws Problem NOT_FOUND,
 * UPLOAD_NOT_RECEIVED, UPLOAD_COMPLETED_BEFORE, UPLOAD_SIZE_MISMATCH, UPLOAD_CHECKSUM_MISMATCH, ARTIFACT_UNREADABLE.
 */
export async function completeArtifact(
  dependencies: CompletionDependencies,
  tenant: Tenant,
  uploadId: string,
  signal: AbortSignal,
): Promise<{ readonly fileId: string; readonly sha256: string }> {
  const upload = await openUpload(dependencies, tenant, uploadId, "artifact");
  const identity = identityOf(upload);
  const { format } = artifactKinds[identity.artifactType];
  return await withCopy(dependencies, tenant, upload, format, {
    check: (fileId) => requireReadable(dependencies, tenant, upload, { fileId, format }, signal),
    commit: async (transaction, copy) => {
      const { manager, client } = transaction;
      // The same file may have been completed for another release meanwhile.
      const same = await symbolFiles.of(manager, tenant).findOne({ format, sha256: upload.sha256, kept: true });
      const fileId = same?.fileId ?? copy;
      const now = new Date(dependencies.now());
      if (same === null) await keepFiles(manager, tenant, [copy], now);
      const isIndexed = format === "objects";
      await close(
        manager,
        tenant,
        uploadId,
        isIndexed ? { status: "QUEUED", fileId } : { status: "DONE", completedAt: now },
      );
      await serveArtifact(dependencies, transaction, tenant, identity, { fileId, format });
      if (isIndexed) await queueIndexing(client, tenant, uploadId);
      return { fileId, sha256: upload.sha256 };
    },
  });
}

/** Queues the sent archive to be indexed. Throws as `completeArtifact` does, but for what a worker is to find out. */
export async function completeArchive(
  dependencies: UploadDependencies,
  tenant: Tenant,
  uploadId: string,
): Promise<void> {
  const upload = await openUpload(dependencies, tenant, uploadId, "archive");
  await withCopy(dependencies, tenant, upload, "archive", {
    check: async () => {},
    commit: async ({ manager, client }, fileId) => {
      await keepFiles(manager, tenant, [fileId], new Date(dependencies.now()));
      await close(manager, tenant, uploadId, { status: "QUEUED", fileId });
      await queueIndexing(client, tenant, uploadId);
    },
  });
}

async function openUpload(
  { database, objects }: UploadDependencies,
  tenant: Tenant,
  uploadId: string,
  kind: "artifact" | "archive",
): Promise<SymbolUpload> {
  const upload = await symbolUploads.of(database.dataSource.manager, tenant).findOne({ uploadId });
  if (upload === null || (upload.artifactType === null) !== (kind === "archive")) throw unknownUpload();
  if (upload.status !== "AWAITING_UPLOAD") throw completedBefore(upload);
  const sent = await objects.head(incomingKey(tenant, uploadId));
  if (sent === null) throw new Problem("UPLOAD_NOT_RECEIVED");
  requireSize(upload, sent.size);
  return upload;
}

interface Completion<T> {
  /** Throws Problem for bytes that are not what was announced. */
  check(fileId: string): Promise<void>;
  /** Puts the copy to use, or another file; the upload is done with either way. */
  commit(transaction: Transaction, copy: string): Promise<T>;
}

/**
 * Several completions of one upload may get here at once. Each has a copy of its own, so that none can change what another
 * one has checked, and the first one to commit wins.
 */
async function withCopy<T>(
  { database, objects, now }: UploadDependencies,
  tenant: Tenant,
  upload: SymbolUpload,
  format: ArtifactFormat | "archive",
  { check, commit }: Completion<T>,
): Promise<T> {
  const { manager } = database.dataSource;
  const { sha256, declaredBytes: bytes, uploadId } = upload;
  const [copy = ""] = await beginFiles(manager, tenant, [{ format, sha256, bytes }], new Date(now()));
  try {
    if (!(await objects.copy(incomingKey(tenant, uploadId), fileKey(tenant, copy))))
      throw new Problem("UPLOAD_NOT_RECEIVED");
    requireSize(upload, (await objects.head(fileKey(tenant, copy)))?.size ?? 0);
    await check(copy);
    const done = await inTransaction(database, async (transaction) => {
      await lockSymbols(transaction.manager, tenant);
      return await commit(transaction, copy);
    });
    await objects.delete(incomingKey(tenant, uploadId)).catch(leaveToJob);
    return done;
  } finally {
    await removeFile(manager, objects, tenant, copy).catch(leaveToJob);
  }
}

/** What cannot be deleted now is found by a job later. */
const leaveToJob = () => {};

/** Throws Problem UPLOAD_COMPLETED_BEFORE when somebody else was faster. */
async function close(
  manager: EntityManager,
  tenant: Tenant,
  uploadId: string,
  changes: Partial<Pick<SymbolUpload, "status" | "fileId" | "completedAt">>,
): Promise<void> {
  const uploads = symbolUploads.of(manager, tenant);
  if ((await uploads.update({ uploadId, status: "AWAITING_UPLOAD" }, changes)) === 1) return;
  const upload = await uploads.findOne({ uploadId });
  throw upload === null ? unknownUpload() : completedBefore(upload);
}

/**
 * Holds an artifact to its digest, and to being one of its kind. What cannot be read never can: the upload is INVALID then, and so it
 * is when reading it was cut off again and again.
 */
async function requireReadable(
  dependencies: CompletionDependencies,
  tenant: Tenant,
  upload: SymbolUpload,
  { fileId, format }: { readonly fileId: string; readonly format: ArtifactFormat },
  signal: AbortSignal,
): Promise<void> {
  const { objects, readers, database } = dependencies;
  const { sha256, declaredBytes: bytes } = upload;
  const { projectId } = tenant;
  const kind = format === "objects" ? "objects" : "text";
  const unreadable = async (detail: string) => {
    await giveUp(dependencies, tenant, upload);
    return new Problem("ARTIFACT_UNREADABLE", { detail });
  };
  await readers.inspecting({ kind, projectId, bytes, signal }, async (inspect) => {
    const attempts = await changeAttempts(database.pool, tenant, upload.uploadId, 1);
    if (attempts > mostAttempts) throw await unreadable("Reading it was cut off each time that it was tried.");
    let finding: Finding | null;
    try {
      finding = await withLocalCopy(objects, fileKey(tenant, fileId), ({ path }) =>
        inspect({ kind: "artifact", path, sha256, format }),
      );
    } catch (error) {
      if (error instanceof UnreadableError) throw await unreadable(`It cannot be read: ${error.message}`);
      if (error instanceof ReaderEndedError) throw new Problem("OVERLOADED", { headers: { "Retry-After": "5" } });
      await changeAttempts(database.pool, tenant, upload.uploadId, -1);
      throw error;
    }
    await changeAttempts(database.pool, tenant, upload.uploadId, -1);
    if (finding === null) throw new Problem("UPLOAD_NOT_RECEIVED");
    if (finding.kind === "other-bytes") throw new Problem("UPLOAD_CHECKSUM_MISMATCH");
    if (finding.kind === "unreadable") throw await unreadable(finding.reason);
  });
}

/** Ends an upload that cannot be used, unless somebody else has ended it. */
async function giveUp(
  { database, objects, now }: UploadDependencies,
  tenant: Tenant,
  { uploadId, indexed }: SymbolUpload,
): Promise<void> {
  const failureReason = indexed ? "UNRECOGNIZED_ARCHIVE" : "ARTIFACT_UNREADABLE";
  const changes = { status: "INVALID", failureReason, completedAt: new Date(now()) } as const;
  await symbolUploads.of(database.dataSource.manager, tenant).update({ uploadId, status: "AWAITING_UPLOAD" }, changes);
  await objects.delete(incomingKey(tenant, uploadId)).catch(leaveToJob);
}

function identityOf({ release, platform, artifactType, script }: SymbolUpload) {
  if (release === null || artifactType === null) throw new Error("An artifact has a release and a type");
  return { release, platform, artifactType, script };
}

function requireSize({ declaredBytes }: SymbolUpload, stored: number): void {
  if (stored === declaredBytes) return;
  throw new Problem("UPLOAD_SIZE_MISMATCH", {
    detail: `${declaredBytes} bytes were announced, and ${stored} are stored.`,
    details: { declaredSize: declaredBytes, storedSize: stored },
  });
}

function unknownUpload(): Problem {
  return notFound("There is no such upload.");
}

function completedBefore({ status }: SymbolUpload): Problem {
  return new Problem("UPLOAD_COMPLETED_BEFORE", { details: { status } });
}
