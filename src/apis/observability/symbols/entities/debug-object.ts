import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";
import type { Environment } from "../../records.ts";

/** An object file whose symbols are known, by the debug id that crashes name it with. */
export interface DebugObject {
  readonly projectId: string;
  readonly environment: Environment;
  /** As the file has it: a UUID, or the first 16 bytes of a build id as one. Lower case. */
  readonly debugId: string;
  /** As `ObjectFile.arch` has it. */
  readonly architecture: string;
  /** Whether it knows lines, and not only names of functions. */
  readonly hasDebugInfo: boolean;
  readonly indexFileId: string;
  /** The upload's file that the index was made from. */
  readonly sourceFileId: string;
  readonly addedAt: Date;
}

export const debugObjectEntity = new EntitySchema<DebugObject>({
  name: "DebugObject",
  tableName: "debug_objects",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    debugId: { name: "debug_id", type: "uuid", primary: true },
    architecture: { type: "text", primary: true },
    hasDebugInfo: { name: "has_debug_info", type: "boolean" },
    indexFileId: { name: "index_file_id", type: "uuid" },
    sourceFileId: { name: "source_file_id", type: "uuid" },
    addedAt: { name: "added_at", type: "timestamptz" },
  },
});

export const debugObjects = records(debugObjectEntity, ["projectId", "environment"]);
