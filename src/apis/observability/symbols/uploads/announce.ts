/** Uploads that are announced: what is known already, the quotas, and the address for what is not. */
import { scriptPath } from "@accord/debug-info/javascript";
import { type EntityManager, In, MoreThanOrEqual } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import type { Database } from "#src/storage/database.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { symbolFiles } from "../entities/symbol-file.ts";
import { type SymbolUpload, symbolUploads } from "../entities/symbol-upload.ts";
import { serveArtifact } from "./artifacts.ts";
import { type ArtifactIdentity, everyScript, type OnSymbolsArrived } from "./available.ts";
import { lockSymbols } from "./files.ts";
import { artifactKinds } from "./kinds.ts";
import { incomingKey } from "./object-keys.ts";

const addressSeconds = 15 * 60;

export interface UploadDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly onArrival: OnSymbolsArrived;
  readonly quotas: SymbolQuotas;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Of a project in an environment. */
export interface SymbolQuotas {
  /** Everything that is stored, and what is on its way. */
  readonly bytes: number;
  /** Uploads announced on one day (UTC). */
  readonly uploadsPerDay: number;
}

/** The bytes that are to come. */
export interface AnnouncedBytes {
  /** Hex, in lower case. */
  readonly sha256: string;
  readonly bytes: number;
  readonly originalFilename: string | null;
}

export type AnnouncedArtifact = ArtifactIdentity &
  AnnouncedBytes & {
    /** The script that a source map is of, in whatever form; null for one that is of every script. */
    readonly script: string | null;
  };

export type AnnouncedArchive = AnnouncedBytes & Pick<SymbolUpload, "platform" | "release" | "buildNumber">;

/** Where to PUT the bytes. */
export interface UploadAddress {
  readonly uploadId: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * The address for an artifact; or the file, where the project has it already, which then serves the release too. Throws
 * Problem VALIDATION_FAILED for a script that is none, STORAGE_QUOTA_EXCEEDED and RATE_LIMITED.
 */
export async function announceArtifact(
  dependencies: UploadDependencies,
  tenant: Tenant,
  { release, platform, artifactType, script: named, ...announced }: AnnouncedArtifact,
): Promise<UploadAddress | { readonly fileId: string }> {
  const { format } = artifactKinds[artifactType];
  const script = named === null ? everyScript : scriptPath(named);
  if (named !== null && script === "") throw noScript();
  return await inTransaction(dependencies.database, async (transaction) => {
    const { manager } = transaction;
    await lockSymbols(manager, tenant);
    const known = await symbolFiles.of(manager, tenant).findOne({ format, sha256: announced.sha256, kept: true });
    if (known !== null) {
      const identity = { release, platform, artifactType, script };
      await serveArtifact(dependencies, transaction, tenant, identity, known);
      return { fileId: known.fileId };
    }
    const row = { artifactType, platform, release, script, buildNumber: null, indexed: format === "objects" };
    return await openUpload(dependencies, manager, tenant, { ...row, ...announced });
  });
}

/**
 * The address for an archive of debug symbols; or the upload that it came with, where the project has it already. Throws Problem
 * STORAGE_QUOTA_EXCEEDED and RATE_LIMITED.
 */
export async function announceArchive(
  dependencies: UploadDependencies,
  tenant: Tenant,
  announced: AnnouncedArchive,
): Promise<UploadAddress | { readonly duplicateOf: string }> {
  return await inTransaction(dependencies.database, async ({ manager }) => {
    await lockSymbols(manager, tenant);
    // Index symbol_uploads_by_digest.
    const [known] = await symbolUploads.of(manager, tenant).find({
      where: { sha256: announced.sha256, indexed: true, status: In(["QUEUED", "PROCESSING", "DONE"]) },
      order: { createdAt: "DESC" },
      take: 1,
    });
    if (known !== undefined) return { duplicateOf: known.uploadId };
    const row = { artifactType: null, script: everyScript, indexed: true };
    return await openUpload(dependencies, manager, tenant, { ...announced, ...row });
  });
}

type Opened = AnnouncedBytes &
  Pick<SymbolUpload, "artifactType" | "platform" | "release" | "script" | "buildNumber" | "indexed">;

async function openUpload(
  { objects, quotas, now }: UploadDependencies,
  manager: EntityManager,
  tenant: Tenant,
  { bytes, ...announced }: Opened,
): Promise<UploadAddress> {
  await requireRoom(manager, tenant, quotas, bytes);
  await requireTurn(manager, tenant, quotas, now());
  const uploadId = risingId();
  const { url, expiresAt } = await objects.presignPut(incomingKey(tenant, uploadId), {
    contentLength: bytes,
    expiresInSeconds: addressSeconds,
    mayReplace: true,
  });
  await symbolUploads.of(manager, tenant).insert({
    ...announced,
    uploadId,
    status: "AWAITING_UPLOAD",
    failureReason: null,
    failureDetail: null,
    declaredBytes: bytes,
    fileId: null,
    discoveredUuids: 0,
    validObjects: 0,
    invalidObjects: 0,
    attempts: 0,
    createdAt: new Date(now()),
    completedAt: null,
    addressExpiresAt: expiresAt,
    swept: false,
  });
  return { uploadId, url, expiresAt };
}

async function requireRoom(manager: EntityManager, tenant: Tenant, quotas: SymbolQuotas, bytes: number): Promise<void> {
  const stored = await symbolFiles.of(manager, tenant).sum("bytes");
  const awaited = await symbolUploads.of(manager, tenant).sum("declaredBytes", { status: "AWAITING_UPLOAD" });
  if (stored + awaited + bytes <= quotas.bytes) return;
  throw new Problem("STORAGE_QUOTA_EXCEEDED", {
    detail: `Your symbols may have ${quotas.bytes} bytes in all; ${stored + awaited} are taken.`,
    details: { limitBytes: quotas.bytes },
  });
}

async function requireTurn(manager: EntityManager, tenant: Tenant, quotas: SymbolQuotas, now: number): Promise<void> {
  const sinceMidnight = now % dayMs;
  // Index symbol_uploads_age.
  const today = { createdAt: MoreThanOrEqual(new Date(now - sinceMidnight)) };
  if ((await symbolUploads.of(manager, tenant).count(today)) < quotas.uploadsPerDay) return;
  throw new Problem("RATE_LIMITED", {
    detail: `A project may announce ${quotas.uploadsPerDay} files of symbols a day (UTC).`,
    headers: { "Retry-After": String(Math.ceil((dayMs - sinceMidnight) / 1000)) },
  });
}

function noScript(): Problem {
  const message = "must name a file";
  return new Problem("VALIDATION_FAILED", { fieldErrors: [{ path: "/body/script", code: "script", message }] });
}
