import { expect } from "chai";
import fc from "fast-check";
import { Problem } from "#src/http/problem.ts";
import { SessionTokens } from "#src/identity/browser-session.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { runs } from "#test/support/runs.ts";

const tokens = new SessionTokens(Buffer.alloc(32, 7));
const session = {
  projectId: "01990000-0000-7000-8000-000000000001",
  environment: "live",
  allowedOriginsVersion: 3,
} as const;
const now = Date.UTC(2026, 0, 1);
const { token, expiresAt } = tokens.mint(session, now);

function refusalOf(presented: string, at = now): Problem {
  try {
    tokens.verify(presented, at);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`accepted ${presented}`);
}

describe("browser session tokens", () => {
  it("carry project, environment and version of the allowed origins for 15 minutes", () => {
    expect(expiresAt.getTime()).to.equal(now + 15 * 60_000);
    expect(tokens.verify(token, now)).to.deep.equal(session);
    expect(tokens.verify(token, expiresAt.getTime() - 1)).to.deep.equal(session);
  });

  it("are refused as expired from the instant they end", () => {
    const refusal = refusalOf(token, expiresAt.getTime());
    expect(refusal.code).to.equal("UNAUTHENTICATED");
    expect(refusal.detail).to.contain("expired");
  });

  it("hold in every process that has the same master key, and in no other", () => {
    expect(new SessionTokens(Buffer.alloc(32, 7)).verify(token, now)).to.deep.equal(session);
    expect(() => new SessionTokens(Buffer.alloc(32, 8)).verify(token, now)).to.throw(Problem, "invalid");
  });

  it("are refused when any one character is another", () => {
    const character = fc.constantFrom(..."ABCXYZabcxyz0189-_.=+/ é");
    fc.assert(
      fc.property(fc.nat(token.length - 1), character, (position, other) => {
        fc.pre(token[position] !== other);
        const tampered = token.slice(0, position) + other + token.slice(position + 1);
        expect(refusalOf(tampered).code).to.equal("UNAUTHENTICATED");
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("are refused when cut or lengthened anywhere", () => {
    for (let length = 0; length < token.length; length++)
      expect(refusalOf(token.slice(0, length)).status).to.equal(401);
    for (const longer of [`${token}A`, `${token}=`, `${token}.`, `A${token}`, ` ${token}`, `${token}\n`]) {
      expect(refusalOf(longer).status).to.equal(401);
    }
  });

  it("are refused unread when they are longer than any of ours", () => {
    const [text, mac] = token.split(".");
    expect(refusalOf(`${text}${"A".repeat(1_000_000)}.${mac}`).detail).to.contain("invalid");
  });

  it("are refused, and nothing else happens, for arbitrary text", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (text) => refusalOf(text).status === 401));
  });
});
