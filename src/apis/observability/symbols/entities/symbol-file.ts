import type { Environment } from "#src/identity/environment.ts";
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** What an artifact is: a source map, a ProGuard or R8 mapping, or object files. */
export type ArtifactFormat = "source-map" | "mapping" | "objects";

/** What a file holds: an artifact, an archive of debug symbols, or the index of one object. */
export type FileFormat = ArtifactFormat | "archive" | "index";

/** An object in the store. */
export const symbolFileEntity = declareEntity("symbol_files", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  fileId: column.uuid.key,
  format: column.textOf<FileFormat>(),
  /** Hex; as the sender declared it for an archive that has not been looked at, null for an index. */
  sha256: column.text.nullable,
  bytes: column.safeBigint,
  /** Whether something needs it. What nothing needs is deleted: at once, or when a job has found it. */
  kept: column.boolean,
  /** When it was begun, or `kept` changed. */
  changedAt: column.timestamp,
  /** How many stacks it has helped to read, those included that were read again, and when the last of them. */
  matchedStacks: column.safeBigint.with({ default: 0 }),
  lastMatchedAt: column.timestamp.nullable,
});

export type SymbolFile = Row<typeof symbolFileEntity>;

export const symbolFiles = records(symbolFileEntity, ["projectId", "environment"]);
