import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";

/** Whose stack it is. Of a span and a log record it is the one in an attribute. */
export type SubjectKind = "event" | "span" | "log";

export type SymbolicationStatus = "pending" | "complete" | "partial" | "missing" | "failed";

export interface SymbolicationRow {
  readonly projectId: string;
  readonly environment: string;
  readonly kind: SubjectKind;
  /** The event's id; trace id and span id in hex; or batch id and index of a log record, with a colon between. */
  readonly subject: string;
  /** Of the event, span or log record. */
  readonly receivedAt: Date;
  readonly status: SymbolicationStatus;
  /** Runs that were begun since it was last queued. */
  readonly attempts: number;
  /** Keys of symbols (symbol-key.ts) whose arrival may change the result; null when nothing is missing. */
  readonly lacks: readonly string[] | null;
  /** The symbolicated form in JSON; null before the first run. */
  readonly result: string | null;
  readonly finishedAt: Date | null;
}

export const symbolicationEntity = new EntitySchema<SymbolicationRow>({
  name: "Symbolication",
  tableName: "symbolications",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    kind: { type: "text", primary: true },
    subject: { type: "text", primary: true },
    receivedAt: { name: "received_at", type: "timestamptz", primary: true },
    status: { type: "text" },
    attempts: { type: "smallint" },
    lacks: { type: "uuid", array: true, nullable: true },
    result: { type: "text", nullable: true },
    finishedAt: { name: "finished_at", type: "timestamptz", nullable: true },
  },
});

export const symbolications = records(symbolicationEntity, ["projectId", "environment"]);
