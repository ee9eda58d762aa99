import { createHmac } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import type { Problem } from "#src/http/problem.ts";
import { signMobileToken, verifyMobileToken } from "#src/identity/mobile-token.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { problemOf } from "#test/support/failure-of.ts";
import { runs } from "#test/support/runs.ts";

const secret = "ein-Geheimnis-mit-ü";
const now = Date.UTC(2026, 0, 1);
const iat = now / 1000;
const projectId = "01990000-0000-7000-8000-000000000001";
const claims = { projectId, environment: "test", nonce: "0123456789abcdef" } as const;
const token = signMobileToken(claims, secret, now);
const secretsOf = async (id: string, environment: string) =>
  id === projectId && environment === "test" ? ["an older secret", secret] : [];

const verify = (presented: string, at = now) => verifyMobileToken(presented, { secretsOf, now: at });

/** A rightly signed token with whatever text for claims. */
function signed(text: string, key = secret): string {
  const bytes = Buffer.from(text);
  return `${bytes.toString("base64url")}.${createHmac("sha256", Buffer.from(key)).update(bytes).digest("base64url")}`;
}

const text = (over: Record<string, unknown> = {}) =>
  JSON.stringify({ pid: projectId, env: "test", iat, exp: iat + 300, nonce: claims.nonce, ...over });

async function refusalOf(presented: string, at = now): Promise<Problem> {
  const problem = await problemOf(verify(presented, at));
  expect(problem.code, presented).to.equal("UNAUTHENTICATED");
  return problem;
}

describe("mobile tokens", () => {
  it("are the claims, a dot and the HMAC of the claims bytes under the secret's UTF-8 bytes", () => {
    expect(token).to.equal(signed(text()));
  });

  it("tell project, environment, nonce and end", async () => {
    expect(await verify(token)).to.deep.equal({ ...claims, expiresAt: new Date(now + 300_000) });
  });

  it("may be signed with any secret of the project that is still valid", async () => {
    expect(await verify(signMobileToken(claims, "an older secret", now))).to.include(claims);
  });

  it("live for 300 seconds from iat", async () => {
    await verify(token, now + 299_999);
    expect((await refusalOf(token, now + 300_000)).detail).to.contain("expired");
  });

  it("may be issued up to 60 seconds ahead of our clock", async () => {
    await verify(token, now - 60_000);
    expect((await refusalOf(token, now - 60_001)).detail).to.contain("future");
  });

  it("say nothing about their times unless the signature is right", async () => {
    expect((await refusalOf(signMobileToken(claims, "wrong", now), now + 400_000)).detail).to.contain("signature");
  });

  it("of an unknown project are refused like a wrong signature", async () => {
    const unknown = { ...claims, projectId: "01990000-0000-7000-8000-000000000002" };
    expect((await refusalOf(signMobileToken(unknown, secret, now))).detail).to.contain("signature");
  });

  it("of the other environment need that environment's secret", async () => {
    expect((await refusalOf(signMobileToken({ ...claims, environment: "live" }, secret, now))).detail).to.contain(
      "signature",
    );
  });

  const reordered = JSON.stringify({ env: "test", pid: projectId, iat, exp: iat + 300, nonce: claims.nonce });
  const refusedClaims: [string, string][] = [
    ["other keys", text({ extra: 1 })],
    ["another order", reordered],
    ["spaces", text().replace(":", ": ")],
    ["a key twice", text().replace("{", '{"pid":"x",')],
    ["a missing key", text({ nonce: undefined })],
    ["an exp other than iat + 300", text({ exp: iat + 301 })],
    ["a fractional iat", text({ iat: iat + 0.5, exp: iat + 300.5 })],
    ["an iat in text", text({ iat: String(iat) })],
    ["an iat in another spelling", text().replace(`"iat":${iat}`, `"iat":${iat}.0`)],
    ["an iat beyond exact integers", text({ iat: 1e300, exp: 1e300 })],
    ["an unknown environment", text({ env: "staging" })],
    ["a pid that is no UUID", text({ pid: "../etc" })],
    ["a short nonce", text({ nonce: "0123456789abcde" })],
    ["a nonce that is not hexadecimal", text({ nonce: "0123456789abcdeg" })],
    ["no object", "[]"],
    ["null", "null"],
    ["no JSON", "{"],
    ["a byte order mark", `\u{feff}${text()}`],
  ];
  for (const [what, wrong] of refusedClaims) {
    it(`are refused with ${what} in the claims, however well signed`, () => refusalOf(signed(wrong)));
  }

  it("are refused in a second spelling of the same claims bytes", async () => {
    const [encoded = "", mac = ""] = token.split(".");
    await refusalOf(`${encoded}=.${mac}`);
    await refusalOf(`${encoded}A.${mac}`);
    for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
      if (!mac.endsWith(last)) await refusalOf(`${encoded}.${mac.slice(0, -1)}${last}`);
      if (!encoded.endsWith(last)) await refusalOf(`${encoded.slice(0, -1)}${last}.${mac}`);
    }
  });

  it("are refused when any one character is another", () =>
    fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(..."ABCabc019-_.= é"), async (position, other) => {
        fc.pre(token[position] !== other);
        await refusalOf(token.slice(0, position) + other + token.slice(position + 1));
      }),
      { numRuns: runs(500) },
    ));

  it("are refused, and nothing else happens, for arbitrary text", () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 600 }), async (presented) => {
        await refusalOf(presented);
        await refusalOf(signed(presented));
      }),
    ));

  it("longer than any of ours are refused before a secret is looked up", async () => {
    const secretsOf = () => Promise.reject(new Error("looked up"));
    await problemOf(verifyMobileToken(signed(text({ nonce: "0".repeat(2_000) })), { secretsOf, now }));
  });
});
