/** Which symbols there are: what symbolication asks, and what it is told when there are more. */
import { otherByteOrder } from "@accord/debug-info/native";
import type { PoolClient } from "pg";
import { type EntityManager, In } from "typeorm";
import type { Tenant } from "../../records.ts";
import { type DebugObject, debugObjects } from "../entities/debug-object.ts";
import { type SymbolArtifact, symbolArtifacts } from "../entities/symbol-artifact.ts";
import { symbolFiles } from "../entities/symbol-file.ts";
import type { FoundSymbols, WantedSymbols } from "../symbolication/symbol-cache.ts";
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

/** Symbols in the object store: an artifact, or the index of an object file. They are deleted when better ones replace them. */
export interface AvailableSymbols extends FoundSymbols {
  /** What was uploaded. */
  readonly fileId: string;
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

/** Null when there are none. */
export function findSymbols(
  manager: EntityManager,
  tenant: Tenant,
  wanted: WantedSymbols,
): Promise<AvailableSymbols | null> {
  return wanted.kind === "debug" ? findObject(manager, tenant, wanted.debugId) : findArtifact(manager, tenant, wanted);
}

/** The artifact of the first type that exists: that of the longest script name, else the one that is for all scripts. */
async function findArtifact(
  manager: EntityManager,
  tenant: Tenant,
  { release, platform, artifactTypes: types, scripts = [] }: Extract<WantedSymbols, { readonly kind: "artifact" }>,
): Promise<AvailableSymbols | null> {
  const where = {
    release,
    platform: platform as SymbolPlatform,
    artifactType: In(types),
    script: In([...scripts, everyScript]),
  };
  const found = await symbolArtifacts.of(manager, tenant).find({ where });
  const place = ({ artifactType }: SymbolArtifact) => types.indexOf(artifactType);
  const [best] = found.sort((one, other) => place(one) - place(other) || other.script.length - one.script.length);
  return best === undefined ? null : await available(manager, tenant, best.fileId, best.fileId);
}

/** The object with a debug id as it is, else in its other byte order; of several architectures, one with debugging information. */
async function findObject(manager: EntityManager, tenant: Tenant, debugId: string): Promise<AvailableSymbols | null> {
  const where = { debugId: In([debugId, otherByteOrder(debugId)]) };
  const found = await debugObjects.of(manager, tenant).find({ where });
  const rank = (object: DebugObject) => (object.debugId === debugId ? 2 : 0) + (object.hasDebugInfo ? 1 : 0);
  const [best] = found.sort((one, other) => rank(other) - rank(one));
  return best === undefined ? null : await available(manager, tenant, best.indexFileId, best.sourceFileId);
}

async function available(
  manager: EntityManager,
  tenant: Tenant,
  storedId: string,
  fileId: string,
): Promise<AvailableSymbols | null> {
  const file = await symbolFiles.of(manager, tenant).findOne({ fileId: storedId });
  return file && { objectKey: fileKey(tenant, storedId), size: file.bytes, fileId };
}
