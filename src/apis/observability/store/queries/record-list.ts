// SQL: partitioned tables that no entity maps, read in the form they are answered in.
/** Lists of a tenant's records, newest first, page by page. */

import type { CursorPage, CursorScope, Cursors, Position } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { TenantFilter } from "./filter.ts";

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What the lists of events and of log records are filtered by alike. */
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
  /** What is selected of a row. */
  readonly columns: string;
  /** Columns and their types, most significant first: their index is read backwards. The last ones make rows differ. */
  readonly order: readonly (readonly [column: string, type: "timestamptz" | "bigint" | "text" | "uuid" | "integer"])[];
  /** Of a row, in that order; a timestamptz in ms since the epoch. */
  readonly positionOf: (row: Row) => Position;
  /** Adds the conditions that the filters stand for. */
  readonly addConditions: (filter: TenantFilter, filters: Filters) => void;
}

/** Throws Problem INVALID_CURSOR. */
export function listRecords<Row extends object, Filters extends RecordFilters>(
  { db, cursors }: { readonly db: Queryable; readonly cursors: Cursors },
  { table, columns, order, positionOf, addConditions }: RecordList<Row, Filters>,
  tenant: Tenant,
  filters: Filters,
  { limit, cursor }: PageRequest,
): Promise<CursorPage<Row>> {
  // Events have an environment of their own, which is not that of the tenant.
  const filtered = Object.entries(filters).map(([name, value]) => [`filter ${name}`, value]);
  const scope: CursorScope = { list: table, ...tenant, ...Object.fromEntries(filtered) };
  const names = order.map(([column]) => column);
  return cursors.page<Row>({
    scope,
    limit,
    cursor,
    positionOf,
    async read(after, take) {
      // Clocks are no more than a day ahead of the receipt: the API refuses events that are.
      const filter = new TenantFilter(tenant).receivedSince(filters.since);
      addConditions(filter, filters);
      if (after !== null) {
        const place = order.map(([, type], index) => {
          const part = type === "timestamptz" ? new Date(Number(after[index])) : after[index];
          return `${filter.bind(part)}::${type}`;
        });
        filter.and(`(${names.join(", ")}) < (${place.join(", ")})`);
      }
      const { rows } = await db.query<Row>(
        `SELECT ${columns} FROM ${table} WHERE ${filter}
         ORDER BY ${names.map((name) => `${name} DESC`).join(", ")} LIMIT ${filter.bind(take)}`,
        filter.values,
      );
      return rows;
    },
  });
}
