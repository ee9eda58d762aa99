import { expect } from "chai";
import { chargeRefused, QueryQuota, usedInMinute } from "#src/apis/observability/store/quota.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { Problem } from "#src/http/problem.ts";
import { openDatabase } from "#src/storage/database.ts";
import { testDatabase } from "#test/support/database.ts";
import { anEvent, aSpan, aTenant, spanBatch } from "#test/support/telemetry.ts";
import { countOf } from "./queues.ts";

describe("quotas", () => {
  const database = testDatabase();

  const fulfilled = <T>(results: readonly PromiseSettledResult<T>[]): T[] =>
    results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const codes = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
    results.flatMap(({ status, ...rest }) =>
      status === "rejected" && "reason" in rest && rest.reason instanceof Problem ? [rest.reason.code] : [],
    );
  /** A minute that ends amid a test would start a new window. */
  const awayFromMinuteEnd = async (): Promise<void> => {
    const { rows } = await database.pool.query<{ second: number }>(
      "SELECT extract(second FROM clock_timestamp())::float AS second",
    );
    const left = 60 - (rows[0]?.second ?? 0);
    if (left < 5) await database.pool.query("SELECT pg_sleep($1)", [left]);
  };

  it("admit exactly the limit from two processes together", async () => {
    await awayFromMinuteEnd();
    const other = await openDatabase(database.url, { entities: [], migrations: [] });
    const tenant = aTenant();
    const logs = [new TelemetryWriter(database.pool), new TelemetryWriter(other.pool)];
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => {
        const rows = [anEvent(), anEvent(), anEvent()];
        const quota = { name: "events", amount: 3, limitPerMinute: 100 };
        return logs[index % 2]?.append(tenant, { kind: "events", rows }, { quota });
      }),
    );
    expect(fulfilled(results)).to.have.length(33);
    expect(codes(results)).to.deep.equal(Array(27).fill("RATE_LIMITED"));
    expect(await countOf(database, "events", tenant.projectId)).to.equal(99);
    await other.close();
  });

  it("refuse a request whole, say when to come back, and let smaller ones of the same flush pass", async () => {
    await awayFromMinuteEnd();
    const log = new TelemetryWriter(database.pool);
    const tenant = aTenant();
    const append = (amount: number) =>
      log.append(
        tenant,
        { kind: "events", rows: Array.from({ length: amount }, () => anEvent()) },
        { quota: { name: "events", amount, limitPerMinute: 10 } },
      );
    const [first, second, third] = await Promise.allSettled([append(6), append(5), append(4)]);
    expect(log.counters.transactions).to.equal(1);
    expect(first).to.have.nested.property("value.quota.remaining", 4);
    expect(third).to.have.nested.property("value.quota.remaining", 0);
    expect(second?.status).to.equal("rejected");
    const problem = second?.status === "rejected" ? second.reason : undefined;
    expect(problem).to.include({ code: "RATE_LIMITED", status: 429 });
    expect(problem.headers).to.include({ "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "0" });
    expect(Number(problem.headers["Retry-After"])).to.be.within(1, 60);
    expect(problem.headers["X-RateLimit-Reset"]).to.equal(problem.headers["Retry-After"]);
  });

  it("begin anew when the database's clock is set back", async () => {
    const log = new TelemetryWriter(database.pool);
    const tenant = aTenant();
    const quota = { name: "events", amount: 1, limitPerMinute: 2 };
    const append = () => log.append(tenant, { kind: "events", rows: [anEvent()] }, { quota });
    await awayFromMinuteEnd();
    await append();
    const ahead = "UPDATE quota_windows SET window_start = now() + interval '3 hours', used = 2 WHERE project_id = $1";
    await database.pool.query(ahead, [tenant.projectId]);
    expect((await usedInMinute(database.pool, tenant)).get("events")).to.equal(0);
    expect((await append()).quota).to.include({ limit: 2, remaining: 1 });
    expect((await append()).quota).to.include({ limit: 2, remaining: 0 });
    await database.pool.query(ahead, [tenant.projectId]);
    expect(await chargeRefused(database.pool, tenant, quota)).to.include({ limit: 2, remaining: 1 });
  });

  it("begin anew with the next minute", async () => {
    const log = new TelemetryWriter(database.pool);
    const tenant = aTenant();
    const quota = { name: "events", amount: 1, limitPerMinute: 1 };
    await awayFromMinuteEnd();
    await log.append(tenant, { kind: "events", rows: [anEvent()] }, { quota });
    await database.pool.query(
      "UPDATE quota_windows SET window_start = date_trunc('minute', now()) - interval '1 minute' WHERE project_id = $1",
      [tenant.projectId],
    );
    const outcome = await log.append(tenant, { kind: "events", rows: [anEvent()] }, { quota });
    expect(outcome.quota).to.include({ limit: 1, remaining: 0 });
  });

  it("are shared between kinds under one name, and kept apart by tenant and environment", async () => {
    await awayFromMinuteEnd();
    const log = new TelemetryWriter(database.pool);
    const tenant = aTenant("test");
    const quota = { name: "otlp-requests", amount: 1, limitPerMinute: 2 };
    await log.append(tenant, spanBatch(aSpan()), { quota });
    await log.append(tenant, { kind: "events", rows: [anEvent()] }, { quota });
    const refused = await log.append(tenant, spanBatch(aSpan()), { quota }).catch((problem) => problem);
    expect(refused).to.have.property("code", "RATE_LIMITED");
    for (const other of [{ ...tenant, environment: "live" as const }, aTenant("test")]) {
      expect((await log.append(other, spanBatch(aSpan()), { quota })).quota.remaining).to.equal(1);
    }
  });

  it("of mobile events hold over any 60 seconds, for both environments and from two processes together", async () => {
    const other = await openDatabase(database.url, { entities: [], migrations: [] });
    const tenant = aTenant("test");
    const logs = [new TelemetryWriter(database.pool), new TelemetryWriter(other.pool)];
    const quota = { name: "mobile-events", amount: 1, limitPerMinute: 10 };
    const append = (index: number) => {
      const of = { ...tenant, environment: index % 3 === 0 ? ("live" as const) : ("test" as const) };
      return logs[index % 2]?.append(of, { kind: "events", rows: [anEvent()] }, { quota });
    };
    const results = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => append(index)));
    expect(fulfilled(results)).to.have.length(10);
    expect(codes(results)).to.deep.equal(Array(20).fill("RATE_LIMITED"));

    const lastUsed = (secondsAgo: number) =>
      database.pool.query(
        "UPDATE quota_windows SET window_start = $2 WHERE project_id = $1 AND name = 'mobile-events'",
        [tenant.projectId, new Date(Date.now() - secondsAgo * 1_000)],
      );
    await lastUsed(50);
    const refused = await append(0)?.catch((problem) => problem);
    expect(refused).to.have.property("code", "RATE_LIMITED");
    expect(Number(refused.headers["Retry-After"])).to.be.within(1, 10);
    await chargeRefused(database.pool, tenant, quota);
    await lastUsed(61);
    expect((await append(0))?.quota.remaining).to.equal(9);
    expect(await chargeRefused(database.pool, tenant, { ...quota, amount: 4 })).to.include({ remaining: 5 });
    expect(await chargeRefused(database.pool, tenant, { ...quota, amount: 40 })).to.include({ remaining: 0 });
    expect(await append(0)?.catch((problem) => problem)).to.have.property("code", "RATE_LIMITED");
    await other.close();
  });

  it("charge an empty request too", async () => {
    const log = new TelemetryWriter(database.pool);
    const quota = { name: "otlp-requests", amount: 1, limitPerMinute: 5 };
    const outcome = await log.append(aTenant(), spanBatch(), { quota });
    expect(outcome).to.deep.include({ stored: 0, deduped: 0 });
    expect(outcome.quota.remaining).to.equal(4);
  });

  describe("of queries", () => {
    it("admit exactly the limit under concurrency and then refuse", async () => {
      await awayFromMinuteEnd();
      const tenant = aTenant();
      const quota = new QueryQuota(database.pool, 7);
      const results = await Promise.allSettled(Array.from({ length: 30 }, () => quota.charge(tenant)));
      expect(
        fulfilled(results)
          .map(({ remaining }) => remaining)
          .sort(),
      ).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
      expect(codes(results)).to.deep.equal(Array(23).fill("RATE_LIMITED"));
      const refused = await quota.charge(tenant).catch((problem) => problem);
      expect(refused.headers).to.include({ "X-RateLimit-Limit": "7", "X-RateLimit-Remaining": "0" });
    });

    it("are told beside the other quotas, to their tenant alone", async () => {
      await awayFromMinuteEnd();
      const tenant = aTenant("test");
      const quota = new QueryQuota(database.pool, 100);
      for (let count = 0; count < 3; count++) await quota.charge(tenant);
      const usedBy = async (other: typeof tenant) => (await usedInMinute(database.pool, other)).get("queries");
      expect(await usedBy(tenant)).to.equal(3);
      expect(await usedBy({ ...tenant, environment: "live" })).to.equal(0);
      expect(await usedBy(aTenant("test"))).to.equal(0);
    });

    it("begin anew with the next minute", async () => {
      await awayFromMinuteEnd();
      const tenant = aTenant();
      await new QueryQuota(database.pool, 1).charge(tenant);
      const refused = await new QueryQuota(database.pool, 1).charge(tenant).catch((problem) => problem);
      expect(refused).to.have.property("code", "RATE_LIMITED");
      await database.pool.query(
        "UPDATE request_budgets SET window_start = date_trunc('minute', now()) - interval '1 minute' WHERE key_id = $1",
        [`queries ${tenant.projectId} ${tenant.environment}`],
      );
      expect((await new QueryQuota(database.pool, 1).charge(tenant)).remaining).to.equal(0);
    });
  });
});
