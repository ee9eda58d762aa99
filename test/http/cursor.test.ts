import { expect } from "chai";
import fc from "fast-check";
import { type CursorPage, Cursors } from "#src/http/cursor.ts";
import { Problem } from "#src/http/problem.ts";
import { anyCharacter } from "#test/support/any-character.ts";

describe("page cursors", () => {
  const cursors = new Cursors("a secret of the server");
  const scope = { list: "events", projectId: "p1", environment: "test", level: 50 };
  const cursor = cursors.seal(scope, [1_700_000_000_000, "evt_1"]);
  const opening = (given: string, of: Record<string, unknown> = scope, by = cursors) => {
    try {
      return by.open(of, given);
    } catch (error) {
      return error instanceof Problem ? error.code : error;
    }
  };

  it("gives back the position it was made from", () => {
    const part = fc.oneof(
      fc.maxSafeInteger(),
      fc.string({ unit: anyCharacter, maxLength: 50 }).map((s) => s.toWellFormed()),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (position) => {
        expect(cursors.open(scope, cursors.seal(scope, position))).to.deep.equal(position);
      }),
    );
  });

  it("is read by another process with the same secret", () => {
    expect(opening(cursor, scope, new Cursors("a secret of the server"))).to.deep.equal([1_700_000_000_000, "evt_1"]);
  });

  it("is refused under another secret", () => {
    expect(opening(cursor, scope, new Cursors("another secret"))).to.equal("INVALID_CURSOR");
  });

  it("is refused for another list, tenant, environment or filter", () => {
    for (const change of [{ list: "logs" }, { projectId: "p2" }, { environment: "live" }, { level: 40 }, { q: "x" }]) {
      expect(opening(cursor, { ...scope, ...change }), JSON.stringify(change)).to.equal("INVALID_CURSOR");
    }
  });

  it("is accepted when the same filters come in another order or an absent one is spelled out", () => {
    const same = { level: 50, environment: "test", projectId: "p1", list: "events", q: undefined };
    expect(opening(cursor, same)).to.be.an("array");
  });

  it("is refused when any character of it is changed", () => {
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(..."ABCxyz019-_"), (index, character) => {
        fc.pre(cursor[index] !== character);
        const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
        expect(opening(changed)).to.equal("INVALID_CURSOR");
      }),
    );
  });

  it("is refused when it is anything else", () => {
    for (const text of ["", "x", "a b", "%%%", cursor.slice(0, -1), `${cursor}A`, "A".repeat(3_000), `${cursor}=`]) {
      expect(opening(text), text).to.equal("INVALID_CURSOR");
    }
  });

  it("pages through a list, each row once, and names no next page after the last", async () => {
    const list = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));
    const seen: number[][] = [];
    let next: string | null = null;
    do {
      const page: CursorPage<{ id: number }> = await cursors.page({
        scope,
        limit: 3,
        cursor: next ?? undefined,
        read: async (after, take) => list.filter(({ id }) => after === null || id > Number(after[0])).slice(0, take),
        positionOf: ({ id }) => [id],
      });
      seen.push(page.items.map(({ id }) => id));
      next = page.nextCursor;
    } while (next !== null);
    expect(seen).to.deep.equal([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it("names no next page where the last page is full, nor where the list is empty", async () => {
    for (const list of [[1, 2], []]) {
      const read = async () => list;
      const page = await cursors.page({ scope, limit: 2, cursor: undefined, read, positionOf: (id) => [id] });
      expect(page).to.deep.equal({ items: list, nextCursor: null });
    }
  });
});
