/** Events and log records, read back. */
import type { Cursors } from "#src/http/cursor.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { presentEvent } from "../presenters/event.ts";
import { presentLog } from "../presenters/log.ts";
import { getEvent, listEvents } from "../store/queries/events.ts";
import { listLogs } from "../store/queries/logs.ts";
import type { RecordPage } from "../store/queries/record-list.ts";
import type { RunQuery } from "./queries.ts";

export interface ReadHandlerDependencies {
  readonly cursors: Cursors;
  readonly query: RunQuery;
}

export function readHandlers({ cursors, query }: ReadHandlerDependencies): HandlersOf<"Events" | "Logs"> {
  return {
    async listEvents({ query: { limit, cursor, since, until, ...filters } }, call) {
      const wanted = { ...filters, ...periodOf(since, until) };
      const page = await query(call, (db, tenant) => listEvents(db, cursors, tenant, wanted, { limit, cursor }));
      return { status: 200, body: pageOf(page, presentEvent) };
    },

    async getEvent({ path: { eventId } }, call) {
      const event = await query(call, (db, tenant) => getEvent(db, tenant, eventId));
      if (event === null) throw new Problem("NOT_FOUND", { detail: "There is no event with this id." });
      return { status: 200, body: presentEvent(event) };
    },

    async listLogs({ query: { limit, cursor, since, until, traceId, ...filters } }, call) {
      const wanted = { ...filters, traceId: traceId?.toLowerCase(), ...periodOf(since, until) };
      const page = await query(call, (db, tenant) => listLogs(db, cursors, tenant, wanted, { limit, cursor }));
      return { status: 200, body: pageOf(page, presentLog) };
    },
  };
}

function pageOf<Row, Item>({ items, nextCursor, incomplete }: RecordPage<Row>, present: (row: Row) => Item) {
  return { items: items.map(present), nextCursor, ...(incomplete && { incomplete }) };
}

/** The last millisecond that is less than 2^63 nanoseconds, PostgreSQL's largest bigint: in the year 2262. */
const lastMoment = 9_223_372_036_853;

/** The store includes both bounds, the API leaves `until` out. */
function periodOf(since: string | undefined, until: string | undefined) {
  return {
    since: since === undefined ? undefined : new Date(momentOf(since)),
    until: until === undefined ? undefined : new Date(momentOf(until) - 1),
  };
}

/** Milliseconds since the epoch, within what PostgreSQL holds as nanoseconds. */
function momentOf(text: string): number {
  return Math.min(Math.max(parseDateTime(text).getTime(), 0), lastMoment);
}
