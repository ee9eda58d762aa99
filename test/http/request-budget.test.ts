import { randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { overQuota, quotaState, rateLimitHeaders } from "#src/http/rate-limit.ts";
import {
  purgeRequestBudgets,
  type RequestBudget,
  RequestBudgets,
  requestsTaken,
  takeRequests,
} from "#src/http/request-budget.ts";
import { openDatabase } from "#src/storage/database.ts";
import { type TestDatabase, testDatabase } from "#test/support/database.ts";
import { withinOneMinute } from "#test/support/one-minute.ts";
import { runs } from "#test/support/runs.ts";

const at = (time: string): Date => new Date(`2026-01-01T${time}Z`);

/** Takes one request, without a lease. */
async function spendRequest(
  { pool }: Pick<TestDatabase, "pool">,
  keyId: string,
  limit: number,
  now?: Date,
): Promise<RequestBudget> {
  const { granted, endsInMs: _, ...state } = await takeRequests(pool, keyId, limit, 1, { now });
  return { ...state, allowed: granted > 0 };
}

describe("request budgets", () => {
  const database = testDatabase();

  const aKeyId = (): string => `sk_test_${randomUUID()}`;
  const spend = (keyId: string, limit: number, now?: Date): Promise<RequestBudget> =>
    spendRequest(database, keyId, limit, now);

  it("allow exactly 60 of 70 requests that two processes take at once", async () => {
    const other = await openDatabase(database.url, { entities: [], migrations: [] });
    try {
      const keyId = aKeyId();
      const spent = await Promise.all(
        Array.from({ length: 70 }, (_, index) =>
          spendRequest(index % 2 === 0 ? database : other, keyId, 60, at("12:00:10.000")),
        ),
      );
      const allowed = spent.filter((budget) => budget.allowed);
      expect(allowed).to.have.length(60);
      expect(new Set(allowed.map(({ remaining }) => remaining)).size).to.equal(60);
      expect(spent.filter((budget) => !budget.allowed)).to.deep.equal(
        Array(10).fill({ limit: 60, remaining: 0, resetSeconds: 50, allowed: false }),
      );
    } finally {
      await other.close();
    }
  });

  it("never go back to a minute that is over", async () => {
    const keyId = aKeyId();
    await spend(keyId, 2, at("12:01:00.000"));
    expect(await spend(keyId, 2, at("12:00:59.999"))).to.include({ allowed: true, remaining: 0, resetSeconds: 60 });
    expect(await spend(keyId, 2, at("12:01:30.000"))).to.include({ allowed: false });
  });

  it("begin anew when the clock is set back by more than a minute", async () => {
    const keyId = aKeyId();
    for (const time of ["15:00:00.000", "12:00:00.000", "12:01:00.000"]) {
      for (const remaining of [1, 0])
        expect(await spend(keyId, 2, at(time)), time).to.include({ allowed: true, remaining });
      expect(await spend(keyId, 2, at(time)), time).to.include({ allowed: false });
    }
  });

  it("last as long as they are meant to, from the minute of the first request, for refusals too", async () => {
    const keyId = aKeyId();
    const attempt = (time: string) => takeRequests(database.pool, keyId, 2, 1, { minutes: 15, now: at(time) });
    expect(await attempt("12:07:20.000")).to.include({ granted: 1, remaining: 1, resetSeconds: 880 });
    expect(await attempt("12:21:59.000")).to.include({ granted: 1, remaining: 0, resetSeconds: 1 });
    expect(await attempt("12:21:59.999")).to.include({ granted: 0, remaining: 0, resetSeconds: 1 });
    expect(await attempt("12:22:00.000")).to.include({ granted: 1, remaining: 1, resetSeconds: 900 });
    expect(await attempt("11:00:00.000"), "a clock that was set back").to.include({ granted: 1, resetSeconds: 900 });
  });

  it("are read without being charged", async () => {
    const keyId = aKeyId();
    const read = (minutes: number) => requestsTaken(database.pool, keyId, minutes);
    expect(await read(15)).to.deep.equal({ used: 0, resetSeconds: 900 });
    await takeRequests(database.pool, keyId, 2, 1, { minutes: 15, now: new Date(Date.now() - 5 * 60_000) });
    for (let round = 0; round < 2; round++) {
      const { used, resetSeconds } = await read(15);
      expect([used, Math.ceil(resetSeconds / 60)]).to.deep.equal([1, 10]);
    }
    expect((await read(2)).used).to.equal(0);
  });

  it("follow a limit that was changed within the minute", async () => {
    const keyId = aKeyId();
    await spend(keyId, 3, at("12:00:00.000"));
    await spend(keyId, 3, at("12:00:00.000"));
    expect(await spend(keyId, 2, at("12:00:01.000"))).to.include({ limit: 2, remaining: 0, allowed: false });
    expect(await spend(keyId, 4, at("12:00:02.000"))).to.include({ limit: 4, remaining: 1, allowed: true });
  });

  it("are not charged for refusals, which write nothing", async () => {
    const keyId = aKeyId();
    const stored = async (): Promise<unknown> =>
      (await database.pool.query("SELECT *, ctid, xmin, xmax FROM request_budgets WHERE key_id = $1", [keyId])).rows;
    await spend(keyId, 1, at("12:00:00.000"));
    const charged = await stored();
    await spend(keyId, 1, at("12:00:01.000"));
    expect(await stored()).to.deep.equal(charged);
  });

  it("run by the clock of the database", async () => {
    const keyId = aKeyId();
    const minute = async (): Promise<Date | undefined> =>
      (await database.pool.query<{ at: Date }>("SELECT date_trunc('minute', clock_timestamp()) AS at")).rows[0]?.at;
    const before = await minute();
    await spend(keyId, 1);
    const after = await minute();
    const { rows } = await database.pool.query("SELECT window_start FROM request_budgets WHERE key_id = $1", [keyId]);
    expect([before, after]).to.deep.include(rows[0].window_start);
  });

  it("allow the limit and refuse the rest in every minute, whatever comes when", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 179 }), { maxLength: 20 }),
        async (limit, seconds) => {
          const keyId = aKeyId();
          const left = new Map<number, number>();
          for (const second of seconds.toSorted((a, b) => a - b)) {
            const minute = Math.floor(second / 60);
            const before = left.get(minute) ?? limit;
            const budget = await spend(keyId, limit, new Date(at("12:00:00.000").getTime() + second * 1000));
            const remaining = Math.max(0, before - 1);
            expect(budget).to.deep.equal({ limit, remaining, resetSeconds: 60 - (second % 60), allowed: before > 0 });
            left.set(minute, remaining);
          }
        },
      ),
      { numRuns: runs(30) },
    );
  });

  describe("that are taken in shares", () => {
    const itWithinAMinute = (title: string, test: () => Promise<void>) => it(title, () => withinOneMinute(test));

    itWithinAMinute("allow no more than the limit over all processes, and all of it where there is one", async () => {
      const keyId = aKeyId();
      const [one, other] = [new RequestBudgets(database.pool), new RequestBudgets(database.pool)];
      const allowedOf = async (requests: readonly Promise<RequestBudget>[]) =>
        (await Promise.all(requests)).filter(({ allowed }) => allowed).length;
      const ask = (count: number, budgets: RequestBudgets) =>
        Array.from({ length: count }, () => budgets.spend(keyId, 100));
      const first = await allowedOf([...ask(40, one), ...ask(40, other)]);
      const rest = await allowedOf(ask(100, one));
      expect(first).to.equal(80);
      // What the other has taken and not given out stays with it: no more than a twentieth.
      expect(first + rest).to.be.within(95, 100);
      expect(await allowedOf(ask(20, other))).to.equal(100 - first - rest);
    });

    itWithinAMinute("cost a write for each share and none for refusals", async () => {
      const keyId = aKeyId();
      const budgets = new RequestBudgets(database.pool);
      const used = async () =>
        (await database.pool.query("SELECT used FROM request_budgets WHERE key_id = $1", [keyId])).rows[0]?.used;
      expect(await budgets.spend(keyId, 40)).to.include({ allowed: true, remaining: 39 });
      expect(await used()).to.equal(1);
      expect(await budgets.spend(keyId, 40)).to.include({ allowed: true, remaining: 38 });
      expect(await used()).to.equal(3);
      for (let request = 2; request < 40; request++)
        expect(await budgets.spend(keyId, 40)).to.include({ allowed: true, remaining: 39 - request });
      const written = await used();
      expect(await budgets.spend(keyId, 40)).to.include({ allowed: false, remaining: 0 });
      expect(await used()).to.equal(written);
    });

    itWithinAMinute("follow a limit that was changed", async () => {
      const keyId = aKeyId();
      const budgets = new RequestBudgets(database.pool);
      expect(await budgets.spend(keyId, 1)).to.include({ allowed: true });
      expect(await budgets.spend(keyId, 1)).to.include({ allowed: false });
      expect(await budgets.spend(keyId, 2)).to.include({ allowed: true, limit: 2 });
    });
  });

  it("are forgotten when a key has sent nothing for an hour", async () => {
    const [idle, busy] = [aKeyId(), aKeyId()];
    await spend(idle, 2, at("12:00:59.000"));
    await spend(busy, 2, at("12:01:00.000"));
    await purgeRequestBudgets(database.pool, at("13:00:00.001"));
    const { rows } = await database.pool.query("SELECT key_id FROM request_budgets WHERE key_id = ANY ($1)", [
      [idle, busy],
    ]);
    expect(rows).to.deep.equal([{ key_id: busy }]);
  });
});

describe("rate headers", () => {
  it("tell limit, remainder and the seconds until the minute ends", () => {
    expect(rateLimitHeaders(quotaState(600, 1, at("12:00:17.001").getTime()))).to.deep.equal({
      "X-RateLimit-Limit": "600",
      "X-RateLimit-Remaining": "599",
      "X-RateLimit-Reset": "43",
    });
  });

  it("come with Retry-After when a request is refused", () => {
    const refused = overQuota(quotaState(600, 601, at("12:00:59.999").getTime()));
    expect(refused).to.include({ code: "RATE_LIMITED", status: 429 });
    expect(refused.headers).to.deep.equal({
      "Retry-After": "1",
      "X-RateLimit-Limit": "600",
      "X-RateLimit-Remaining": "0",
      "X-RateLimit-Reset": "1",
    });
  });
});
