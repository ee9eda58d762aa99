import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import { renewed } from "#test/support/renewed.ts";
import { crowdOf } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";
import { codeOf, Site } from "./processes.ts";

const crowd = crowdOf(200);

describe("an insurer asked for something that happens once", () => {
  const site = new Site();
  const process = renewed(() => site.process());

  /** One policy at the insurer, one here, one event; nothing left open. */
  async function expectOneSale(subject = "quote/aegis/q1"): Promise<void> {
    expect(site.insurer.effectsOn(subject)).to.equal(1);
    expect(await site.sold(subject)).to.have.length(1);
    expect(await site.events()).to.equal(1);
    expect(await site.open()).to.equal(0);
  }

  it("answers with what was committed, then replays it with 200, to the letter", async () => {
    const key = randomUUID();
    const first = await process.ask({ key });
    expect(first).to.include({ status: 201, replayed: false });
    const again = await process.ask({ key });
    expect(again).to.include({ status: 200, replayed: true });
    expect(JSON.stringify(again.body)).to.equal(JSON.stringify(first.body));
    await expectOneSale();
    expect(site.insurer.asked).to.have.length(1);
  });

  it("does it once for many requests at once with one key", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: crowd }, () => process.ask({ key })));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).to.equal(1);
    await expectOneSale();
    expect(site.insurer.asked).to.have.length(1);
  });

  it("does it once for many keys, half of them in another process", async () => {
    const processes = [process, await site.process()];
    const codes = await Promise.all(
      Array.from({ length: crowd }, (_, index) => codeOf((processes[index % 2] ?? process).ask())),
    );
    expect(codes.filter((code) => code === "none")).to.have.length(1);
    expect(codes.filter((code) => code === "QUOTE_ALREADY_USED")).to.have.length(crowd - 1);
    await expectOneSale();
  });

  it("does it once for many requests without a key", async () => {
    const asking = Array.from({ length: crowd }, () => codeOf(process.ask({ key: null })));
    const codes = await Promise.all(asking);
    expect(codes.filter((code) => code === "none")).to.have.length(1);
    expect(codes.filter((code) => code === "QUOTE_ALREADY_USED")).to.have.length(crowd - 1);
    await expectOneSale();
  });

  it("replays to a late one what its key was answered a moment ago, also when another request stands in its way", async () => {
    const key = randomUUID();
    const [looked, admitting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let looks = 0;
    const late = await site.process({
      faultPoint: (at) => (at === "looked" && looks++ === 0 ? looked.promise : undefined),
    });
    const asking = late.ask({ key });
    await until(() => looks === 1);
    const { body } = await process.ask({ key });
    let inTheWay = false;
    const meanwhile = () => {
      inTheWay = true;
      return admitting.promise;
    };
    const another = codeOf(process.ask({ meanwhile }));
    await until(() => inTheWay);
    looked.resolve();
    expect(await asking).to.deep.equal({ status: 200, replayed: true, body });
    admitting.resolve();
    expect(await another).to.equal("QUOTE_ALREADY_USED");
  });

  it("holds no connection while the insurer is silent, however many wait for it", async () => {
    site.insurer.script = Array.from({ length: 30 }, () => "waits" as const);
    const subjects = Array.from({ length: 30 }, (_, index) => `quote/aegis/${index}`);
    const asking = subjects.map((subject) => process.ask({ subject }));
    await until(() => site.insurer.waiting === 30);
    // One is the presence.
    await until(() => process.database.pool.totalCount - process.database.pool.idleCount === 1);
    const { rowCount } = await site.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    expect(rowCount).to.equal(0);
    site.insurer.resume();
    expect(await Promise.all(asking)).to.have.length(30);
  });

  it("refuses a key that comes with another body, or on another subject, at any time", async () => {
    const key = randomUUID();
    site.insurer.script = ["waits"];
    const first = process.ask({ key });
    await until(() => site.insurer.waiting === 1);
    const others = [
      { key, sale: { amount: 101 } },
      { key, subject: "quote/aegis/q2" },
    ];
    for (const other of others) expect(await codeOf(process.ask(other))).to.equal("IDEMPOTENCY_KEY_CONFLICT");
    site.insurer.resume();
    await first;
    for (const other of others) expect(await codeOf(process.ask(other))).to.equal("IDEMPOTENCY_KEY_CONFLICT");
    await expectOneSale();
  });

  it("lets one key on many subjects at once do one of them", async () => {
    const key = randomUUID();
    const codes = await Promise.all(
      Array.from({ length: crowd }, (_, index) => codeOf(process.ask({ key, subject: `quote/aegis/${index}` }))),
    );
    expect(codes.filter((code) => code === "none")).to.have.length(1);
    expect(codes.filter((code) => code === "IDEMPOTENCY_KEY_CONFLICT")).to.have.length(crowd - 1);
    expect(site.insurer.done.size).to.equal(1);
  });

  it("knows keys by business and by operation", async () => {
    const key = randomUUID();
    await process.ask({ key });
    const other = await process.ask({ key, businessId: randomUUID(), subject: "quote/aegis/q2" });
    const quote = await process.ask({ key, operation: "createQuote", subject: null });
    expect([other.status, quote.status]).to.deep.equal([201, 201]);
  });

  it("refuses a key that is no UUID of version 4", async () => {
    expect(await codeOf(process.ask({ key: "x" }))).to.equal("VALIDATION_FAILED");
    expect(site.insurer.asked).to.have.length(0);
  });

  it("takes a key for the same in capitals", async () => {
    const key = randomUUID();
    for (const operation of ["createPurchase", "createQuote"] as const) {
      const subject = operation === "createQuote" ? null : "quote/aegis/q1";
      await process.ask({ operation, subject, key: key.toUpperCase() });
      expect((await process.ask({ operation, subject, key })).replayed).to.equal(true);
    }
  });

  it("says that a request is in progress to those who waited long enough, the same one and another", async () => {
    const impatient = await site.process({ patienceMs: 60 });
    const key = randomUUID();
    site.insurer.script = ["waits"];
    const first = process.ask({ key });
    await until(() => site.insurer.waiting === 1);
    expect(await codeOf(impatient.ask({ key }))).to.equal("IDEMPOTENCY_IN_PROGRESS");
    expect(await codeOf(impatient.ask())).to.equal("OPERATION_IN_PROGRESS");
    expect(await codeOf(impatient.ask({ key: null }))).to.equal("OPERATION_IN_PROGRESS");
    site.insurer.resume();
    await first;
    await expectOneSale();
  });

  it("asks with a key of its own that the seller does not know, and with what `prepare` made of the request", async () => {
    const key = randomUUID();
    await process.ask({ key });
    const [intent] = site.insurer.asked;
    expect(intent?.insurerKey)
      .to.match(/^[0-9a-f-]{36}$/)
      .and.not.equal(key);
    expect(intent?.request).to.deep.equal({ amount: 100 });
  });

  it("frees subject and key when the insurer refuses, and acts on the refusal", async () => {
    const key = randomUUID();
    site.insurer.script = ["refuses"];
    expect(await codeOf(process.ask({ key }))).to.equal("RISK_DECLINED");
    expect(await site.open()).to.equal(0);
    expect(await site.refusals()).to.deep.equal(["RISK_DECLINED"]);
    const corrected = await process.ask({ key, sale: { amount: 101 } });
    expect(corrected).to.include({ status: 201, replayed: false });
    await expectOneSale();
  });

  it("keeps subject and key when nobody knows what the insurer did, and finds out with the same insurer's key", async () => {
    const key = randomUUID();
    site.insurer.script = ["loses-answer", "loses-request", "fails"];
    for (const code of ["timeout", "timeout", "INTERNAL_ERROR"])
      expect(await codeOf(process.ask({ key }))).to.equal(code);
    expect(await codeOf(process.ask({ key, sale: { amount: 101 } }))).to.equal("IDEMPOTENCY_KEY_CONFLICT");
    expect(await site.open()).to.equal(1);
    expect(await process.ask({ key })).to.include({ status: 201, replayed: false });
    await expectOneSale();
    expect(new Set(site.insurer.asked.map(({ insurerKey }) => insurerKey)).size).to.equal(1);
    expect(site.insurer.asked.map(({ tries }) => tries)).to.deep.equal([1, 2, 3, 4]);
  });

  it("does not take a refusal at the door for news of an earlier try", async () => {
    const key = randomUUID();
    site.insurer.script = ["loses-answer", "locks-out"];
    expect(await codeOf(process.ask({ key }))).to.equal("timeout");
    expect(await codeOf(process.ask({ key }))).to.equal("unreachable");
    expect(await process.ask({ key })).to.include({ status: 201 });
    await expectOneSale();
  });

  it("leaves nothing behind when the insurer was not even asked", async () => {
    site.insurer.script = ["is-spared"];
    expect(await codeOf(process.ask())).to.equal("unreachable");
    expect(await site.open()).to.equal(0);
    expect(await site.refusals()).to.deep.equal([]);
    site.insurer.script = ["loses-answer", "is-spared"];
    const key = randomUUID();
    for (const code of ["timeout", "unreachable"]) expect(await codeOf(process.ask({ key }))).to.equal(code);
    expect(await site.open()).to.equal(1);
  });

  it("settles another's open request first, and then refuses what is done", async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    site.insurer.script = ["loses-answer"];
    expect(await codeOf(process.ask({ key }))).to.equal("timeout");
    expect(await codeOf(process.ask({ key: other, sale: { amount: 100 } }))).to.equal("QUOTE_ALREADY_USED");
    expect(await process.ask({ key })).to.include({ status: 200, replayed: true });
    await expectOneSale();
  });

  it("settles another's open request first, and then does its own when that was refused", async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    site.insurer.script = ["loses-request", "refuses"];
    expect(await codeOf(process.ask({ key, sale: { amount: 1 } }))).to.equal("timeout");
    const { body } = await process.ask({ key: other, sale: { amount: 2 } });
    expect(body.amount).to.equal(2);
    await expectOneSale();
  });

  it("tells another's failure to who would have come next, while the outcome is open", async () => {
    site.insurer.script = ["loses-answer", "fails"];
    expect(await codeOf(process.ask())).to.equal("timeout");
    expect(await codeOf(process.ask())).to.equal("INTERNAL_ERROR");
    expect(await site.open()).to.equal(1);
  });

  it("goes on with an open request without a key when the same comes again without one", async () => {
    site.insurer.script = ["loses-answer"];
    expect(await codeOf(process.ask({ key: null }))).to.equal("timeout");
    expect(await process.ask({ key: null })).to.include({ status: 201, replayed: false });
    await expectOneSale();
  });

  it("keeps an answer that could not be written down, and writes it at the next request", async () => {
    const key = randomUUID();
    await site.pool.query("ALTER TABLE sold RENAME TO hidden");
    const failed: unknown = await process.ask({ key, subject: null }).catch((error) => error);
    expect(failed).to.be.instanceOf(Error).with.property("message").that.matches(/sold/);
    await site.pool.query("ALTER TABLE hidden RENAME TO sold");
    expect(await process.ask({ key, subject: null })).to.include({ status: 201, replayed: false });
    expect(site.insurer.done.size).to.equal(1);
  });

  describe("that does no harm when it is forgotten", () => {
    const quote = { operation: "createQuote", subject: null } as const;

    it("does it once for a key, and as often as it is asked without one", async () => {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 50 }, () => process.ask({ ...quote, key })));
      expect(new Set(answers.map(({ body }) => body.nonce)).size).to.equal(1);
      expect(site.insurer.done.size).to.equal(1);
      for (let time = 0; time < 2; time++) await process.ask({ ...quote, key: null });
      expect(site.insurer.done.size).to.equal(3);
      expect(await site.open()).to.equal(0);
    });

    it("keeps nothing when its answer is lost, and finds it again by the seller's key", async () => {
      const key = randomUUID();
      site.insurer.script = ["loses-answer"];
      expect(await codeOf(process.ask({ ...quote, key }))).to.equal("timeout");
      expect(await site.open()).to.equal(0);
      expect(await site.refusals()).to.deep.equal([]);
      expect(await process.ask({ ...quote, key })).to.include({ status: 201, replayed: false });
      expect(site.insurer.done.size).to.equal(1);
    });

    it("leaves nothing behind when the answer cannot be used", async () => {
      const { createQuote } = process.dependencies.operations;
      const failure = { kind: "invalid", status: 201, findings: [] } as const;
      createQuote.commit = () => Promise.reject(new InsurerFailure("aegis", "createQuote", failure));
      expect(await codeOf(process.ask(quote))).to.equal("invalid");
      expect(await site.open()).to.equal(0);
    });

    it("takes a corrected request under the key of one that was refused for a new one", async () => {
      const key = randomUUID();
      site.insurer.script = ["refuses"];
      expect(await codeOf(process.ask({ ...quote, key }))).to.equal("RISK_DECLINED");
      await process.ask({ ...quote, key, sale: { amount: 101 } });
      expect(new Set(site.insurer.asked.map(({ insurerKey }) => insurerKey)).size).to.equal(2);
    });
  });
});
