/** Reads events back. */

import type { Cursors } from "#src/http/cursor.ts";
import type { Sliceable } from "#src/http/event-loop.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import { countReaching } from "#src/storage/fitting.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { EventRecord, Tenant } from "../../records.ts";
import { tokenOf } from "../blocks/chunks.ts";
import { type FoundRecord, findRecords } from "../blocks/find-records.ts";
import type { BodyOf, HeadOf } from "../blocks/kind.ts";
import {
  defaultBudget,
  listNewest,
  type NewestList,
  type PageBudget,
  type PageRequest,
  type RecordFilters,
  type RecordPage,
} from "../blocks/list.ts";
import { textPattern } from "../blocks/texts.ts";
import { type EventRecords, eventRecords, given } from "../event-records.ts";
import {
  bytesOfSymbolications,
  type StoredSymbolication,
  type SymbolicationKey,
  symbolicationsOf,
} from "./symbolications.ts";

export interface StoredEvent
  extends Omit<EventRecord, "mayNeedSymbols" | "isProblem" | "exceptionType" | "exceptionValue"> {
  readonly receivedAt: Date;
  readonly symbolication: StoredSymbolication | null;
}

/** `q` is part of the message, or of the exception's type or value. */
export interface EventFilters extends RecordFilters {
  readonly level?: number | undefined;
  readonly release?: string | undefined;
  /** The client's deployment stage, which the API calls `environment`. */
  readonly environment?: string | undefined;
  readonly platform?: string | undefined;
}

type ReadEvent = Omit<StoredEvent, "symbolication">;

export const eventList: NewestList<EventRecords, EventFilters, ReadEvent> = {
  kind: eventRecords,
  name: "events",
  tiesOf: ({ eventId }, index) => [eventId.get(index)],

  wanted({ level, release, environment, platform, q }) {
    return {
      tokens: [
        ...tokenOf("level", level),
        ...tokenOf("release", release),
        ...tokenOf("stage", environment),
        ...tokenOf("platform", platform),
      ],
      ...(q ? { text: q } : {}),
    };
  },

  *matcher({ level, release, environment, platform, q }, head, body) {
    const has = (column: "release" | "stage" | "platform", value: string | undefined, index: number): boolean =>
      value === undefined || (head[column].get(index) === value && (head.given.get(index) & given[column]) !== 0);
    const hasText = q ? yield* textMatcher(q, body) : () => true;
    if (hasText === null) return null;
    return (index) =>
      (level === undefined || head.level.get(index) === level) &&
      has("release", release, index) &&
      has("stage", environment, index) &&
      has("platform", platform, index) &&
      hasText(index);
  },

  bytesOf: ({ bytes }, index) => bytes.get(index),
  read: readEvent,
  bytesBeside: (db, tenant, rows) => bytesOfSymbolications(db, tenant, "event", rows.map(symbolicationKey)),
};

/** Null when it is in none of the texts. */
function* textMatcher(q: string, body: BodyOf<EventRecords> | null): Sliceable<((index: number) => boolean) | null> {
  if (body === null) return null;
  const { message, exceptionType, exceptionValue } = body;
  const pattern = textPattern(q);
  const types = exceptionType.values.map((type) => pattern.test(type));
  const mayMatch =
    types.includes(true) || (yield* message.mayMatch(pattern)) || (yield* exceptionValue.mayMatch(pattern));
  if (!mayMatch) return null;
  return (index) =>
    types[exceptionType.places[index] as number] === true ||
    pattern.test(message.get(index)) ||
    pattern.test(exceptionValue.get(index));
}

export function readEvent(head: HeadOf<EventRecords>, body: BodyOf<EventRecords>, index: number): ReadEvent {
  const isGiven = head.given.get(index);
  return {
    eventId: head.eventId.get(index),
    receivedAt: new Date(Number(head.receivedAt.get(index))),
    source: head.source.get(index) as EventRecord["source"],
    time: Number(head.time.get(index) / 1_000_000n),
    level: head.level.get(index),
    message: isGiven & given.message ? body.message.get(index) : null,
    release: isGiven & given.release ? head.release.get(index) : null,
    stage: isGiven & given.stage ? head.stage.get(index) : null,
    platform: isGiven & given.platform ? head.platform.get(index) : null,
    traceId: isGiven & given.traceId ? body.traceId.get(index) : null,
    spanId: isGiven & given.spanId ? body.spanId.get(index) : null,
    payloadJson: body.payload.get(index),
  };
}

/** Newest first, by the events' own time. Throws Problem INVALID_CURSOR. */
export async function listEvents(
  db: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  filters: EventFilters,
  page: PageRequest,
  budget?: PageBudget,
): Promise<RecordPage<StoredEvent>> {
  const { items, ...rest } = await listNewest({ db, cursors }, eventList, tenant, filters, page, budget);
  return { items: await withSymbolications(db, tenant, items), ...rest };
}

/** The latest receipt of the event; null when there is none. */
export async function getEvent(db: Queryable, tenant: Tenant, eventId: string): Promise<StoredEvent | null> {
  // Most that are asked for are recent, and few of what is stored is.
  const recent = Date.now() - dayMs;
  const latest =
    (await latestReceipt(db, tenant, eventId, [recent, Number.MAX_SAFE_INTEGER])) ??
    (await latestReceipt(db, tenant, eventId, [0, recent - 1]));
  if (latest === null) return null;
  const [event] = await withSymbolications(db, tenant, [latest]);
  return event ?? null;
}

/** The event as it was received last between the two times (ms, both included); null when it was not. */
export async function latestReceipt(
  db: Queryable,
  tenant: Tenant,
  eventId: string,
  received: readonly [from: number, to: number],
): Promise<ReadEvent | null> {
  const [latest] = await findRecords(db, eventRecords, tenant, {
    token: { column: "ids", quality: "event", values: [eventId] },
    received,
    keyOf: (head, index) => (head.eventId.get(index) === eventId ? eventId : null),
    choose: (found) => found.toSorted((a, b) => b.receivedAt - a.receivedAt).slice(0, 1),
    read: readEvent,
  });
  return latest ?? null;
}

export interface EventKey {
  readonly eventId: string;
  readonly receivedAt: Date;
}

/**
 * Reads the event of each id and time of receipt, in the order of the keys. Events that are gone are left out. Reading ends with the event that
 * makes the answer exceed `mostBytes`; `reached` is the number of keys up to and including that event, or all of them.
 */
export async function eventsReceived(
  db: Queryable,
  tenant: Tenant,
  keys: readonly EventKey[],
  mostBytes: number = defaultBudget.pageBytes,
): Promise<{ readonly events: StoredEvent[]; readonly reached: number }> {
  if (keys.length === 0) return { events: [], reached: 0 };
  const times = keys.map(({ receivedAt }) => receivedAt.getTime());
  const ids = [...new Set(keys.map(({ eventId }) => eventId))];
  const positions = new Map(keys.map(({ eventId, receivedAt }, at) => [`${receivedAt.getTime()} ${eventId}`, at]));
  let chosen: readonly FoundRecord<number>[] = [];
  let left = 0;
  const rows = await findRecords(db, eventRecords, tenant, {
    token: { column: "ids", quality: "event", values: ids },
    received: [Math.min(...times), Math.max(...times)],
    keyOf: (head, index) => positions.get(`${head.receivedAt.get(index)} ${head.eventId.get(index)}`) ?? null,
    choose(found) {
      const sorted = found.toSorted((a, b) => a.key - b.key);
      chosen = sorted.slice(
        0,
        countReaching(sorted, ({ bytes }) => bytes, mostBytes),
      );
      left = sorted.length - chosen.length;
      return chosen;
    },
    read: readEvent,
  });
  const beside = await bytesOfSymbolications(db, tenant, "event", rows.map(symbolicationKey));
  const sizes = beside.map((bytes, at) => bytes + (chosen[at]?.bytes ?? 0));
  const fitting = countReaching(sizes, (size) => size, mostBytes);
  const isAll = left === 0 && fitting === rows.length;
  return {
    events: await withSymbolications(db, tenant, rows.slice(0, fitting)),
    reached: isAll ? keys.length : (chosen[fitting - 1]?.key ?? 0) + 1,
  };
}

async function withSymbolications(db: Queryable, tenant: Tenant, rows: readonly ReadEvent[]): Promise<StoredEvent[]> {
  const symbolications = await symbolicationsOf(db, tenant, "event", rows.map(symbolicationKey));
  return rows.map((row, index) => ({ ...row, symbolication: symbolications[index] ?? null }));
}

/** Members that hold stacks. Each stands unescaped in the payload of an event that has one. */
const stackFields = ['"exception":', '"nativeStacktrace":', '"nativeFrames":'] as const;

/** Null for events without a stack, which are most of them. */
function symbolicationKey({ eventId, receivedAt, payloadJson }: ReadEvent): SymbolicationKey | null {
  const isStacked = stackFields.some((field) => payloadJson.includes(field));
  return isStacked ? { subject: eventId, receivedAt } : null;
}
