import { expect } from "chai";
import { issueKey, parseKey, secretDigest } from "#src/identity/key-format.ts";

describe("API key format", () => {
  it("names the environment, then an id, then 32 random bytes in base64url", () => {
    const { key, keyId, secret, environment } = issueKey("live");
    expect(key).to.match(/^sk_live_[0-9a-f]{24}:[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(secret, "base64url")).to.have.length(32);
    expect(parseKey(key)).to.deep.equal({ keyId, environment, secret });
  });

  it("never issues a key twice", () => {
    expect(new Set(Array.from({ length: 100 }, () => issueKey("test").secret))).to.have.property("size", 100);
  });

  it("is stored as the SHA-256 of the secret's text", () => {
    expect(secretDigest("abc").toString("hex")).to.equal(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  const { key, keyId, secret } = issueKey("test");
  for (const text of ["", ":", keyId, `${keyId}:`, `:${secret}`, ` ${key}`, `${key} `, `${key}\n`, `${key}A`]) {
    it(`refuses ${JSON.stringify(text.replace(key, "<key>").replace(secret, "<secret>"))}`, () => {
      expect(parseKey(text)).to.equal(null);
    });
  }

  it("refuses an unknown environment", () => {
    expect(parseKey(key.replace("test", "prod"))).to.equal(null);
  });
});
