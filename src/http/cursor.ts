/**
 * Page cursors: opaque, signed, and valid only for the list and filters for which they were issued. A cursor holds the sort key of the
 * last item of a page, so that pages neither repeat nor skip existing items while new ones arrive.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { Problem } from "./problem.ts";

/** The sort key of the last item, most significant part first. */
export type Position = readonly (string | number)[];

/** The list, tenant and filters that a cursor is bound to. */
export type CursorScope = Readonly<Record<string, unknown>>;

export interface CursorPage<Row> {
  readonly items: Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface CursorQuery<Row> {
  readonly scope: CursorScope;
  /** Most items of the page. */
  readonly limit: number;
  /** The `nextCursor` of the page before; undefined for the first page. */
  readonly cursor: string | undefined;
  /** Reads up to `take` rows in the order of the list, after a position or from the beginning. */
  readonly read: (after: Position | null, take: number) => Promise<readonly Row[]>;
  /** Returns the sort key of a row, which must be unique. */
  readonly positionOf: (row: Row) => Position;
}

const maxCursorLength = 2_048;
const macLength = 16;

/**
 * Issues and reads cursors with a key derived from `secret`. Processes with the same secret read each other's cursors.
 *
 *     const page = await cursors.page({
 *       scope: { list: "quotes", businessId, environment, status },
 *       limit,
 *       cursor,
 *       read: (after, take) =>
 *         quotes.find({
 *           where: { businessId, environment, status, ...(after !== null && { id: LessThan(after[0]) }) },
 *           order: { id: "DESC" },
 *           take,
 *         }),
 *       positionOf: ({ id }) => [id],
 *     });
 */
export class Cursors {
  readonly #key: Buffer;
  readonly #keys: readonly Buffer[];

  /** Issues cursors with `secret`; also reads cursors of the other secrets. */
  constructor(secret: Uint8Array | string, ...others: readonly (Uint8Array | string)[]) {
    this.#key = keyOf(secret);
    this.#keys = [this.#key, ...others.map(keyOf)];
  }

  seal(scope: CursorScope, position: Position): string {
    const text = Buffer.from(JSON.stringify(position));
    return Buffer.concat([macOf(this.#key, scope, text), text]).toString("base64url");
  }

  /** Verifies a cursor and returns its position. Throws Problem INVALID_CURSOR for any cursor that was not issued for this scope. */
  open(scope: CursorScope, cursor: string): Position {
    if (cursor.length > maxCursorLength || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw new Problem("INVALID_CURSOR");
    const bytes = Buffer.from(cursor, "base64url");
    const text = bytes.subarray(macLength);
    // Another base64url spelling of the same bytes is not the issued cursor.
    if (bytes.length <= macLength || bytes.toString("base64url") !== cursor) throw new Problem("INVALID_CURSOR");
    const mac = bytes.subarray(0, macLength);
    if (!this.#keys.some((key) => timingSafeEqual(mac, macOf(key, scope, text)))) throw new Problem("INVALID_CURSOR");
    return JSON.parse(text.toString()) as Position;
  }

  /** Reads one page of a list, and one row more to learn whether there is another page. Throws Problem INVALID_CURSOR. */
  async page<Row>({ scope, limit, cursor, read, positionOf }: CursorQuery<Row>): Promise<CursorPage<Row>> {
    const after = cursor === undefined ? null : this.open(scope, cursor);
    const rows = await read(after, limit + 1);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const more = rows.length > limit && last !== undefined;
    return { items, nextCursor: more ? this.seal(scope, positionOf(last)) : null };
  }
}

function keyOf(secret: Uint8Array | string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "accord page cursors v1", 32));
}

function macOf(key: Buffer, scope: CursorScope, text: Buffer): Buffer {
  return createHmac("sha256", key).update(canonical(scope)).update("\0").update(text).digest().subarray(0, macLength);
}

/** The canonical text of a scope. The order of its members does not matter; a missing member equals an undefined one. */
function canonical(scope: CursorScope): string {
  return JSON.stringify(
    Object.entries(scope)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
