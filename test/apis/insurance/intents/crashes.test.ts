import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { type FaultPoint, faultPoints, Interruption } from "#src/apis/insurance/intents/dependencies.ts";
import { renewed } from "#test/support/renewed.ts";
import { crowdOf } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";
import type { Behaviour } from "./counting-insurer.ts";
import { codeOf, type Process, Site } from "./processes.ts";

/** What the insurer must do for a try to come by a point. */
const behaviours: Partial<Record<FaultPoint, readonly Behaviour[]>> = {
  failed: ["refuses", "loses-answer", "loses-request"],
  withdrawing: ["refuses"],
  released: ["refuses", "loses-answer", "loses-request"],
};
const before: ReadonlySet<FaultPoint> = new Set(["looked", "recording"]);

describe("a process that dies while it asks an insurer", () => {
  const site = new Site();
  const survivor = renewed(() => site.process());

  async function expectOneSale(): Promise<void> {
    expect(site.insurer.effectsOn("quote/aegis/q1")).to.equal(1);
    expect(await site.sold()).to.have.length(1);
    expect(await site.events()).to.equal(1);
    expect(await site.open()).to.equal(0);
  }

  /** Asks in a process that stops for good at a point. */
  async function dieAt(point: FaultPoint | null, key: string | null, behaviour: Behaviour = "answers"): Promise<void> {
    let reached = point === null;
    const process = await site.process({
      faultPoint: (at) => {
        if (at !== point) return;
        reached = true;
        throw new Interruption();
      },
    });
    site.insurer.script = [behaviour];
    const ended: unknown = await process.ask({ key }).catch((error) => error);
    expect(ended).to.be.instanceOf(Interruption);
    expect(reached).to.equal(true);
    await process.die();
  }

  /** After what was due next is due. */
  function settle() {
    site.aheadMs += 10_000;
    return survivor.settle();
  }

  for (const point of faultPoints)
    for (const behaviour of behaviours[point] ?? (["answers"] as const)) {
      const place = `at "${point}" when the insurer ${behaviour}`;

      it(`${place}: the same request again ends in one sale`, async () => {
        const key = randomUUID();
        await dieAt(point, key, behaviour);
        const { status, body } = await survivor.ask({ key });
        expect(status).to.equal(point === "committed" ? 200 : 201);
        expect((await survivor.ask({ key })).body).to.deep.equal(body);
        await expectOneSale();
      });

      it(`${place}: the same request again without a key ends in one sale`, async () => {
        await dieAt(point, null, behaviour);
        const code = await codeOf(survivor.ask({ key: null }));
        expect(code).to.equal(point === "committed" ? "QUOTE_ALREADY_USED" : "none");
        await expectOneSale();
      });

      it(`${place}: a request with another key ends in one sale`, async () => {
        await dieAt(point, randomUUID(), behaviour);
        await codeOf(survivor.ask());
        await expectOneSale();
      });

      it(`${place}: the settlement job settles it, and the same request then hears of it`, async () => {
        const key = randomUUID();
        await dieAt(point, key, behaviour);
        await settle();
        expect(await site.open()).to.equal(0);
        const sales = await site.sold();
        expect(sales).to.have.length(site.insurer.effectsOn("quote/aegis/q1"));
        const gone = before.has(point) || (behaviour === "refuses" && point !== "failed" && point !== "withdrawing");
        expect(sales).to.have.length(gone ? 0 : 1);
        expect((await survivor.ask({ key })).status).to.equal(gone ? 201 : 200);
        await expectOneSale();
      });
    }

  it("in the middle of the call, when the insurer has done it: once, by a retry", async () => {
    const key = randomUUID();
    await dieAt(null, key, "outlives-caller");
    expect(await survivor.ask({ key })).to.include({ status: 201, replayed: false });
    await expectOneSale();
  });

  it("in the middle of the call, when the insurer has done it: once, by the settlement job", async () => {
    await dieAt(null, randomUUID(), "outlives-caller");
    expect(await settle()).to.deep.equal({ done: 1, withdrawn: 0, open: 0 });
    await expectOneSale();
  });

  it("is followed at once: nobody waits for a lease", async () => {
    const key = randomUUID();
    await dieAt("called", key);
    // The dead one's key and quote are refused to others for as long as it seems to live.
    expect(await survivor.ask({ key })).to.include({ status: 201, replayed: false });
  });

  it("is followed by one of many that ask again at once", async () => {
    const key = randomUUID();
    await dieAt("called", key);
    // On a busy machine the last of them waits longer than a server lets them.
    const patient = await site.process({ patienceMs: 50_000 });
    const answers = await Promise.all(Array.from({ length: crowdOf(200) }, () => patient.ask({ key })));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(new Set(answers.map(({ body }) => body.nonce)).size).to.equal(1);
    expect(site.insurer.asked).to.have.length(2);
    await expectOneSale();
  });

  it("leaves a quote to be forgotten by the settlement job, and found again by its key", async () => {
    const process = await site.process({
      faultPoint: (at) => {
        if (at === "called") throw new Interruption();
      },
    });
    const quote = { operation: "createQuote", subject: null, key: randomUUID() } as const;
    expect(await process.ask(quote).catch((error) => error)).to.be.instanceOf(Interruption);
    await process.die();
    expect(await settle()).to.deep.equal({ done: 0, withdrawn: 1, open: 0 });
    expect(site.insurer.asked).to.have.length(1);
    expect(await survivor.ask(quote)).to.include({ status: 201 });
    expect(site.insurer.done.size).to.equal(1);
  });
});

describe("a process that is taken for dead while it asks an insurer", () => {
  const site = new Site();
  let unseen: Process;
  let other: Process;
  const key = randomUUID();
  const nobody = { liveness: { id: "1", hold: async () => {} } };
  beforeEach(async () => {
    unseen = await site.process(nobody);
    other = await site.process();
  });

  /** Asks in the process that nobody sees, and has the insurer wait with the answer. */
  async function begin(given: {
    readonly key: string | null;
  }): Promise<{ readonly ended: ReturnType<Process["ask"]> }> {
    site.insurer.script = ["waits"];
    const ended = unseen.ask(given);
    await until(() => site.insurer.waiting === 1);
    return { ended };
  }

  async function expectOneSale(): Promise<void> {
    expect(site.insurer.done.size).to.equal(1);
    expect(await site.sold()).to.have.length(1);
    expect(await site.events()).to.equal(1);
    expect(await site.open()).to.equal(0);
  }

  it("replays what the other process has written down", async () => {
    const { ended } = await begin({ key });
    const { status, body } = await other.ask({ key });
    expect(status).to.equal(201);
    site.insurer.resume();
    expect(await ended).to.deep.equal({ status: 200, replayed: true, body });
    await expectOneSale();
  });

  it("writes its answer down when it is first, and the other process replays it", async () => {
    const { ended } = await begin({ key });
    const answered = Promise.withResolvers<void>();
    other = await site.process({ faultPoint: (at) => (at === "called" ? answered.promise : undefined) });
    const taking = other.ask({ key });
    await until(() => site.insurer.done.size === 1);
    site.insurer.resume();
    const { status, body } = await ended;
    expect(status).to.equal(201);
    answered.resolve();
    expect(await taking).to.deep.equal({ status: 200, replayed: true, body });
    await expectOneSale();
  });

  it("writes its answer down although the other process was refused meanwhile", async () => {
    const { ended } = await begin({ key });
    site.insurer.script = ["refuses"];
    expect(await codeOf(other.ask({ key }))).to.equal("RISK_DECLINED");
    site.insurer.resume();
    const { status, body } = await ended;
    expect(status).to.equal(201);
    expect(await other.ask({ key })).to.deep.equal({ status: 200, replayed: true, body });
    await expectOneSale();
  });

  it("does not take back what the other process goes on with, whatever it hears itself", async () => {
    let looks = 0;
    unseen = await site.process({ ...nobody, faultPoint: (at) => void (at === "looked" && looks++) });
    site.insurer.script = ["waits-and-refuses"];
    const ended = unseen.ask({ key });
    await until(() => site.insurer.waiting === 1);
    const answered = Promise.withResolvers<void>();
    other = await site.process({ faultPoint: (at) => (at === "called" ? answered.promise : undefined) });
    const taking = other.ask({ key });
    await until(() => site.insurer.done.size === 1);
    site.insurer.resume();
    await until(() => looks >= 2);
    answered.resolve();
    const { status, body } = await taking;
    expect(status).to.equal(201);
    expect(await ended).to.deep.equal({ status: 200, replayed: true, body });
    expect(await site.refusals()).to.deep.equal([]);
    await expectOneSale();
  });

  it("hears of the sale when its request had no key", async () => {
    const { ended } = await begin({ key: null });
    await other.ask({ key: null });
    site.insurer.resume();
    expect(await codeOf(ended)).to.equal("QUOTE_ALREADY_USED");
    await expectOneSale();
  });
});

describe("a process that is there while it asks an insurer", () => {
  const site = new Site();
  let slow: Process;
  let impatient: Process;
  const key = randomUUID();
  let ended: ReturnType<Process["ask"]>;
  beforeEach(async () => {
    slow = await site.process();
    impatient = await site.process({ patienceMs: 0 });
    site.insurer.script = ["waits"];
    ended = slow.ask({ key });
    await until(() => site.insurer.waiting === 1);
  });

  it("is believed to be gone when its claim is two minutes old", async () => {
    // Long before, since a busy machine adds seconds of its own.
    site.aheadMs = 60_000;
    expect(await codeOf(impatient.ask({ key }))).to.equal("IDEMPOTENCY_IN_PROGRESS");
    expect(await impatient.settle()).to.deep.equal({ done: 0, withdrawn: 0, open: 0 });
    site.aheadMs = 121_000;
    expect(await impatient.ask({ key })).to.include({ status: 201 });
    site.insurer.resume();
    expect(await ended).to.include({ status: 200, replayed: true });
    expect(await site.sold()).to.have.length(1);
  });

  it("keeps its claim when its session is lost and found again", async () => {
    const holders = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1
      AND (classid::bigint << 32) | objid::bigint = $1::bigint`;
    const session = async () => (await site.pool.query(holders, [slow.dependencies.liveness.id])).rows[0]?.pid;
    const lost = await session();
    await site.pool.query("SELECT pg_terminate_backend($1::int)", [lost]);
    await until(async () => ![undefined, lost].includes(await session()));
    expect(await codeOf(impatient.ask({ key }))).to.equal("IDEMPOTENCY_IN_PROGRESS");
    site.insurer.resume();
    expect(await ended).to.include({ status: 201 });
  });
});
