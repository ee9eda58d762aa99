import { expect } from "chai";
import fc from "fast-check";
import { Problem } from "#src/http/problem.ts";
import { originAllowed, parseOrigins } from "#src/identity/origins.ts";
import { anyCharacter } from "#test/support/any-character.ts";

describe("allowed origins", () => {
  it("allows every origin, and none at all, while the list is empty", () => {
    expect(originAllowed("https://anywhere.example", [])).to.equal(true);
    expect(originAllowed("null", [])).to.equal(true);
    expect(originAllowed(undefined, [])).to.equal(true);
  });

  const list = parseOrigins(["https://Shop.Example:443/", "http://localhost:3000", "https://*.cdn.example"]);
  const cases: [origin: string | undefined, allowed: boolean][] = [
    ["https://shop.example", true],
    ["https://SHOP.example", true],
    ["HTTPS://shop.example", true],
    ["https://shop.example:443", true],
    ["https://shop.example:8443", false],
    ["http://shop.example", false],
    ["https://evil-shop.example", false],
    ["https://shop.example.evil.example", false],
    ["https://shop.example/", false],
    ["https://user@shop.example", false],
    ["https://shop.example@evil.example", false],
    ["http://localhost:3000", true],
    ["http://localhost", false],
    ["https://a.cdn.example", true],
    ["https://a.b.cdn.example", true],
    ["https://cdn.example", false],
    ["https://.cdn.example", false],
    ["https://a.cdn.example:444", false],
    ["http://a.cdn.example", false],
    ["https://acdn.example", false],
    ["https://*.cdn.example", false],
    ["https://evil.example/.cdn.example", false],
    ["https://evil.example#.cdn.example", false],
    ["null", false],
    ["", false],
    [undefined, false],
    [`https://${"a".repeat(10_000)}.cdn.example`, false],
  ];
  for (const [origin, allowed] of cases) {
    it(`${allowed ? "allows" : "refuses"} ${origin === undefined ? "a request without one" : JSON.stringify(origin.slice(0, 60))}`, () => {
      expect(originAllowed(origin, list)).to.equal(allowed);
    });
  }

  it("allows the null origin only when it is listed", () => {
    expect(originAllowed("null", parseOrigins(["https://shop.example", "null"]))).to.equal(true);
  });

  it("compares international names in the form that browsers send", () => {
    const international = parseOrigins(["https://bücher.example"]);
    expect(international).to.deep.equal(["https://xn--bcher-kva.example"]);
    expect(originAllowed("https://xn--bcher-kva.example", international)).to.equal(true);
  });

  it("takes the origins of apps that bring their own scheme", () => {
    expect(originAllowed("capacitor://localhost", parseOrigins(["capacitor://localhost"]))).to.equal(true);
  });

  it("drops duplicates", () => {
    expect(parseOrigins(["https://a.example", " https://A.example:443 "])).to.deep.equal(["https://a.example"]);
  });

  for (const entry of [
    "",
    "*",
    "shop.example",
    "https://",
    "https://shop.example/path",
    "https://shop.example?x",
    "https://user:secret@shop.example",
    "https://shop.example:99999",
    "https://*",
    "https://*.example",
    "https://a.*.example",
    "https://*.*.example",
    "https://a*.shop.example",
    "https://shop example",
    `https://${"a.".repeat(200)}example`,
  ]) {
    it(`refuses ${JSON.stringify(entry.slice(0, 40))} as an entry`, () => {
      expect(() => parseOrigins([entry])).to.throw(Problem);
    });
  }

  it("refuses more than a hundred entries", () => {
    const entries = Array.from({ length: 101 }, (_, i) => `https://a${i}.example`);
    expect(() => parseOrigins(entries)).to.throw(Problem, "At most 100");
  });

  it("never throws on an Origin header, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (origin) => {
        expect(originAllowed(origin, list)).to.be.a("boolean");
      }),
    );
  });

  it("matches an origin under a wildcard exactly when it ends in a dot and the rest of the entry", () => {
    fc.assert(
      fc.property(fc.domain(), (host) => {
        const origin = `https://${host}`;
        expect(originAllowed(`https://x.${host}`, parseOrigins([`https://*.${host}`]))).to.equal(true);
        expect(originAllowed(origin, parseOrigins([`https://*.${host}`]))).to.equal(false);
        expect(originAllowed(origin, parseOrigins([origin]))).to.equal(true);
      }),
    );
  });
});
