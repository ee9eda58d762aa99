import type { Environment } from "#src/identity/environment.ts";
import { column, declareEntity } from "#src/storage/entity.ts";

/** A block with events that are not folded into their issues yet (arrivals.ts). */
export const arrivalEntity = declareEntity("issue_arrivals", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  id: column.text.key,
  blockId: column.bigint,
  receivedAt: column.timestamp,
  /** Those that belong to issues. */
  events: column.integer,
  /** Of the block's payload. */
  bytes: column.integer,
  /** Up to this fingerprint it is folded already; null before it has begun. */
  foldedTo: column.text.nullable,
  /** The block's own, once compaction has taken that. */
  headBytes: column.integer.nullable,
  payload: column.bytes.nullable,
});
