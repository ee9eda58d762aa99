import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";
import { records } from "#src/storage/records.ts";
import type { Environment } from "../../records.ts";

/** What an artifact is: a source map, a ProGuard or R8 mapping, or object files. */
export type ArtifactFormat = "source-map" | "mapping" | "objects";

/** What a file holds: an artifact, an archive of debug symbols, or the index of one object. */
export type FileFormat = ArtifactFormat | "archive" | "index";

/** An object in the store. */
export interface SymbolFile {
  readonly projectId: string;
  readonly environment: Environment;
  readonly fileId: string;
  readonly format: FileFormat;
  /** Hex; as the sender declared it for an archive that has not been looked at, null for an index. */
  readonly sha256: string | null;
  readonly bytes: number;
  /** Whether something needs it. What nothing needs is deleted: at once, or when a job has found it. */
  readonly kept: boolean;
  /** When it was begun, or `kept` changed. */
  readonly changedAt: Date;
  /** How many stacks it has helped to read, those included that were read again, and when the last of them. */
  readonly matchedStacks: number;
  readonly lastMatchedAt: Date | null;
}

export const symbolFileEntity = new EntitySchema<SymbolFile>({
  name: "SymbolFile",
  tableName: "symbol_files",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    fileId: { name: "file_id", type: "uuid", primary: true },
    format: { type: "text" },
    sha256: { type: "text", nullable: true },
    bytes: safeBigint,
    kept: { type: "boolean" },
    changedAt: { name: "changed_at", type: "timestamptz" },
    matchedStacks: { name: "matched_stacks", ...safeBigint, default: 0 },
    lastMatchedAt: { name: "last_matched_at", type: "timestamptz", nullable: true },
  },
});

export const symbolFiles = records(symbolFileEntity, ["projectId", "environment"]);
