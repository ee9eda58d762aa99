/** Symbols made available without an upload, for tests of what comes after one. */
import { hash, randomUUID } from "node:crypto";
import { indexOf } from "#debug-info/test/indexes.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { debugObjects } from "#src/apis/observability/symbols/entities/debug-object.ts";
import { symbolArtifacts } from "#src/apis/observability/symbols/entities/symbol-artifact.ts";
import { symbolFiles } from "#src/apis/observability/symbols/entities/symbol-file.ts";
import { onSymbolsArrived } from "#src/apis/observability/symbols/symbolication/jobs.ts";
import type { ArtifactIdentity } from "#src/apis/observability/symbols/uploads/available.ts";
import { fileKey } from "#src/apis/observability/symbols/uploads/object-keys.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { objectOf } from "./readers.ts";

export interface SymbolStore {
  readonly database: TestDatabase;
  readonly objects: ObjectStore;
}

/** `silently` as symbols that came with a restored backup: nobody hears of them. */
export async function addArtifact(
  { database, objects }: SymbolStore,
  tenant: Tenant,
  identity: ArtifactIdentity,
  bytes: Buffer,
  { silently = false } = {},
): Promise<void> {
  const fileId = randomUUID();
  await objects.put(fileKey(tenant, fileId), bytes);
  await inTransaction(database, async ({ manager, client }) => {
    const format = identity.artifactType === "sourcemap" ? "source-map" : "mapping";
    const file = { fileId, format, sha256: hash("sha256", bytes), bytes: bytes.length, kept: true } as const;
    await symbolFiles.of(manager, tenant).insert({ ...file, ...unmatched, changedAt: new Date() });
    await symbolArtifacts.of(manager, tenant).insert({ ...identity, script: "", fileId, changedAt: new Date() });
    if (!silently) await onSymbolsArrived(client, tenant, { kind: "artifact", ...identity });
  });
}

const unmatched = { matchedStacks: 0, lastMatchedAt: null };

/** The debugging information of an object file among the fixtures. Returns the id of the file that was uploaded. */
export async function addDebugObject(
  { database, objects }: SymbolStore,
  tenant: Tenant,
  name: string,
  debugId = objectOf(name).debugId,
): Promise<string> {
  const { bytes: index } = indexOf(objectOf(name));
  const [fileId, sourceFileId] = [randomUUID(), randomUUID()];
  await objects.put(fileKey(tenant, fileId), index);
  await inTransaction(database, async ({ manager, client }) => {
    const file = { fileId, format: "index", sha256: null, bytes: index.length, kept: true } as const;
    const source = { fileId: sourceFileId, format: "archive", sha256: "cd".repeat(32), bytes: 1, kept: true } as const;
    for (const one of [file, source])
      await symbolFiles.of(manager, tenant).insert({ ...one, ...unmatched, changedAt: new Date() });
    const row = {
      debugId,
      architecture: objectOf(name).arch,
      hasDebugInfo: true,
      indexFileId: fileId,
      sourceFileId,
    };
    await debugObjects.of(manager, tenant).insert({ ...row, addedAt: new Date() });
    await onSymbolsArrived(client, tenant, { kind: "debug-objects", debugIds: [debugId] });
  });
  return sourceFileId;
}
