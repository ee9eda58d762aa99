/** Files in our own object store, as long as no insurer is named for them: their places, their quota and their end. */
import { type EntityManager, In, LessThan } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import { Problem } from "#src/http/problem.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { lockName } from "#src/storage/named-lock.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type KeptFile, keptFileEntity, keptFiles } from "../entities.ts";
import { type Tenant, tenantOf } from "../tenant.ts";

/** Of one file. */
export const mostBytes = 25 * 1024 * 1024;
const slotSeconds = 15 * 60;
const hourMs = 3_600_000;
/** An upload that began before its address expired may take an hour. */
const latestArrivalMs = 2 * hourMs;
/** How long a file is kept that nobody names. */
const unusedMs = 30 * 24 * hourMs;
/** A request names no more files that count. */
const mostNamed = 100;
const batch = 500;

type Slot = Schemas["UploadSlot"];

export interface AnnouncedFile {
  readonly mediaType: string;
  readonly bytes: number;
}

export interface KeptFileDependencies {
  readonly objects: ObjectStore;
  /** Of a business in an environment, in bytes. */
  readonly storageQuota: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A new place, before it is on record. Throws Problem UPLOAD_TOO_LARGE. */
export async function prepareSlot(
  dependencies: KeptFileDependencies,
  tenant: Tenant,
  file: AnnouncedFile,
): Promise<Slot> {
  if (file.bytes > mostBytes)
    throw new Problem("UPLOAD_TOO_LARGE", {
      detail: `Files are at most ${mostBytes} bytes.`,
      details: { limitBytes: mostBytes },
    });
  return await slotOf(dependencies, tenant, `fil_${risingId()}`, file);
}

/** Puts a place on record, within the caller's transaction. Throws Problem STORAGE_QUOTA_EXCEEDED. */
export async function recordSlot(
  dependencies: KeptFileDependencies,
  manager: EntityManager,
  tenant: Tenant,
  file: AnnouncedFile,
  slot: Slot,
): Promise<void> {
  await lockFiles(manager, tenant);
  await insertSlot(dependencies, manager, tenant, file, slot);
}

/** The same place with an address that is good, where the one that was given out has expired. Throws as `recordSlot` does. */
export async function renewedSlot(
  dependencies: KeptFileDependencies,
  database: Database,
  tenant: Tenant,
  file: AnnouncedFile,
  given: Slot,
): Promise<Slot> {
  if (Date.parse(given.expiresAt) > dependencies.now()) return given;
  const renewed = await slotOf(dependencies, tenant, given.fileId, file);
  await inTransaction(database, async ({ manager }) => {
    await lockFiles(manager, tenant);
    const changes = { expiresAt: new Date(renewed.expiresAt) };
    const known = await keptFiles.of(manager, tenant).update({ fileId: given.fileId }, changes);
    // A place that nothing was sent to is forgotten after a while.
    if (known === 0) await insertSlot(dependencies, manager, tenant, file, renewed);
  });
  return renewed;
}

/** New places of one business take turns until the transaction ends, so that no two have the same room. */
async function lockFiles(manager: EntityManager, { businessId }: Tenant): Promise<void> {
  await lockName(manager, `insurance_kept_files/${businessId}`);
}

async function insertSlot(
  { storageQuota, now }: KeptFileDependencies,
  manager: EntityManager,
  tenant: Tenant,
  { bytes, mediaType }: AnnouncedFile,
  { fileId, expiresAt }: Slot,
): Promise<void> {
  const files = keptFiles.of(manager, tenant);
  const taken = await files.sum("bytes");
  if (taken + bytes > storageQuota)
    throw new Problem("STORAGE_QUOTA_EXCEEDED", {
      detail: `Your files may have ${storageQuota} bytes in all; ${taken} are taken.`,
      details: { limitBytes: storageQuota },
    });
  const row = { fileId, mediaType, bytes, expiresAt: new Date(expiresAt), stored: false, usedAt: new Date(now()) };
  await files.insert(row);
}

async function slotOf(
  { objects }: KeptFileDependencies,
  tenant: Tenant,
  fileId: string,
  { bytes, mediaType }: AnnouncedFile,
): Promise<Slot> {
  const { url, headers, expiresAt } = await objects.presignPut(keptFileKey(tenant, fileId), {
    contentLength: bytes,
    contentType: mediaType,
    expiresInSeconds: slotSeconds,
  });
  return { fileId, uploadUrl: url, method: "PUT", headers: { ...headers }, expiresAt: expiresAt.toISOString() };
}

/** Where a file lies in the object store: its owner first, as everything of a tenant's. */
export function keptFileKey({ businessId, environment }: Tenant, fileId: string): string {
  return `${businessId}/insurance/${environment}/uploads/${fileId}`;
}

/** Keeps the files that a request names for another 30 days. */
export async function noteUse(manager: EntityManager, tenant: Tenant, request: unknown, now: Date): Promise<void> {
  const named = [...new Set(fileIdsIn(request))].slice(0, mostNamed);
  if (named.length > 0) await keptFiles.of(manager, tenant).update({ fileId: In(named) }, { usedAt: now });
}

function* fileIdsIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    if (/^fil_[0-9a-f-]{36}$/.test(value)) yield value;
  } else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) yield* fileIdsIn(member);
  }
}

export interface ForgetOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** How many files a run has forgotten, and how many places that nothing was sent to. */
export interface Forgotten {
  readonly unused: number;
  readonly unsent: number;
}

export type RemoveFile = Job<Tenant & Pick<KeptFile, "fileId">>;

/** Removes the bytes of a file that was forgotten. */
export function removalOfFile(objects: ObjectStore): RemoveFile {
  return declareJob({
    name: "remove-insurance-file",
    run: ({ fileId, ...tenant }) => objects.delete(keptFileKey(tenant, fileId)),
  });
}

/**
 * Notes which files have arrived, forgets places that nothing was sent to, and forgets what nobody has named for 30 days. Queues
 * `removeFile` for each file that it forgets.
 */
export async function forgetUnusedFiles(
  database: Database,
  { objects, removeFile }: { readonly objects: ObjectStore; readonly removeFile: RemoveFile },
  { now, signal }: ForgetOptions,
): Promise<Forgotten> {
  const { manager } = database.dataSource;
  let [unused, unsent] = [0, 0];
  // Index insurance_kept_files_awaited.
  const awaited = { stored: false, expiresAt: LessThan(new Date(now - latestArrivalMs)) };
  for await (const file of eachOf(() => manager.find(keptFileEntity, { where: awaited, take: batch }), signal)) {
    const place = { ...tenantOf(file), fileId: file.fileId };
    if ((await objects.head(keptFileKey(file, file.fileId))) !== null)
      await manager.update(keptFileEntity, place, { stored: true });
    else unsent += (await manager.delete(keptFileEntity, { ...place, ...awaited })).affected ?? 0;
  }
  // Index insurance_kept_files_age.
  const old = { usedAt: LessThan(new Date(now - unusedMs)) };
  for await (const file of eachOf(() => manager.find(keptFileEntity, { where: old, take: batch }), signal)) {
    const place = { ...tenantOf(file), fileId: file.fileId };
    unused += await inTransaction(database, async ({ manager, client }) => {
      // A request may have named it since it was found.
      const { affected } = await manager.delete(keptFileEntity, { ...place, ...old });
      if (affected !== 1) return 0;
      await enqueue(client, removeFile, place);
      return 1;
    });
  }
  return { unused, unsent };
}

/** The files found, until there are none: the caller changes each one so that it is not found again. */
async function* eachOf(find: () => Promise<KeptFile[]>, signal: AbortSignal | undefined): AsyncGenerator<KeptFile> {
  for (let found = await find(); found.length > 0; found = await find()) {
    for (const file of found) {
      if (signal?.aborted) return;
      yield file;
    }
    if (found.length < batch) return;
  }
}

/** Every hour. */
export function forgettingOfFiles(
  { objects, now }: Pick<KeptFileDependencies, "objects" | "now">,
  removeFile: RemoveFile,
): Job<unknown> {
  return declareJob<unknown>({
    name: "forget-insurance-files",
    cron: "20 * * * *",
    maxAttempts: 3,
    run: async (_payload, { database, log, signal }) => {
      const forgotten = await forgetUnusedFiles(database, { objects, removeFile }, { now: now(), signal });
      if (forgotten.unused + forgotten.unsent > 0) log.info(forgotten, "Files that nobody used are gone");
    },
  });
}
