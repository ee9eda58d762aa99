import { boolean, declareEntity, key, nullable, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Environment } from "../../records.ts";

/** An object file whose symbols are known, by the debug id that crashes name it with. */
export const debugObjectEntity = declareEntity("debug_objects", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  /** As the file has it: a UUID, or the first 16 bytes of a build id as one. Lower case. */
  debugId: key(uuid),
  /** As `ObjectFile.arch` has it. */
  architecture: key(text),
  /** Whether it knows lines, and not only names of functions. */
  hasDebugInfo: boolean,
  indexFileId: uuid,
  /** The upload's file that the index was made from; null for objects of before that was written down. */
  sourceFileId: nullable(uuid),
  addedAt: timestamp,
});

export type DebugObject = Row<typeof debugObjectEntity>;

export const debugObjects = records(debugObjectEntity, ["projectId", "environment"]);
