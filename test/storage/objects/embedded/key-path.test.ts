import { expect } from "chai";
import fc from "fast-check";
import { fromBytes, pathOfKey, readName, toBytes } from "#src/storage/objects/embedded/key-path.ts";
import { anyCharacter } from "#test/support/any-character.ts";

const key = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }),
  fc
    .array(fc.constantFrom("a", "A", "/", ".", "..", "%", "\0", "é", "x".repeat(80)), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join("")),
);

function keyOfPath(names: readonly string[]): string {
  return fromBytes(names.map((name) => readName(name)?.bytes ?? "?").join(""));
}

describe("where an object lies on disk", () => {
  it("comes back as the key that it was made from", () => {
    fc.assert(
      fc.property(key, (text) => {
        expect(keyOfPath(pathOfKey(toBytes(text)))).to.equal(text);
      }),
    );
  });

  it("is made of plain names that leave no folder and that ignoring case does not confuse", () => {
    fc.assert(
      fc.property(key, (text) => {
        for (const name of pathOfKey(toBytes(text))) {
          expect(name).to.match(/^[a-z0-9._%-]*\.[odl]$/);
          expect(name.length).to.be.at.most(255);
          expect([".", ".."]).to.not.include(name);
        }
      }),
    );
  });

  it("is no folder of another object", () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        const folder = pathOfKey(toBytes(one)).join("/");
        expect(`${pathOfKey(toBytes(other)).join("/")}`.startsWith(`${folder}/`)).to.equal(false);
      }),
    );
  });

  it("ignores foreign files", () => {
    expect(readName(".DS_Store")).to.equal(null);
  });
});
