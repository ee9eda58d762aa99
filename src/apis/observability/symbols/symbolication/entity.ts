import { column, declareEntity } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** Whose stack it is. Of a span and a log record it is the one in an attribute. */
export type SubjectKind = "event" | "span" | "log";

export type SymbolicationStatus = "pending" | "complete" | "partial" | "missing" | "failed";

export const symbolicationEntity = declareEntity("symbolications", {
  projectId: column.uuid.key,
  environment: column.text.key,
  kind: column.textOf<SubjectKind>().key,
  /** The event's id; trace id and span id in hex; or batch id and index of a log record, with a colon between. */
  subject: column.text.key,
  /** Of the event, span or log record. */
  receivedAt: column.timestamp.key,
  status: column.textOf<SymbolicationStatus>(),
  /** Runs that were begun since it was last queued. */
  attempts: column.smallint,
  /** Keys of symbols (symbol-key.ts) whose arrival may change the result; null when nothing is missing. */
  lacks: column.uuid.array.nullable,
  /** The symbolicated form in JSON; null before the first run. */
  result: column.text.nullable,
  finishedAt: column.timestamp.nullable,
});

export const symbolications = records(symbolicationEntity, ["projectId", "environment"]);
