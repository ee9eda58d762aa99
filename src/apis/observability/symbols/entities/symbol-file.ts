import {
  boolean,
  declareEntity,
  key,
  nullable,
  type Row,
  safeBigint,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Environment } from "../../records.ts";

/** What an artifact is: a source map, a ProGuard or R8 mapping, or object files. */
export type ArtifactFormat = "source-map" | "mapping" | "objects";

/** What a file holds: an artifact, an archive of debug symbols, or the index of one object. */
export type FileFormat = ArtifactFormat | "archive" | "index";

/** An object in the store. */
export const symbolFileEntity = declareEntity("symbol_files", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  fileId: key(uuid),
  format: textOf<FileFormat>(),
  /** Hex; as the sender declared it for an archive that has not been looked at, null for an index. */
  sha256: nullable(text),
  bytes: safeBigint,
  /** Whether something needs it. What nothing needs is deleted: at once, or when a job has found it. */
  kept: boolean,
  /** When it was begun, or `kept` changed. */
  changedAt: timestamp,
  /** How many stacks it has helped to read, those included that were read again, and when the last of them. */
  matchedStacks: { ...safeBigint, default: 0 },
  lastMatchedAt: nullable(timestamp),
});

export type SymbolFile = Row<typeof symbolFileEntity>;

export const symbolFiles = records(symbolFileEntity, ["projectId", "environment"]);
