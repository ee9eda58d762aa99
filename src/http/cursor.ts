/**
 * Page cursors: opaque to the client, signed, and good only for the list and filters they were issued for. A cursor
 * holds the position of the last item of a page, so that pages neither repeat nor skip what was there already while
 * new items arrive.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { Problem } from "./problem.ts";

/** The sort key of the last item, most significant part first. */
export type Position = readonly (string | number)[];

/** What a cursor is bound to: the list's name, the tenant, the filters. */
export type CursorScope = Readonly<Record<string, unknown>>;

const maxCursorLength = 2_048;
const macLength = 16;

/** Issues and reads cursors with a key derived from `secret`; processes with one secret read each other's. */
export class Cursors {
  readonly #key: Buffer;

  constructor(secret: Uint8Array | string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "accord page cursors v1", 32));
  }

  seal(scope: CursorScope, position: Position): string {
    const text = Buffer.from(JSON.stringify(position));
    return Buffer.concat([this.#mac(scope, text), text]).toString("base64url");
  }

  /** The position that was sealed for this scope. Throws Problem INVALID_CURSOR for any other cursor. */
  open(scope: CursorScope, cursor: string): Position {
    if (cursor.length > maxCursorLength || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw new Problem("INVALID_CURSOR");
    const bytes = Buffer.from(cursor, "base64url");
    const text = bytes.subarray(macLength);
    // A second spelling of the same bytes is not the cursor that was issued.
    if (bytes.length <= macLength || bytes.toString("base64url") !== cursor) throw new Problem("INVALID_CURSOR");
    if (!timingSafeEqual(bytes.subarray(0, macLength), this.#mac(scope, text))) throw new Problem("INVALID_CURSOR");
    return JSON.parse(text.toString()) as Position;
  }

  #mac(scope: CursorScope, text: Buffer): Buffer {
    return createHmac("sha256", this.#key)
      .update(canonical(scope))
      .update("\0")
      .update(text)
      .digest()
      .subarray(0, macLength);
  }
}

/** The same text for the same filters, in whatever order they were given; absent and undefined are the same. */
function canonical(scope: CursorScope): string {
  return JSON.stringify(
    Object.entries(scope)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
