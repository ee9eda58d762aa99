import type { Environment } from "#src/identity/environment.ts";
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** An object file whose symbols are known, by the debug id that crashes name it with. */
export const debugObjectEntity = declareEntity("debug_objects", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  /** As the file has it: a UUID, or the first 16 bytes of a build id as one. Lower case. */
  debugId: column.uuid.key,
  /** As `ObjectFile.arch` has it. */
  architecture: column.text.key,
  /** Whether it knows lines, and not only names of functions. */
  hasDebugInfo: column.boolean,
  indexFileId: column.uuid,
  /** The upload's file that the index was made from. */
  sourceFileId: column.uuid,
  addedAt: column.timestamp,
});

export type DebugObject = Row<typeof debugObjectEntity>;

export const debugObjects = records(debugObjectEntity, ["projectId", "environment"]);
