import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect } from "chai";
import { SessionTokens } from "#src/identity/browser-session.ts";
import { issueKey } from "#src/identity/key-format.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { signMobileToken, verifyMobileToken } from "#src/identity/mobile-token.ts";
import { anApiKey } from "#test/builders/identity.ts";
import { testDatabase } from "#test/support/database.ts";

/** How often `work` compares in constant time. */
async function constantTimeComparisons(work: () => Promise<unknown>): Promise<number> {
  const original = crypto.timingSafeEqual;
  let count = 0;
  crypto.timingSafeEqual = (left, right) => {
    count++;
    return original(left, right);
  };
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    crypto.timingSafeEqual = original;
    syncBuiltinESMExports();
  }
  return count;
}

describe("secrets are compared in constant time", () => {
  const database = testDatabase();

  it("in API keys, once for a right key, a wrong secret and an unknown id alike", async () => {
    const { key, keyId } = await anApiKey(database);
    for (const presented of [key, `${keyId}:${issueKey("test").secret}`, issueKey("test").key]) {
      const verifier = createKeyVerifier(database);
      expect(await constantTimeComparisons(() => verifier.verify(presented).catch(() => {}))).to.equal(1);
    }
  });

  it("in session tokens", async () => {
    const tokens = new SessionTokens(Buffer.alloc(32));
    const session = { projectId: "p", environment: "test", allowedOriginsVersion: 1 } as const;
    const { token } = tokens.mint(session, 0);
    expect(await constantTimeComparisons(async () => tokens.verify(token, 0))).to.equal(1);
  });

  it("in mobile tokens", async () => {
    const claims = {
      projectId: "01990000-0000-7000-8000-000000000001",
      environment: "test",
      nonce: "0123456789abcdef",
    } as const;
    const token = signMobileToken(claims, "secret", 0);
    const verify = () => verifyMobileToken(token, { secretsOf: async () => ["secret"], now: 0 });
    expect(await constantTimeComparisons(verify)).to.equal(1);
  });
});
