/** Which file serves a release. */
import type { Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { symbolArtifacts } from "../entities/symbol-artifact.ts";
import type { SymbolFile } from "../entities/symbol-file.ts";
import type { ArtifactIdentity, OnSymbolsArrived } from "./available.ts";
import { releaseFiles } from "./files.ts";

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
  identity: ArtifactIdentity,
  { fileId, format }: Pick<SymbolFile, "fileId" | "format">,
): Promise<void> {
  const artifacts = symbolArtifacts.of(transaction.manager, tenant);
  const { release, platform, artifactType } = identity;
  const key = { release, platform, artifactType };
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
