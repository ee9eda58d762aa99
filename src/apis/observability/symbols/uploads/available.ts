/** Which symbols there are: what symbolication asks, and what it is told when there are more. */
import { otherByteOrder } from "@accord/debug-info/native";
import type { PoolClient } from "pg";
import { type EntityManager, In } from "typeorm";
import type { Tenant } from "../../records.ts";
import { type DebugObject, debugObjects } from "../entities/debug-object.ts";
import { symbolArtifacts } from "../entities/symbol-artifact.ts";
import { type SymbolFile, symbolFiles } from "../entities/symbol-file.ts";
import type { ArtifactType, SymbolPlatform } from "./kinds.ts";
import { fileKey } from "./object-keys.ts";

/** Identifies an artifact. At most one artifact is available for each identity and script of the release. */
export interface ArtifactIdentity {
  readonly release: string;
  readonly platform: SymbolPlatform;
  readonly artifactType: ArtifactType;
}

/** The script of artifacts that were announced without one. */
export const everyScript = "";

export interface AvailableArtifact {
  readonly fileId: string;
  /** In the object store. */
  readonly objectKey: string;
  /** Hex. */
  readonly sha256: string;
  readonly bytes: number;
}

export interface AvailableDebugObject {
  /** As the object file has it, which may be the other byte order of what was asked for. */
  readonly debugId: string;
  readonly architecture: string;
  /** Whether it knows lines, and not only names of functions. */
  readonly hasDebugInfo: boolean;
  /** What was uploaded. */
  readonly sourceFileId: string;
  /** Its symbol index in the object store. It goes when a better object takes its place: look it up again then. */
  readonly indexKey: string;
  readonly indexBytes: number;
}

/** Symbols that there were not before. */
export type ArrivedSymbols =
  | ({ readonly kind: "artifact" } & ArtifactIdentity)
  | {
      readonly kind: "debug-objects";
      /** As the object files have them. */
      readonly debugIds: readonly string[];
    };

/** Called with symbols in the transaction that makes them available: what it writes and queues is committed with them. */
export type OnSymbolsArrived = (client: PoolClient, tenant: Tenant, arrived: ArrivedSymbols) => Promise<void>;

/**
 * The artifact that serves a release now, the one of the longest of these scripts (`scriptsOf`), else the one of every script;
 * null when there is none.
 */
export async function findArtifact(
  manager: EntityManager,
  tenant: Tenant,
  { release, platform, artifactType }: ArtifactIdentity,
  scripts: readonly string[] = [],
): Promise<AvailableArtifact | null> {
  const where = { release, platform, artifactType, script: In([...scripts, everyScript]) };
  const found = await symbolArtifacts.of(manager, tenant).find({ where });
  const artifact = found.sort((one, other) => other.script.length - one.script.length)[0] ?? null;
  const file = artifact === null ? null : await symbolFiles.of(manager, tenant).findOne({ fileId: artifact.fileId });
  if (file === null) return null;
  return { fileId: file.fileId, objectKey: fileKey(tenant, file.fileId), sha256: digestOf(file), bytes: file.bytes };
}

/**
 * The object with a debug id, a UUID with hyphens, in either byte order; null when there is none. Where several
 * architectures share the id and none is named, one with debugging information is preferred.
 */
export async function findDebugObject(
  manager: EntityManager,
  tenant: Tenant,
  debugId: string,
  architecture?: string,
): Promise<AvailableDebugObject | null> {
  const asked = debugId.toLowerCase();
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(asked)) return null;
  const found = await debugObjects.of(manager, tenant).find({
    where: { debugId: In([asked, otherByteOrder(asked)]), ...(architecture === undefined ? {} : { architecture }) },
  });
  const rank = (object: DebugObject) => (object.debugId === asked ? 2 : 0) + (object.hasDebugInfo ? 1 : 0);
  const [best] = found.sort((one, other) => rank(other) - rank(one));
  const index = best === undefined ? null : await symbolFiles.of(manager, tenant).findOne({ fileId: best.indexFileId });
  if (best === undefined || index === null) return null;
  return {
    debugId: best.debugId,
    architecture: best.architecture,
    hasDebugInfo: best.hasDebugInfo,
    sourceFileId: best.sourceFileId,
    indexKey: fileKey(tenant, index.fileId),
    indexBytes: index.bytes,
  };
}

function digestOf({ fileId, sha256 }: SymbolFile): string {
  if (sha256 === null) throw new Error(`The artifact ${fileId} has no digest`);
  return sha256;
}
