import { expect } from "chai";
import { Problem } from "#src/http/problem.ts";
import { issueKey } from "#src/identity/key-format.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { UnknownKeys } from "#src/identity/unknown-keys.ts";
import { anApiKey, aProject } from "#test/builders/identity.ts";
import { testDatabase } from "#test/support/database.ts";

const stranger = "192.0.2.7";
const most = 5;
const unauthenticated = new Problem("UNAUTHENTICATED");

describe("unknown keys", () => {
  describe("of an address", () => {
    let now = Date.UTC(2026, 0, 1);
    const aLimit = () => new UnknownKeys({ mostPerMinute: most, now: () => now });
    const codeFor = (limit: UnknownKeys, address: string) => limit.refusalFor(address, unauthenticated).code;
    async function tryMany(limit: UnknownKeys, times: number, address: (index: number) => string): Promise<void> {
      for (let index = 0; index < times; index++)
        await limit.lookUp(`tried ${index}`, address(index), async () => null);
    }

    it("are refused as such, then with 429 until the minute is over", async () => {
      const limit = aLimit();
      await tryMany(limit, most, () => stranger);
      expect(codeFor(limit, stranger)).to.equal("UNAUTHENTICATED");
      await tryMany(limit, 1, () => stranger);
      const { status, headers, details } = limit.refusalFor(stranger, unauthenticated);
      expect({ status, details }).to.deep.equal({ status: 429, details: { quota: "unknown_keys" } });
      expect(headers).to.include({ "Retry-After": "60", "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0" });
      expect(codeFor(limit, "192.0.2.8")).to.equal("UNAUTHENTICATED");
      now += 60_000;
      expect(codeFor(limit, stranger)).to.equal("UNAUTHENTICATED");
    });

    it("count together within an IPv6 network of 64 bits", async () => {
      const limit = aLimit();
      await tryMany(limit, most + 1, (index) => `2001:db8:0:1::${index}`);
      expect(codeFor(limit, "2001:db8:0:1:ffff::1")).to.equal("RATE_LIMITED");
      expect(codeFor(limit, "2001:db8:0:2::1")).to.equal("UNAUTHENTICATED");
    });

    it("are looked up one at a time beyond the limit, and known keys never wait behind them", async () => {
      const limit = aLimit();
      await limit.lookUp("known", stranger, async () => "somebody");
      await tryMany(limit, most + 1, () => stranger);
      let [underWay, mostUnderWay] = [0, 0];
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = Array.from({ length: 10 }, (_, index) =>
        limit.lookUp(`more ${index}`, stranger, async () => {
          mostUnderWay = Math.max(mostUnderWay, ++underWay);
          await promise;
          underWay--;
          return null;
        }),
      );
      expect(await limit.lookUp("known", stranger, async () => "somebody")).to.equal("somebody");
      const first = limit.lookUp("new", stranger, async () => "somebody else");
      resolve();
      await Promise.all(waiting);
      expect(await first).to.equal("somebody else");
      expect(mostUnderWay).to.equal(1);
    });
  });

  describe("at a verifier", () => {
    const database = testDatabase();

    it("are 401, then 429 with Retry-After, while known keys of the same address work", async () => {
      const owner = await aProject(database);
      const { key, keyId } = await anApiKey(database, { owner, scopes: ["ingest:write"] });
      // Within one minute, whenever this runs.
      const moment = Date.now();
      const verifier = createKeyVerifier(database, { unknownKeysPerMinute: most, now: () => moment });
      const outcomes = [];
      for (let index = 0; index < 2 * most; index++) {
        const refusal = await verifier.verify(issueKey("test").key, stranger).catch((error: Problem) => error);
        outcomes.push((refusal as Problem).status);
      }
      expect(outcomes).to.deep.equal([...Array(most).fill(401), ...Array(most).fill(429)]);
      expect((await verifier.verify(key, stranger)).keyId).to.equal(keyId);
      const elsewhere = await verifier.verify(issueKey("test").key, "192.0.2.9").catch((error: Problem) => error);
      expect((elsewhere as Problem).status).to.equal(401);
      const none = await verifier.verify(null, stranger).catch((error: Problem) => error);
      expect((none as Problem).status).to.equal(401);
    });
  });
});
