import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { settleInsurerIntents, settleOpenIntents } from "#src/apis/insurance/intents/settlement.ts";
import type { Database } from "#src/storage/database.ts";
import { runJob } from "#test/support/run-job.ts";
import { until } from "#test/support/until.ts";
import { codeOf, type Given, type Process, Site } from "./processes.ts";

const day = 86_400_000;

describe("the settlement of open requests to insurers", () => {
  const site = new Site();
  let process: Process;
  let logged: { readonly level: string; readonly facts: Record<string, unknown>; readonly message: string }[];
  beforeEach(async () => {
    logged = [];
    const write = (level: string) => (facts: unknown, message?: string) =>
      void logged.push({ level, facts: facts as Record<string, unknown>, message: String(message) });
    const log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
    process = await site.process({ log });
  });

  /** Requests whose answers were lost; the insurer has done them. */
  async function leaveOpen(count: number, given: (index: number) => Given = () => ({})): Promise<void> {
    for (let index = 0; index < count; index++) {
      site.insurer.script = ["loses-answer"];
      expect(await codeOf(process.ask({ subject: `quote/aegis/${index}`, ...given(index) }))).to.equal("timeout");
    }
    site.insurer.asked.length = 0;
  }

  const errors = () => logged.filter(({ level }) => level === "error");

  it("does what was left open, and the seller's key then replays it", async () => {
    const key = randomUUID();
    await leaveOpen(1, () => ({ key }));
    site.aheadMs = 6_000;
    expect(await process.settle()).to.deep.equal({ done: 1, withdrawn: 0, open: 0 });
    expect(await process.ask({ subject: "quote/aegis/0", key })).to.include({ status: 200, replayed: true });
    expect([site.insurer.done.size, await site.events(), await site.open()]).to.deep.equal([1, 1, 0]);
  });

  it("acts on a refusal, and the subject is free", async () => {
    site.insurer.script = ["loses-request", "refuses"];
    expect(await codeOf(process.ask())).to.equal("timeout");
    site.aheadMs = 6_000;
    expect(await process.settle()).to.deep.equal({ done: 0, withdrawn: 1, open: 0 });
    expect(await site.refusals()).to.deep.equal(["RISK_DECLINED"]);
    expect(await process.ask()).to.include({ status: 201 });
  });

  it("waits longer after each try, from 5 seconds to an hour", async () => {
    await leaveOpen(1);
    const waits: number[] = [];
    for (let tries = 2; tries <= 14; tries++) {
      site.insurer.script = ["fails"];
      const from = site.aheadMs;
      const { rows } = await site.pool.query("SELECT next_try_at FROM insurer_intents");
      site.aheadMs = rows[0].next_try_at.getTime() - Date.now() - 500;
      expect((await process.settle()).open, `before try ${tries}`).to.equal(0);
      site.aheadMs += 600;
      expect((await process.settle()).open, `try ${tries}`).to.equal(1);
      waits.push(Math.round((site.aheadMs - from) / 1000));
    }
    expect(waits).to.deep.equal([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  });

  it("is not slowed by an insurer that is silent: two wait for it, and the others are done", async () => {
    await leaveOpen(30, (index) => ({ providerId: index < 20 ? "silent" : `insurer-${index}` }));
    site.aheadMs = 6_000;
    const { call } = process.dependencies.operations.createPurchase;
    const waiting = Promise.withResolvers<void>();
    let asked = 0;
    process.dependencies.operations.createPurchase.call = async (intent, context) => {
      if (intent.providerId !== "silent") return await call(intent, context);
      asked++;
      await waiting.promise;
      site.insurer.script = ["loses-answer"];
      return await call(intent, context);
    };
    const settling = process.settle();
    await until(async () => (await site.open()) === 20);
    expect(asked).to.equal(2);
    waiting.resolve();
    expect(await settling).to.deep.equal({ done: 10, withdrawn: 0, open: 2 });
    expect(asked).to.equal(2);
  });

  it("takes insurers in turns when there is more than it may take", async () => {
    await leaveOpen(12, (index) => ({ providerId: index < 10 ? "busy" : `insurer-${index}` }));
    site.aheadMs = 6_000;
    await settleOpenIntents(process.dependencies, { limit: 4 });
    const { rows } = await site.pool.query("SELECT count(*)::int AS count FROM insurer_intents GROUP BY provider_id");
    expect(rows).to.deep.equal([{ count: 8 }]);
  });

  it("tries each once, however many processes settle", async () => {
    await leaveOpen(20, (index) => ({ providerId: `insurer-${index % 10}` }));
    site.aheadMs = 6_000;
    const processes = [process, await site.process(), await site.process()];
    const settled = await Promise.all(processes.map((each) => each.settle()));
    expect(settled.reduce((sum, { done }) => sum + done, 0)).to.equal(20);
    expect(site.insurer.asked).to.have.length(20);
    expect(await site.events()).to.equal(20);
  });

  it("leaves requests alone that a process is busy with", async () => {
    site.insurer.script = ["waits"];
    const asking = process.ask();
    await until(() => site.insurer.waiting === 1);
    site.aheadMs = 30_000;
    const other = await site.process();
    for (const each of [process, other]) expect((await each.settle()).done).to.equal(0);
    expect(site.insurer.asked).to.have.length(1);
    site.insurer.resume();
    expect((await asking).status).to.equal(201);
  });

  it("begins nothing when it is told to stop", async () => {
    await leaveOpen(3);
    site.aheadMs = 6_000;
    expect(await settleOpenIntents(process.dependencies, { signal: AbortSignal.abort() })).to.deep.include({ done: 0 });
    expect(site.insurer.asked).to.have.length(0);
  });

  it("begins nothing after 45 seconds", async () => {
    await leaveOpen(3);
    site.aheadMs = 6_000;
    const { call } = process.dependencies.operations.createPurchase;
    process.dependencies.operations.createPurchase.call = (intent, context) => {
      site.aheadMs += 45_000;
      return call(intent, context);
    };
    expect((await process.settle()).done).to.equal(2);
    expect((await process.settle()).done).to.equal(1);
  });

  it("asks no more after 30 days, and says so once a day", async () => {
    await leaveOpen(2);
    const key = randomUUID();
    await leaveOpen(1, () => ({ subject: "quote/aegis/q3", key }));
    site.aheadMs = 30 * day - 60_000;
    site.insurer.script = ["fails", "fails", "fails"];
    expect((await process.settle()).open).to.equal(3);
    expect(errors()).to.have.length(0);
    site.insurer.asked.length = 0;
    for (const days of [30.1, 30.2, 30.9]) {
      site.aheadMs = days * day;
      await process.settle();
    }
    expect(errors()).to.have.length(1);
    expect(errors()[0]?.facts).to.include({ count: 3 });
    expect(JSON.stringify(errors()[0]?.facts)).to.include("quote/aegis/q3").and.not.include("amount");
    site.aheadMs = 31.2 * day;
    await process.settle();
    expect(errors()).to.have.length(2);
    expect(await codeOf(process.ask({ subject: "quote/aegis/q3", key }))).to.equal("OPERATION_IN_PROGRESS");
    expect(await codeOf(process.ask({ subject: "quote/aegis/q3" }))).to.equal("OPERATION_IN_PROGRESS");
    expect(site.insurer.asked).to.have.length(0);
  });

  it("forgets what does no harm, also when nobody settled for 30 days", async () => {
    const { call } = process.dependencies.operations.createQuote;
    process.dependencies.operations.createQuote.call = async (intent, context) => {
      // Nothing can be written down after that.
      await site.pool.query("ALTER TABLE sold RENAME TO hidden");
      return await call(intent, context);
    };
    for (const aheadMs of [6_000, 31 * day]) {
      const asking: unknown = await process.ask({ operation: "createQuote", subject: null }).catch((error) => error);
      expect(asking).to.be.instanceOf(Error).with.property("message").that.matches(/sold/);
      await site.pool.query("ALTER TABLE hidden RENAME TO sold");
      expect(await site.open()).to.equal(1);
      site.aheadMs += aheadMs;
      await process.settle();
      expect(await site.open()).to.equal(0);
    }
    expect(errors().filter(({ message }) => message.includes("never answered"))).to.have.length(0);
  });

  it("leaves operations that it does not know to a version that does", async () => {
    await leaveOpen(1);
    await site.pool.query("UPDATE insurer_intents SET operation = 'renewPolicy'");
    site.aheadMs = 6_000;
    expect(await process.settle()).to.deep.equal({ done: 0, withdrawn: 0, open: 1 });
    expect(errors()).to.have.length(1);
    expect(await site.open()).to.equal(1);
  });

  it("finds what is due by its index among what is not", async () => {
    await site.pool.query(`
      INSERT INTO insurer_intents (business_id, environment, operation, subject, provider_id, insurer_key, request,
        request_sha256, tries, next_try_at, created_at)
      SELECT gen_random_uuid(), 'test', 'createPurchase', 'quote/' || n, 'aegis', gen_random_uuid(), '{}',
        sha256('x'), 1, now() + interval '1 hour', now() FROM generate_series(1, 20000) AS n`);
    await site.pool.query("ANALYZE insurer_intents");
    const { rows } = await site.pool.query(
      "EXPLAIN SELECT * FROM insurer_intents WHERE next_try_at <= now() AND created_at > now() - interval '30 days'",
    );
    expect(JSON.stringify(rows)).to.include("insurer_intents_due");
    const scope = `business_id = '${randomUUID()}' AND environment = 'test' AND operation = 'createPurchase'`;
    const byKey = await site.pool.query(
      `EXPLAIN SELECT * FROM insurer_intents WHERE (${scope} AND subject = 'a')
       OR (${scope} AND idempotency_key = '${randomUUID()}')`,
    );
    expect(JSON.stringify(byKey.rows)).to.include("insurer_intents_pkey").and.not.include("Seq Scan");
  });

  it("runs each minute as a job", async () => {
    await leaveOpen(1);
    site.aheadMs = 6_000;
    const job = settleInsurerIntents(process.dependencies);
    expect(job).to.include({ name: "settle-insurer-intents", cron: "* * * * *" });
    await runJob(job, { database: {} as Database });
    expect(await site.open()).to.equal(0);
  });
});
