import type { Environment } from "#src/identity/environment.ts";
import {
  bigint,
  bytes,
  declareEntity,
  integer,
  key,
  nullable,
  type Row,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";

/** A block with events that are not folded into their issues yet (arrivals.ts). */
export const arrivalEntity = declareEntity("issue_arrivals", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  id: key(text),
  /** Written by earlier releases, in place of all that follows. */
  groups: nullable(text),
  blockId: nullable(bigint),
  receivedAt: nullable(timestamp),
  /** Those that belong to issues. */
  events: nullable(integer),
  /** Of the block's payload. */
  bytes: nullable(integer),
  /** Up to this fingerprint it is folded already; null before it has begun. */
  foldedTo: nullable(text),
  /** The block's own, once compaction has taken that. */
  headBytes: nullable(integer),
  payload: nullable(bytes),
});

export type IssueArrival = Row<typeof arrivalEntity>;
