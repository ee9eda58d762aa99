import {
  array,
  declareEntity,
  key,
  nullable,
  type Row,
  smallint,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** Whose stack it is. Of a span and a log record it is the one in an attribute. */
export type SubjectKind = "event" | "span" | "log";

export type SymbolicationStatus = "pending" | "complete" | "partial" | "missing" | "failed";

export const symbolicationEntity = declareEntity("symbolications", {
  projectId: key(uuid),
  environment: key(text),
  kind: key(textOf<SubjectKind>()),
  /** The event's id; trace id and span id in hex; or batch id and index of a log record, with a colon between. */
  subject: key(text),
  /** Of the event, span or log record. */
  receivedAt: key(timestamp),
  status: textOf<SymbolicationStatus>(),
  /** Runs that were begun since it was last queued. */
  attempts: smallint,
  /** Keys of symbols (symbol-key.ts) whose arrival may change the result; null when nothing is missing. */
  lacks: nullable(array(uuid)),
  /** The symbolicated form in JSON; null before the first run. */
  result: nullable(text),
  finishedAt: nullable(timestamp),
});

export type SymbolicationRow = Row<typeof symbolicationEntity>;

export const symbolications = records(symbolicationEntity, ["projectId", "environment"]);
