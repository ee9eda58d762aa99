/** Which file serves a release. */
import { In } from "typeorm";
import type { Database } from "#src/storage/database.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { debugObjects } from "../entities/debug-object.ts";
import { type SymbolArtifact, symbolArtifacts } from "../entities/symbol-artifact.ts";
import type { SymbolFile } from "../entities/symbol-file.ts";
import { symbolUploads } from "../entities/symbol-upload.ts";
import type { ArtifactIdentity, OnSymbolsArrived } from "./available.ts";
import { lockSymbols, releaseFiles } from "./files.ts";

export interface ServingDependencies {
  readonly onArrival: OnSymbolsArrived;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Makes a file that is in use the one that serves a release, and lets go of the one before it; what waits for a text hears of it.
 * Whoever calls has the lock of `lockSymbols`.
 */
export async function serveArtifact(
  { onArrival, now }: ServingDependencies,
  transaction: Transaction,
  tenant: Tenant,
  identity: ArtifactIdentity & Pick<SymbolArtifact, "script">,
  { fileId, format }: Pick<SymbolFile, "fileId" | "format">,
): Promise<void> {
  const artifacts = symbolArtifacts.of(transaction.manager, tenant);
  const { release, platform, artifactType, script } = identity;
  const key = { release, platform, artifactType, script };
  const before = await artifacts.findOne(key);
  if (before?.fileId === fileId) return;
  const changedAt = new Date(now());
  if (before === null) await artifacts.insert({ ...key, fileId, changedAt });
  else {
    await artifacts.update(key, { fileId, changedAt });
    await releaseFiles(transaction, tenant, [before.fileId], changedAt);
  }
  // The objects of a file are found by their debug ids, when they have been indexed.
  if (format !== "objects") await onArrival(transaction.client, tenant, { kind: "artifact", ...key });
}

/** Of one request. */
const mostDeleted = 1_000;

/** Artifacts of a release, or some of them. */
export type ArtifactFilter = Pick<SymbolArtifact, "release"> &
  Partial<Pick<SymbolArtifact, "platform" | "artifactType" | "script">>;

/**
 * Deletes artifacts, and what was indexed of them; files that serve no other release go with them. Returns how many artifacts it
 * was, at most 1,000.
 */
export async function deleteArtifacts(
  { database, now }: { readonly database: Database; readonly now: () => number },
  tenant: Tenant,
  filter: ArtifactFilter,
): Promise<number> {
  return await inTransaction(database, async (transaction) => {
    const { manager } = transaction;
    await lockSymbols(manager, tenant);
    const artifacts = symbolArtifacts.of(manager, tenant);
    const order = { platform: "ASC", artifactType: "ASC", script: "ASC" } as const;
    const found = await artifacts.find({ where: filter, order, take: mostDeleted });
    for (const alike of Map.groupBy(found, ({ platform, artifactType }) => `${platform} ${artifactType}`).values()) {
      const [one] = alike;
      if (one === undefined) continue;
      const { release, platform, artifactType } = one;
      await artifacts.delete({ release, platform, artifactType, script: In(alike.map(({ script }) => script)) });
    }
    const fileIds = [...new Set(found.map(({ fileId }) => fileId))];
    const used = new Set((await artifacts.find({ where: { fileId: In(fileIds) } })).map(({ fileId }) => fileId));
    await forgetFiles(
      transaction,
      tenant,
      fileIds.filter((fileId) => !used.has(fileId)),
      new Date(now()),
    );
    return found.length;
  });
}

/** Lets go of files that serve no release any more, with what was indexed of them. */
async function forgetFiles(
  transaction: Transaction,
  tenant: Tenant,
  fileIds: readonly string[],
  now: Date,
): Promise<void> {
  const { manager } = transaction;
  const uploads = symbolUploads.of(manager, tenant);
  const objects = debugObjects.of(manager, tenant);
  const failureDetail = "The artifact was deleted before it was indexed.";
  await uploads.update(
    { fileId: In(fileIds), status: In(["QUEUED", "PROCESSING"]) },
    { status: "FAILED", failureReason: "INDEXING_FAILED", failureDetail, completedAt: now },
  );
  // The list has uploads whose objects are known, and so has whoever looks for what was sent before.
  await uploads.update({ fileId: In(fileIds) }, { fileId: null, indexed: false });
  const indexed = await objects.find({ where: { sourceFileId: In(fileIds) } });
  await objects.delete({ sourceFileId: In(fileIds) });
  const indexes = indexed.map(({ indexFileId }) => indexFileId);
  await releaseFiles(transaction, tenant, [...fileIds, ...indexes], now);
}
