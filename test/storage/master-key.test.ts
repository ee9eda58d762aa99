import { randomBytes } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { decryptSecret, encryptSecret, masterKeyIn } from "#src/storage/master-key.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { temporaryFolder } from "#test/support/folder.ts";

describe("secrets at rest", () => {
  const key = randomBytes(32);

  it("come back as they were, whatever they are and wherever they belong", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (secret, place) => {
        expect(decryptSecret(key, encryptSecret(key, secret, place), place)).to.equal(secret);
      }),
    );
  });

  it("look different each time", () => {
    expect(encryptSecret(key, "s", "p").equals(encryptSecret(key, "s", "p"))).to.equal(false);
  });

  it("cannot be read with another key or from another row", () => {
    const stored = encryptSecret(key, "whsec_1", "endpoint/1/secret");
    expect(() => decryptSecret(randomBytes(32), stored, "endpoint/1/secret")).to.throw(/cannot be decrypted/);
    expect(() => decryptSecret(key, stored, "endpoint/2/secret")).to.throw(/cannot be decrypted/);
  });

  it("show any changed bit", () => {
    const stored = encryptSecret(key, "whsec_1", "p");
    fc.assert(
      fc.property(fc.nat(stored.length - 1), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(stored);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(() => decryptSecret(key, changed, "p")).to.throw(/cannot be decrypted|unknown form/);
      }),
    );
  });
});

describe("master key of an embedded installation", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  it("is made once, for its owner's eyes only", async () => {
    const keys = await Promise.all([masterKeyIn(folder), masterKeyIn(folder)]);
    expect(keys[0]).to.have.length(32);
    expect(keys[1]).to.deep.equal(keys[0]);
    expect(await masterKeyIn(folder)).to.deep.equal(keys[0]);
    expect(statSync(join(folder, "master-key")).mode & 0o777).to.equal(0o600);
  });

  it("is refused when damaged, never replaced", async () => {
    writeFileSync(join(folder, "master-key"), "c2hvcnQ=\n");
    const refusal = await masterKeyIn(folder).catch((error: Error) => error.message);
    expect(refusal).to.match(/damaged/);
  });
});
