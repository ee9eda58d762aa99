import { createHash, randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import { Problem } from "#src/http/problem.ts";
import { consumeNonce, type MobileToken, purgeNonces } from "#src/identity/mobile-token.ts";
import { testDatabase } from "#test/support/database.ts";

const digest = (body: string) => createHash("sha256").update(body).digest();
const expiresAt = new Date(Date.UTC(2026, 0, 1));

function aToken(given: Partial<MobileToken> = {}): MobileToken {
  const nonce = randomBytes(8).toString("hex");
  return { projectId: randomUUID(), environment: "test", nonce, expiresAt, ...given };
}

describe("nonces of mobile tokens", () => {
  const database = testDatabase();

  const outcomeOf = (token: MobileToken, body: string) =>
    consumeNonce(database.pool, token, digest(body)).then(
      () => "accepted",
      (error: unknown) => (error instanceof Problem ? error.code : error),
    );

  it("let the same body be sent again and refuse any other", async () => {
    const token = aToken();
    expect(await outcomeOf(token, "a")).to.equal("accepted");
    expect(await outcomeOf(token, "a")).to.equal("accepted");
    expect(await outcomeOf(token, "b")).to.equal("UNAUTHENTICATED");
    expect(await outcomeOf(token, "a")).to.equal("accepted");
  });

  it("belong to one project and environment", async () => {
    const token = aToken();
    await outcomeOf(token, "a");
    expect(await outcomeOf({ ...token, projectId: randomUUID() }, "b")).to.equal("accepted");
    expect(await outcomeOf({ ...token, environment: "live" }, "b")).to.equal("accepted");
  });

  it("let exactly one of many bodies through that race for one of them", async () => {
    const token = aToken();
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => outcomeOf(token, `body ${i}`)));
    expect(outcomes.filter((outcome) => outcome === "accepted")).to.have.length(1);
    expect(outcomes.filter((outcome) => outcome === "UNAUTHENTICATED")).to.have.length(19);
  });

  it("are free again when the transaction that consumed them is rolled back", async () => {
    const token = aToken();
    const client = await database.pool.connect();
    try {
      await client.query("BEGIN");
      await consumeNonce(client, token, digest("a"));
      await client.query("ROLLBACK");
    } finally {
      client.release();
    }
    expect(await outcomeOf(token, "b")).to.equal("accepted");
  });

  it("are purged some minutes after their token expired, and not before", async () => {
    const token = aToken({ expiresAt: new Date(0) });
    await outcomeOf(token, "a");
    expect(await purgeNonces(database.pool, 5 * 60_000)).to.equal(0);
    expect(await outcomeOf(token, "b")).to.equal("UNAUTHENTICATED");
    expect(await purgeNonces(database.pool, 5 * 60_000 + 1)).to.equal(1);
    expect(await purgeNonces(database.pool, 5 * 60_000 + 1)).to.equal(0);
  });
});
