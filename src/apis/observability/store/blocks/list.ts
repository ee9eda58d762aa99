/** Lists of a tenant's records, newest first, page by page. Whatever is asked, a page costs a bounded amount of work. */
import type { CursorScope, Cursors, Position } from "#src/http/cursor.ts";
import { Slice, type Sliceable } from "#src/http/event-loop.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import { countReaching } from "#src/storage/fitting.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { type ChunkAbout, newestChunks, readChunks, steadily, type Wanted } from "./chunks.ts";
import { type BodyOf, type HeadOf, millisecondsOf, type RecordKind } from "./kind.ts";

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Filters that the lists share. */
export interface RecordFilters {
  /** Bounds of the record's own time, both included. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Part of the record's text, in either case. */
  readonly q?: string | undefined;
}

export interface RecordPage<Row> {
  readonly items: Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The search stopped before it had filled the page or seen everything. */
  readonly incomplete: boolean;
}

/** How far one page goes. */
export interface PageBudget {
  /** A search opens no further chunk after this time (milliseconds). */
  readonly scanMs: number;
  /** The page ends with the record that reaches it. */
  readonly pageBytes: number;
}

export const defaultBudget: PageBudget = { scanMs: 1_000, pageBytes: 4 * 1024 * 1024 };

/** A kind of record, as its list reads it. */
export interface NewestList<Kind extends RecordKind, Filters extends RecordFilters, Row> {
  readonly kind: Kind;
  /** The list's name in its cursors. */
  readonly name: string;
  /** Makes records of one time and receipt differ. */
  readonly tiesOf: (head: HeadOf<Kind>, index: number) => readonly (string | number)[];
  /** The conditions that select chunks, beside the times. */
  readonly wanted: (filters: Filters) => Pick<Wanted, "tokens" | "text">;
  /** Whether a record meets the filters, beside the times. The body is there where `text` is wanted. */
  readonly matcher: (
    filters: Filters,
    head: HeadOf<Kind>,
    body: BodyOf<Kind> | null,
  ) => Sliceable<((index: number) => boolean) | null>;
  /** Bytes that a record adds to an answer. */
  readonly bytesOf: (head: HeadOf<Kind>, index: number) => number;
  readonly read: (head: HeadOf<Kind>, body: BodyOf<Kind>, index: number) => Row;
  /** Bytes that the answer has beside these records, for each of them. */
  readonly bytesBeside?: (db: Queryable, tenant: Tenant, rows: readonly Row[]) => Promise<readonly number[]>;
}

interface Found<Kind extends RecordKind> {
  readonly about: ChunkAbout;
  readonly head: HeadOf<Kind>;
  readonly openBody: (() => BodyOf<Kind>) | null;
  readonly index: number;
  readonly time: bigint;
  readonly receivedAt: bigint;
}

/** Newest first. Throws Problem INVALID_CURSOR. */
export async function listNewest<Kind extends RecordKind, Filters extends RecordFilters, Row>(
  { db, cursors }: { readonly db: Queryable; readonly cursors: Cursors },
  list: NewestList<Kind, Filters, Row>,
  tenant: Tenant,
  filters: Filters,
  { limit, cursor }: PageRequest,
  budget: PageBudget = defaultBudget,
): Promise<RecordPage<Row>> {
  const filtered = Object.entries(filters).map(([name, value]) => [`filter ${name}`, value]);
  const scope: CursorScope = { list: list.name, ...tenant, ...Object.fromEntries(filtered) };
  const after = cursor === undefined ? null : cursors.open(scope, cursor);
  return await steadily(async () => {
    const { found, end } = await scan(db, list, tenant, filters, { after, limit, budget });
    const items = found.slice(0, limit);
    const rows = await read(db, list, tenant, items);
    const fitting = await countBeside(db, list, tenant, items, rows, budget.pageBytes);
    const last = found[fitting - 1];
    const isCut = fitting < found.length || (last !== undefined && end === "full");
    if (last !== undefined && isCut)
      return {
        items: rows.slice(0, fitting),
        nextCursor: cursors.seal(scope, positionOf(list, last)),
        incomplete: false,
      };
    if (typeof end === "string") return { items: rows, nextCursor: null, incomplete: false };
    return { items: rows, nextCursor: cursors.seal(scope, [String(end)]), incomplete: true };
  });
}

function positionOf<Kind extends RecordKind>(
  { tiesOf }: Pick<NewestList<Kind, RecordFilters, never>, "tiesOf">,
  { time, receivedAt, head, index }: Found<Kind>,
): Position {
  return [String(time), Number(receivedAt), ...tiesOf(head, index)];
}

interface Scan {
  readonly after: Position | null;
  readonly limit: number;
  readonly budget: PageBudget;
}

/**
 * The next records, one more than the page takes where there is one; `full` when they are enough bytes. Where the time was over, `end` is the
 * time (ns) from which on everything was looked at.
 */
async function scan<Kind extends RecordKind, Filters extends RecordFilters>(
  db: Queryable,
  list: Omit<NewestList<Kind, Filters, never>, "bytesBeside" | "read">,
  tenant: Tenant,
  filters: Filters,
  { after, limit, budget }: Scan,
): Promise<{ found: Found<Kind>[]; end: "all" | "full" | bigint }> {
  const { since, until } = filters;
  const fromMs = since?.getTime() ?? 0;
  const afterTime = after === null ? null : BigInt(after[0] ?? 0);
  // Where a search was stopped, all of that time was looked at.
  const isTimeAlone = after?.length === timeAlone;
  const toMs = Math.min(
    until?.getTime() ?? Number.MAX_SAFE_INTEGER,
    afterTime === null ? Number.MAX_SAFE_INTEGER : millisecondsOf(isTimeAlone ? afterTime - 1n : afterTime),
  );
  const wanted = {
    fromMs,
    toMs,
    // Clocks are no more than a day ahead of the receipt.
    receivedFrom: fromMs - dayMs,
    ...list.wanted(filters),
  };
  const compare = (a: Found<Kind>, b: Found<Kind>): number =>
    Number(b.time - a.time) ||
    Number(b.receivedAt - a.receivedAt) ||
    compareTies(list.tiesOf(b.head, b.index), list.tiesOf(a.head, a.index));
  const isBehind = (one: Found<Kind>): boolean => {
    if (after === null || afterTime === null || one.time < afterTime) return true;
    if (one.time > afterTime || isTimeAlone) return false;
    const [, receivedAt, ...ties] = after;
    return (Number(one.receivedAt) - Number(receivedAt) || compareTies(list.tiesOf(one.head, one.index), ties)) < 0;
  };
  const first = BigInt(fromMs) * 1_000_000n;
  const end = BigInt(Math.min(toMs, lastMs) + 1) * 1_000_000n;
  let found: Found<Kind>[] = [];
  const slice = new Slice();
  const chunks = newestChunks(db, list.kind, tenant, wanted, wanted.text !== undefined, {
    items: limit + 1,
    scanMs: budget.scanMs,
  });
  for await (const { about, head, body, openBody, next, isOver } of chunks) {
    slice.begin();
    const matches = await slice.run(list.matcher(filters, head, body));
    const here: Found<Kind>[] = [];
    for (let index = 0; matches !== null && index < about.items; index++) {
      if ((body !== null || index % itemsBetweenLooks === 0) && slice.isOver) await slice.next();
      // Before its times, which are 64-bit numbers: each of them is an object.
      if (!matches(index)) continue;
      const time = head.time.get(index);
      if (time < first || time >= end) continue;
      const one = { about, head, openBody, index, time, receivedAt: head.receivedAt.get(index) };
      if (isBehind(one)) here.push(one);
    }
    if (here.length > 0)
      found = fittingOf(
        list,
        [...found, ...here.sort(compare).slice(0, limit + 1)].sort(compare),
        limit,
        budget.pageBytes,
      );
    if (next === null) break;
    const last = found.at(-1);
    const isFull = found.length > limit || bytesOf(list, found) > budget.pageBytes;
    if (isFull && last !== undefined && millisecondsOf(last.time) > next) break;
    if (isOver()) {
      const seen = found.filter(({ time }) => millisecondsOf(time) > next);
      if (seen.length > limit) return { found: seen, end: "all" };
      return { found: seen, end: BigInt(next + 1) * 1_000_000n };
    }
    if (slice.isOver) await slice.next();
  }
  return { found, end: found.length <= limit && bytesOf(list, found) > budget.pageBytes ? "full" : "all" };
}

/** Records of a chunk that are compared before the time is looked at; with texts, which may be long, it is looked at each time. */
const itemsBetweenLooks = 1_024;
/** Parts of a position that names a time and no record. */
const timeAlone = 1;
/** The last millisecond of 2^63 nanoseconds. */
const lastMs = 9_223_372_036_853;

function compareTies(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, mine] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (mine !== other) return mine < other ? -1 : 1;
  }
  return 0;
}

function bytesOf<Kind extends RecordKind>(
  list: Pick<NewestList<Kind, RecordFilters, never>, "bytesOf">,
  found: readonly Found<Kind>[],
): number {
  return found.reduce((sum, { head, index }) => sum + list.bytesOf(head, index), 0);
}

/** As many as a page takes, and one more; or up to the one that passes the bytes. */
function fittingOf<Kind extends RecordKind>(
  list: Pick<NewestList<Kind, RecordFilters, never>, "bytesOf">,
  sorted: Found<Kind>[],
  limit: number,
  mostBytes: number,
): Found<Kind>[] {
  const some = sorted.slice(0, limit + 1);
  const reaching = countReaching(some, ({ head, index }) => list.bytesOf(head, index), mostBytes);
  return some.slice(0, reaching);
}

async function read<Kind extends RecordKind, Row>(
  db: Queryable,
  list: NewestList<Kind, never, Row>,
  tenant: Tenant,
  items: readonly Found<Kind>[],
): Promise<Row[]> {
  const rows = new Array<Row>(items.length);
  const byChunk = Map.groupBy(items.entries(), ([, { about }]) => about);
  const addRows = (about: ChunkAbout, head: HeadOf<Kind>, body: BodyOf<Kind>) => {
    for (const [position, { index }] of byChunk.get(about) ?? []) rows[position] = list.read(head, body, index);
  };
  const long: ChunkAbout[] = [];
  for (const { about, head, openBody } of new Map(items.map((item) => [item.about, item])).values())
    if (openBody === null) long.push(about);
    else addRows(about, head, openBody());
  for await (const { about, head, body } of readChunks(db, list.kind, tenant, long, true))
    addRows(about, head, body as BodyOf<Kind>);
  return rows;
}

/** How many of the records fit with what the answer has beside them. */
async function countBeside<Kind extends RecordKind, Row>(
  db: Queryable,
  { bytesBeside, bytesOf }: NewestList<Kind, never, Row>,
  tenant: Tenant,
  items: readonly Found<Kind>[],
  rows: readonly Row[],
  mostBytes: number,
): Promise<number> {
  if (bytesBeside === undefined || rows.length === 0) return rows.length;
  const sizes = (await bytesBeside(db, tenant, rows)).map((beside, position) => {
    const { head, index } = items[position] as Found<Kind>;
    return beside + bytesOf(head, index);
  });
  return countReaching(sizes, (size) => size, mostBytes);
}
