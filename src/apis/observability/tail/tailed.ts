/** Kinds of records, as tails show them. */
import { presentEvent } from "../presenters/event.ts";
import { presentLog } from "../presenters/log.ts";
import type { BodyOf, HeadOf, RecordKind } from "../store/blocks/kind.ts";
import type { NewestList } from "../store/blocks/list.ts";
import type { EventRecords } from "../store/event-records.ts";
import type { LogRecords } from "../store/log-records.ts";
import { type EventFilters, eventList } from "../store/queries/events.ts";
import { type LogFilters, logList } from "../store/queries/logs.ts";

export interface Tailed<Kind extends RecordKind, Filters extends object>
  extends Pick<NewestList<Kind, Filters, never>, "kind" | "matcher" | "bytesOf"> {
  /** The type of its events. */
  readonly event: string;
  /** A record as JSON. */
  readonly textOf: (head: HeadOf<Kind>, body: BodyOf<Kind>, index: number) => string;
}

// Without what symbols add: they have just come.
export const tailedEvents: Tailed<EventRecords, EventFilters> = {
  kind: eventList.kind,
  matcher: eventList.matcher,
  bytesOf: eventList.bytesOf,
  event: "event",
  textOf: (head, body, index) =>
    JSON.stringify(presentEvent({ ...eventList.read(head, body, index), symbolication: null })),
};

export const tailedLogs: Tailed<LogRecords, LogFilters> = {
  kind: logList.kind,
  matcher: logList.matcher,
  bytesOf: logList.bytesOf,
  event: "log",
  textOf: (head, body, index) =>
    JSON.stringify(presentLog({ ...logList.read(head, body, index).log, symbolication: null })),
};
