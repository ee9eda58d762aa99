/** The job that indexes the object files of an upload: docs/decisions/symbol-uploads.md. */
import { createReadStream } from "node:fs";
import type { ArchiveContents, ContentFault } from "@accord/debug-info/native";
import type { PoolClient } from "pg";
import { In } from "typeorm";
import { printable } from "#src/http/printable.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type JobContext } from "#src/jobs/job.ts";
import type { Log } from "#src/storage/log.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { symbolArtifacts } from "../entities/symbol-artifact.ts";
import { type SymbolUpload, symbolUploads, type UploadStatus } from "../entities/symbol-upload.ts";
import { symbolPool } from "../job-pool.ts";
import { UnreadableError } from "../reading/reader-process.ts";
import type { SymbolReaders } from "../reading/symbol-readers.ts";
import { withLocalCopy } from "../reading/working-folder.ts";
import type { OnSymbolsArrived } from "./available.ts";
import { type IndexedFile, recordObjects } from "./debug-objects.ts";
import { beginFiles, lockSymbols, releaseFiles, removeFile } from "./files.ts";
import type { Finding } from "./inspection/inspection.ts";
import { objectFormatOf } from "./kinds.ts";
import { fileKey } from "./object-keys.ts";

/** Runs that may fail for reasons outside of the file; the last one is only there to say so when the others were killed. */
const mostAttempts = 5;

export interface IndexingDependencies {
  readonly objects: ObjectStore;
  readonly readers: SymbolReaders;
  readonly onArrival: OnSymbolsArrived;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface IndexPayload extends Tenant {
  readonly uploadId: string;
}

export const indexSymbols = declareJob<IndexPayload, IndexingDependencies>({
  name: "index-symbols",
  maxAttempts: mostAttempts + 1,
  pool: symbolPool,
  owner: ({ projectId }) => projectId,
  run: async ({ projectId, environment, uploadId }, context) => {
    await new Indexing(context, { projectId, environment }, uploadId).run();
  },
});

export async function queueIndexing(client: PoolClient, tenant: Tenant, uploadId: string): Promise<void> {
  await enqueue(client, indexSymbols, { ...tenant, uploadId });
}

/** Characters of `failureDetail`. */
const mostDetail = 500;

/** How an upload ends whose file is of no use, and the reason that it is told. */
const endOfFault: Readonly<Record<ContentFault, readonly [UploadStatus, reason: string]>> = {
  ARCHIVE_PLATFORM_MISMATCH: ["FAILED", "ARCHIVE_PLATFORM_MISMATCH"],
  OTHER_APPLE_PLATFORM: ["INVALID", "ARCHIVE_PLATFORM_MISMATCH"],
  UNRECOGNIZED_ARCHIVE: ["INVALID", "UNRECOGNIZED_ARCHIVE"],
};

const unfinished: readonly UploadStatus[] = ["QUEUED", "PROCESSING"];

/** One run of the job for one upload. Runs that overlap, since one was taken for dead, do no harm: the first to end counts. */
class Indexing {
  readonly #context: JobContext<IndexingDependencies>;
  readonly #tenant: Tenant;
  readonly #uploadId: string;

  constructor(context: JobContext<IndexingDependencies>, tenant: Tenant, uploadId: string) {
    this.#context = context;
    this.#tenant = tenant;
    this.#uploadId = uploadId;
  }

  async run(): Promise<void> {
    const { attempt } = this.#context;
    const upload = await this.#begin();
    if (upload === null) return;
    if (attempt > mostAttempts) return await this.#fail(upload, "FAILED", "INDEXING_FAILED", "Every run was killed.");
    try {
      await this.#index(upload);
    } catch (error) {
      const { log, signal } = this.#context;
      const final = error instanceof UnreadableError || (attempt === mostAttempts && !signal.aborted);
      if (!final) throw error;
      log.warn({ err: error, ...this.#tenant, uploadId: this.#uploadId }, "Symbols cannot be indexed");
      // Other errors are ours, and say nothing of the file.
      const detail = error instanceof UnreadableError ? error.message : null;
      await this.#fail(upload, "FAILED", "INDEXING_FAILED", detail);
    }
  }

  get #manager() {
    return this.#context.database.dataSource.manager;
  }

  get #log(): Log {
    return this.#context.log;
  }

  /** Null for what has ended already. */
  async #begin(): Promise<(SymbolUpload & { readonly fileId: string }) | null> {
    const uploads = symbolUploads.of(this.#manager, this.#tenant);
    const where = { uploadId: this.#uploadId, status: In([...unfinished]) };
    if ((await uploads.update(where, { status: "PROCESSING" })) === 0) return null;
    const upload = await uploads.findOne({ uploadId: this.#uploadId });
    const fileId = upload?.fileId ?? null;
    return upload === null || fileId === null ? null : { ...upload, fileId };
  }

  async #index(upload: SymbolUpload & { readonly fileId: string }): Promise<void> {
    const { services, signal } = this.#context;
    const { sha256, platform, declaredBytes: bytes } = upload;
    const { projectId } = this.#tenant;
    const key = fileKey(this.#tenant, upload.fileId);
    const done = await services.readers.inspecting({ kind: "archive", projectId, bytes, signal }, (inspect) =>
      withLocalCopy(services.objects, key, async ({ path, folder }) => {
        const format = objectFormatOf(platform);
        const builtFor = format === "mach-o" ? { platform } : {};
        await this.#record(upload, await inspect({ kind: "archive", path, folder, format, sha256, ...builtFor }));
        return true;
      }),
    );
    if (done === null) throw new Error("The file is not in the object store");
  }

  async #record(upload: SymbolUpload & { readonly fileId: string }, finding: Finding): Promise<void> {
    switch (finding.kind) {
      case "indexed":
        return await this.#keep(finding.contents, upload.fileId);
      case "other-bytes":
        return await this.#fail(upload, "FAILED", "CHECKSUM_MISMATCH", "The bytes have another SHA-256.");
      case "unusable":
        return await this.#fail(upload, ...endOfFault[finding.fault], finding.reason);
      default:
        throw new Error(`An archive cannot be ${finding.kind}`);
    }
  }

  /** Stores the indexes and makes them known, all at once. */
  async #keep({ objects, invalid }: ArchiveContents, sourceFileId: string): Promise<void> {
    const { services, database, signal } = this.#context;
    const now = new Date(services.now());
    const files = objects.map(({ summary }) => ({ format: "index", sha256: null, bytes: summary.size }) as const);
    const fileIds = await beginFiles(this.#manager, this.#tenant, files, now);
    const indexed = objects.map((object, index): IndexedFile => ({ ...object, fileId: fileIds[index] ?? "" }));
    try {
      for (const { fileId, indexPath, summary } of indexed) {
        signal.throwIfAborted();
        const options = { contentLength: summary.size };
        await services.objects.put(fileKey(this.#tenant, fileId), createReadStream(indexPath), options);
      }
      const debugIds = [...new Set(objects.map(({ debugId }) => debugId))];
      await inTransaction(database, async (transaction) => {
        await lockSymbols(transaction.manager, this.#tenant);
        const ended = await symbolUploads.of(transaction.manager, this.#tenant).update(
          { uploadId: this.#uploadId, status: "PROCESSING" },
          {
            status: "DONE",
            completedAt: now,
            discoveredUuids: debugIds.length,
            validObjects: objects.length,
            invalidObjects: invalid.length,
          },
        );
        if (ended === 0) return;
        await recordObjects(transaction, this.#tenant, indexed, { sourceFileId, now });
        if (debugIds.length > 0)
          await services.onArrival(transaction.client, this.#tenant, { kind: "debug-objects", debugIds });
      });
      this.#log.info(
        { ...this.#tenant, uploadId: this.#uploadId, objects: objects.length, invalid },
        "Symbols indexed",
      );
    } finally {
      // Those that have not been kept; what stays behind here is found by a job.
      for (const fileId of fileIds)
        await removeFile(this.#manager, services.objects, this.#tenant, fileId).catch(() => {});
    }
  }

  /** Ends an upload whose file is of no use, and lets go of it. */
  async #fail(
    { fileId }: SymbolUpload,
    status: UploadStatus,
    failureReason: string,
    detail: string | null,
  ): Promise<void> {
    const { database, services } = this.#context;
    const now = new Date(services.now());
    // It may quote names of the archive.
    const failureDetail = detail === null ? null : printable(detail, mostDetail - 1);
    await inTransaction(database, async (transaction) => {
      const { manager } = transaction;
      await lockSymbols(manager, this.#tenant);
      const ended = await symbolUploads
        .of(manager, this.#tenant)
        .update(
          { uploadId: this.#uploadId, status: In([...unfinished]) },
          { status, failureReason, failureDetail, fileId: null, completedAt: now },
        );
      if (ended === 0 || fileId === null) return;
      await symbolArtifacts.of(manager, this.#tenant).delete({ fileId });
      await releaseFiles(transaction, this.#tenant, [fileId], now);
    });
    this.#log.info({ ...this.#tenant, uploadId: this.#uploadId, failureReason, detail }, "Symbols are of no use");
  }
}
