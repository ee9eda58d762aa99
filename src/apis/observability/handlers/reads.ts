/** Events and log records, read back. */
import type { Cursors } from "#src/http/cursor.ts";
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { momentOf } from "../moments.ts";
import { presentEvent } from "../presenters/event.ts";
import { presentLog } from "../presenters/log.ts";
import { startOfPart } from "../store/blocks/counts.ts";
import type { RecordPage } from "../store/blocks/list.ts";
import { getEvent, listEvents } from "../store/queries/events.ts";
import { countLogs, listLogs, severityGroups } from "../store/queries/logs.ts";
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

    async countLogs({ query: { since: from, until: to, buckets, cursor, traceId, ...filters } }, call) {
      const [since, until] = [momentOf(from), momentOf(to)];
      if (since >= until)
        throw new Problem("VALIDATION_FAILED", {
          fieldErrors: [{ path: "/query/until", code: "range", message: "has to be after since" }],
        });
      const grid = { since, until, parts: Math.min(buckets, until - since) };
      const wanted = { ...filters, traceId: traceId?.toLowerCase() };
      const { counts, countedSince, nextCursor } = await query(call, (db, tenant) =>
        countLogs(db, cursors, tenant, wanted, grid, cursor),
      );
      return {
        status: 200,
        body: {
          until: new Date(until),
          buckets: counts.map((numbers, part) => presentCounts(startOfPart(grid, part), numbers)),
          countedSince: new Date(countedSince),
          nextCursor,
          ...(nextCursor !== null && { incomplete: true }),
        },
      };
    },
  };
}

function pageOf<Row, Item>({ items, nextCursor, incomplete }: RecordPage<Row>, present: (row: Row) => Item) {
  return { items: items.map(present), nextCursor, ...(incomplete && { incomplete }) };
}

function presentCounts(since: number, numbers: Uint32Array) {
  const named = severityGroups.map((name, group) => [name, numbers[group] ?? 0] as const);
  return {
    since: new Date(since),
    count: numbers.reduce((sum, number) => sum + number, 0),
    ...(Object.fromEntries(named) as Record<(typeof severityGroups)[number], number>),
  };
}

/** The store includes both bounds, the API leaves `until` out. */
function periodOf(since: string | undefined, until: string | undefined) {
  return {
    since: since === undefined ? undefined : new Date(momentOf(since)),
    until: until === undefined ? undefined : new Date(momentOf(until) - 1),
  };
}
