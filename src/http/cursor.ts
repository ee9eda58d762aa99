/**
 * Page cursors: opaque to the client, signed, and good only for the list and filters they were issued for. A cursor
 * holds the position of the last item of a page, so that pages neither repeat nor skip what was there already while
 * new items arrive.
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
  /** Of the page before; undefined for the first page. */
  readonly cursor: string | undefined;
  /** Reads up to `take` rows in the order of the list: those after a position, or from the beginning. */
  readonly read: (after: Position | null, take: number) => Promise<readonly Row[]>;
  /** The row's sort key, which must differ from row to row. */
  readonly positionOf: (row: Row) => Position;
}

const maxCursorLength = 2_048;
const macLength = 16;

/**
 * Issues and reads cursors with a key derived from `secret`; processes with one secret read each other's.
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

  /** Cursors of the other secrets are read as well. */
  constructor(secret: Uint8Array | string, ...others: readonly (Uint8Array | string)[]) {
    this.#key = keyOf(secret);
    this.#keys = [this.#key, ...others.map(keyOf)];
  }

  seal(scope: CursorScope, position: Position): string {
    const text = Buffer.from(JSON.stringify(position));
    return Buffer.concat([macOf(this.#key, scope, text), text]).toString("base64url");
  }

  /** The position that was sealed for this scope. Throws Problem INVALID_CURSOR for any other cursor. */
  open(scope: CursorScope, cursor: string): Position {
    if (cursor.length > maxCursorLength || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw new Problem("INVALID_CURSOR");
    const bytes = Buffer.from(cursor, "base64url");
    const text = bytes.subarray(macLength);
    // A second spelling of the same bytes is not the cursor that was issued.
    if (bytes.length <= macLength || bytes.toString("base64url") !== cursor) throw new Problem("INVALID_CURSOR");
    const mac = bytes.subarray(0, macLength);
    if (!this.#keys.some((key) => timingSafeEqual(mac, macOf(key, scope, text)))) throw new Problem("INVALID_CURSOR");
    return JSON.parse(text.toString()) as Position;
  }

  /** One page of a list. Reads a row more than it gives, which tells whether there is another page. Throws Problem INVALID_CURSOR. */
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

/** The same text for the same filters, in whatever order they were given; absent and undefined are the same. */
function canonical(scope: CursorScope): string {
  return JSON.stringify(
    Object.entries(scope)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
