// SQL: partitioned tables that no entity maps, read in the form they are answered in, and no further than a bound.
/** Lists of a tenant's records, newest first, page by page. Whatever is asked, a page costs a bounded amount of work. */
import type { CursorScope, Cursors, Position } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { TenantFilter } from "./filter.ts";
import { defaultScanBudget, type ScanBudget, ScanPace } from "./scan-pace.ts";

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Filters that the lists of events and of log records share. */
export interface RecordFilters {
  /** Bounds of the record's own time, both included. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Part of the record's text, in either case. */
  readonly q?: string | undefined;
}

/** A kind of record, as its list reads it. */
export interface RecordList<Row, Filters extends RecordFilters> {
  /** The table, and the list's name in its cursors. */
  readonly table: string;
  /** The selected columns. */
  readonly columns: string;
  /** An expression for the bytes of a row that count towards those of a page. */
  readonly bytes: string;
  /** Bytes that the answer repeats with each of these rows, and that count as well. */
  readonly sharedBytes?: (db: Queryable, tenant: Tenant, rows: readonly Row[]) => Promise<readonly number[]>;
  /** Columns and their types, most significant first: their index is read backwards. The last ones make rows differ. */
  readonly order: readonly (readonly [column: string, type: "timestamptz" | "bigint" | "text" | "uuid" | "integer"])[];
  /** Columns of the primary key that are not in the order. */
  readonly keyBesides?: readonly string[];
  /** Of a row, in that order; a timestamptz in ms since the epoch. */
  readonly positionOf: (row: Row) => Position;
  /** Adds the conditions that an index finds the rows by. */
  readonly addIndexed: (filter: TenantFilter, filters: Filters) => void;
  /** Conditions that every row between is held against. */
  readonly checked: (filter: TenantFilter, filters: Filters) => readonly string[];
}

export interface RecordPage<Row> {
  readonly items: Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The search stopped before it had filled the page or seen everything. */
  readonly incomplete: boolean;
}

/** How far one page goes. */
export interface PageBudget extends ScanBudget {
  /** The page ends with the row that reaches it. */
  readonly pageBytes: number;
}

export const defaultBudget: PageBudget = { ...defaultScanBudget, pageBytes: 4 * 1024 * 1024 };

type Scanned<Row> = Row & { readonly matching: boolean | null; readonly place: string; readonly bytes_so_far: string };

/** Throws Problem INVALID_CURSOR. */
export async function listRecords<Row extends object, Filters extends RecordFilters>(
  { db, cursors }: { readonly db: Queryable; readonly cursors: Cursors },
  list: RecordList<Row, Filters>,
  tenant: Tenant,
  filters: Filters,
  { limit, cursor }: PageRequest,
  budget: PageBudget = defaultBudget,
): Promise<RecordPage<Row>> {
  // Events have an environment of their own, which is not that of the tenant.
  const filtered = Object.entries(filters).map(([name, value]) => [`filter ${name}`, value]);
  const scope: CursorScope = { list: list.table, ...tenant, ...Object.fromEntries(filtered) };
  const pace = new ScanPace(budget);
  const items: Row[] = [];
  const cursorAfter = (row: Row) => cursors.seal(scope, list.positionOf(row));
  const pageUntil = async (row: Row | undefined, incomplete = false): Promise<RecordPage<Row>> => {
    const fitting = items.slice(0, await fittingCount(db, list, tenant, items, budget.pageBytes));
    const last = fitting.at(-1);
    if (last !== undefined && fitting.length < items.length)
      return { items: fitting, nextCursor: cursorAfter(last), incomplete: false };
    return { items, nextCursor: row === undefined ? null : cursorAfter(row), incomplete };
  };
  let after = cursor === undefined ? null : cursors.open(scope, cursor);
  let bytes = 0;
  for (;;) {
    const { step } = pace;
    // A row more than the page takes tells whether there is another page.
    const want = { after, step, take: limit + 1 - items.length, bytes: budget.pageBytes - bytes };
    const rows = await scan(db, list, tenant, filters, want);
    for (const row of rows) {
      if (row.matching !== true) continue;
      if (items.length === limit) return pageUntil(items.at(-1));
      items.push(row);
      if (bytes + Number(row.bytes_so_far) > budget.pageBytes) return pageUntil(row);
    }
    const last = rows.at(-1);
    if (last === undefined || Number(last.place) < step) return pageUntil(undefined);
    if (!pace.goesOn()) return pageUntil(last, true);
    bytes += Number(last.bytes_so_far);
    after = list.positionOf(last);
  }
}

/** How many of the rows, up to the one that passes the bytes, fit with what the answer repeats for each. */
async function fittingCount<Row extends object, Filters extends RecordFilters>(
  db: Queryable,
  { sharedBytes }: RecordList<Row, Filters>,
  tenant: Tenant,
  rows: readonly Row[],
  mostBytes: number,
): Promise<number> {
  if (sharedBytes === undefined || rows.length === 0) return rows.length;
  let bytes = 0;
  const passes = (await sharedBytes(db, tenant, rows)).findIndex((shared) => {
    bytes += shared;
    return bytes > mostBytes;
  });
  return passes === -1 ? rows.length : passes + 1;
}

interface Step {
  readonly after: Position | null;
  /** Rows to look at. */
  readonly step: number;
  /** Matching rows to return at most, beside the last row that was looked at. */
  readonly take: number;
  /** Bytes of rows, which end with the row that passes them. */
  readonly bytes: number;
}

/** The next matching rows, and the last row of the step if it is a whole one. */
async function scan<Row extends object, Filters extends RecordFilters>(
  db: Queryable,
  { table, columns, bytes, order, keyBesides = [], addIndexed, checked }: RecordList<Row, Filters>,
  tenant: Tenant,
  filters: Filters,
  { after, step, take, bytes: mostBytes }: Step,
): Promise<Scanned<Row>[]> {
  // Clocks are no more than a day ahead of the receipt: the API refuses events that are.
  const filter = new TenantFilter(tenant).receivedSince(filters.since);
  addIndexed(filter, filters);
  const names = order.map(([column]) => column);
  if (after !== null) {
    const place = order.map(([, type], index) => {
      const part = type === "timestamptz" ? new Date(Number(after[index])) : after[index];
      return `${filter.bind(part)}::${type}`;
    });
    filter.and(`(${names.join(", ")}) < (${place.join(", ")})`);
  }
  const conditions = checked(filter, filters);
  const matching = conditions.length === 0 ? "true" : conditions.map((condition) => `(${condition})`).join(" AND ");
  const newestFirst = names.map((name) => `${name} DESC`).join(", ");
  const key = [...keyBesides, ...names];
  // The window runs over the rows as they come from the index, without what they carry, and the LIMIT beside it ends it
  // early; those that are found are read by the primary key.
  const { rows } = await db.query<Scanned<Row>>(
    `SELECT ${columns}, matching, place, bytes_so_far FROM (
       SELECT * FROM (
         SELECT *, row_number() OVER so_far AS place,
           sum(CASE WHEN matching THEN row_bytes ELSE 0 END) OVER so_far AS bytes_so_far
         FROM (
           SELECT ${key.map((name) => `${name} AS at_${name}`).join(", ")}, ${bytes} AS row_bytes, ${matching} AS matching
           FROM ${table} WHERE ${filter} ORDER BY ${newestFirst} LIMIT ${step}
         ) AS looked_at
         WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)
       ) AS counted
       WHERE (matching AND bytes_so_far - row_bytes <= ${filter.bind(mostBytes)}::bigint) OR place = ${step}
       LIMIT ${take + 1}
     ) AS found, LATERAL (
       SELECT * FROM ${table} WHERE project_id = $1 AND environment = $2
         AND ${key.map((name) => `${name} = at_${name}`).join(" AND ")} LIMIT 1
     ) AS ${table}
     ORDER BY place`,
    filter.values,
  );
  return rows;
}
