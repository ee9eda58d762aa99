import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { Insurers, switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { expirePolicies } from "#src/apis/insurance/policies/expiry.ts";
import { pollingOfPolicies, pollPolicies } from "#src/apis/insurance/policies/polling.ts";
import { cancellationsOf, dayMs, dayOf, newsOf, storedPolicy } from "#test/apis/insurance/operations/policies.ts";
import { answering } from "#test/apis/insurance/operations/selling.ts";
import { type BoughtPolicy, insuranceServer, type Merchant } from "#test/builders/insurance/server.ts";
import { waitingForLocks } from "#test/support/cluster.ts";
import { silent } from "#test/support/postgres.ts";
import { runJob } from "#test/support/run-job.ts";
import { until } from "#test/support/until.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const reading = /^GET \/policies\/[^/]+$/;
const listing = /^GET \/policies\/[^/]+\/documents$/;
const signal = new AbortController().signal;

describe("policies by the clock", () => {
  const server = insuranceServer();

  let merchant: Merchant;
  let insurers: Insurers;
  beforeEach(async () => {
    // Rounds see the policies of everybody.
    await server.database.pool.query("UPDATE insurance_policies SET next_documents_at = NULL, next_reading_at = NULL");
    merchant = await server.aMerchant({ sells: [] });
    insurers = new Insurers(server.database, server.masterKey);
  });
  afterEach(() => {
    server.sandbox.aheadMs = 0;
    insurers.close();
  });

  const partsAt = (aheadMs: number) => ({
    database: server.database,
    insurers,
    log: silent,
    now: () => Date.now() + aheadMs,
  });
  const round = (aheadMs = 0) => pollPolicies(partsAt(aheadMs), { signal });
  const expireAt = (time: number) => expirePolicies(server.database, { now: () => time, signal });
  const typesOf = async (policy: BoughtPolicy) => (await newsOf(server, merchant, policy)).map(({ type }) => type);
  const callsAbout = ({ providerId, policyId }: BoughtPolicy, call: RegExp) =>
    server.gateway.calls(providerId, call).filter((seen) => seen.call.includes(policyId)).length;

  describe("documents", () => {
    it("are announced without anyone asking, once", async () => {
      const policy = await server.aPolicy(merchant, "estuary");
      await round();
      expect(await typesOf(policy)).to.deep.equal(["document.available", "document.available"]);
      await round(hourMs);
      expect(callsAbout(policy, listing)).to.equal(2);
      expect(await typesOf(policy)).to.have.length(2);
    });

    it("are looked for again after a pause, and no more after the first day", async () => {
      const policy = await server.aPolicy(merchant);
      const calls: number[] = [];
      for (const aheadMs of [0, 10_000, 2 * minuteMs, 3 * minuteMs, 5 * minuteMs, 25 * hourMs, 26 * hourMs]) {
        await round(aheadMs);
        calls.push(callsAbout(policy, listing));
      }
      expect(calls).to.deep.equal([1, 1, 2, 2, 3, 4, 4]);
    });

    it("are looked for on the first day of a renewal too", async () => {
      const policy = await server.aPolicy(merchant);
      await server.database.pool.query(
        "UPDATE insurance_policies SET created_at = $2, documents_since = $2, next_documents_at = NULL WHERE policy_id = $1",
        [policy.policyId, new Date(Date.now() - 300 * dayMs)],
      );
      const renewal = server.aPurchaseRequest(await server.aRenewal(merchant, policy));
      await server.must(server.post("/purchases", renewal, merchant.key));
      const calls: number[] = [];
      for (const aheadMs of [0, 2 * minuteMs, 5 * minuteMs, 25 * hourMs, 26 * hourMs]) {
        await round(aheadMs);
        calls.push(callsAbout(policy, listing));
      }
      expect(calls).to.deep.equal([1, 2, 3, 4, 4]);
    });

    it("that an insurer writes later are announced later", async () => {
      const policy = await server.aPolicy(merchant);
      const none = answering(200, { items: [] });
      const end = server.gateway.trouble({ insurerId: "aegis", call: listing, with: none });
      await round();
      end();
      expect(await typesOf(policy)).to.deep.equal([]);
      await round(2 * minuteMs);
      expect(await typesOf(policy)).to.deep.equal(["document.available"]);
    });
  });

  describe("a cancellation under review", () => {
    it("is told of when the insurer has decided, without anyone asking", async () => {
      const policy = await server.aPolicy(merchant, "borealis");
      await server.must(server.post(`${policy.path}/cancel`, { reason: "OTHER" }, merchant.key));
      await round();
      expect(callsAbout(policy, reading), "not yet").to.equal(0);
      await round(2 * minuteMs);
      expect(callsAbout(policy, reading)).to.equal(1);
      server.sandbox.aheadMs = 61_000;
      await round(4 * minuteMs);
      const decided = ["policy.cancellation_requested", "document.available", "policy.cancelled"];
      expect(await typesOf(policy)).to.deep.equal(decided);
      expect((await storedPolicy(server, merchant, policy)).status).to.equal("CANCELLED");
      await round(dayMs);
      expect(callsAbout(policy, reading), "there is nothing left to ask").to.equal(2);
      expect(await cancellationsOf(server, merchant, policy)).to.have.length(1);
    });
  });

  describe("a round", () => {
    it("asks about each policy once, however many processes make one", async () => {
      const policies: BoughtPolicy[] = [];
      for (let count = 0; count < 6; count++) policies.push(await server.aPolicy(merchant));
      await Promise.all([round(), round(), round()]);
      expect(policies.map((policy) => callsAbout(policy, listing))).to.deep.equal(Array(6).fill(1));
    });

    it("leaves an insurer alone that gives no answer, and asks all others", async () => {
      const silentOnes: BoughtPolicy[] = [];
      for (let count = 0; count < 6; count++) silentOnes.push(await server.aPolicy(merchant, "dunlin"));
      const other = await server.aPolicy(merchant);
      const end = server.gateway.trouble({ insurerId: "dunlin", call: listing, with: "drop" });
      await round();
      end();
      // In this process the breaker is open; another has not seen what happened.
      insurers.close();
      insurers = new Insurers(server.database, server.masterKey);
      const asked = silentOnes.filter((policy) => callsAbout(policy, listing) > 0);
      expect(asked).to.have.length(2);
      expect(await typesOf(other)).to.deep.equal(["document.available"]);
      await round();
      for (const policy of silentOnes) expect(await typesOf(policy)).to.have.length(asked.includes(policy) ? 0 : 1);
      await round(2 * minuteMs);
      for (const policy of silentOnes) expect(await typesOf(policy)).to.deep.equal(["document.available"]);
    });

    it("goes on after an insurer's refusal, with the same insurer too", async () => {
      const policies = [await server.aPolicy(merchant), await server.aPolicy(merchant)];
      server.gateway.trouble({ insurerId: "aegis", call: listing, with: "own-error", times: 1 });
      await round();
      const news = await Promise.all(policies.map(typesOf));
      expect(news.flat()).to.deep.equal(["document.available"]);
    });

    it("asks about claims before it ends, however many policies of the insurer await documents", async () => {
      const claim = await server.aClaim(merchant);
      const due = new Date(Date.now() - minuteMs);
      await server.database.pool.query("UPDATE insurance_claims SET next_reading_at = NULL");
      await server.database.pool.query("UPDATE insurance_claims SET next_reading_at = $2 WHERE claim_id = $1", [
        claim.claimId,
        due,
      ]);
      await server.database.pool.query(
        `INSERT INTO insurance_policies (business_id, environment, provider_id, policy_id, position, purchase_id,
           product_id, status, end_date, document, created_at, updated_at, read_at, documents_since, next_documents_at)
         SELECT business_id, environment, provider_id, policy_id || number, gen_random_uuid(), purchase_id, product_id,
           status, end_date, document, created_at, updated_at, read_at, documents_since, $2
         FROM insurance_policies, generate_series(1, 20) AS number WHERE policy_id = $1`,
        [claim.policyId, due],
      );
      // Each call takes ten seconds of this clock.
      const before = server.gateway.seen.length;
      const now = () => Date.now() + (server.gateway.seen.length - before) * 10_000;
      await pollPolicies({ ...partsAt(0), now }, { signal });
      expect(
        server.gateway.calls("aegis", /^GET \/claims\//).filter(({ call }) => call.includes(claim.claimId)),
      ).to.have.length(1);
      expect(server.gateway.seen.length - before).to.be.below(20);
    });

    it("asks no insurer that is switched off", async () => {
      const policy = await server.aPolicy(merchant, "farrier");
      await switchInsurer(await server.database.operator(), "farrier", false);
      await round();
      expect(callsAbout(policy, listing)).to.equal(0);
      await switchInsurer(await server.database.operator(), "farrier", true);
      await round();
      expect(callsAbout(policy, listing)).to.equal(1);
    });

    it("begins nothing when it is told to stop", async () => {
      const policy = await server.aPolicy(merchant);
      await pollPolicies(partsAt(0), { signal: AbortSignal.abort() });
      expect(callsAbout(policy, listing)).to.equal(0);
    });
  });

  describe("the end", () => {
    it("comes to a policy when its last day is over everywhere, with an event and without a call", async () => {
      const policy = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
      const { endDate } = await storedPolicy(server, merchant, policy);
      const nextDay = Date.parse(endDate) + dayMs;
      const before = server.gateway.seen.length;
      await expireAt(nextDay + 12 * hourMs - 1);
      expect((await storedPolicy(server, merchant, policy)).status).to.not.equal("EXPIRED");
      await expireAt(nextDay + 12 * hourMs);
      const [event, ...more] = await newsOf(server, merchant, policy);
      expect(more).to.deep.equal([]);
      expect(event).to.deep.include({ type: "policy.expired" });
      expect(event?.data).to.deep.include({ policyId: policy.policyId, status: "EXPIRED", endDate });
      expect(server.gateway.seen.length).to.equal(before);
      await expireAt(nextDay + dayMs);
      expect(await typesOf(policy)).to.have.length(1);
    });

    it("comes to a policy under review, and not to one that was cancelled", async () => {
      const reviewed = await server.aPolicy(merchant, "borealis", dayOf(Date.now()));
      const cancelled = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
      for (const { path } of [reviewed, cancelled])
        await server.must(server.post(`${path}/cancel`, { reason: "OTHER" }, merchant.key));
      await expireAt(Date.now() + 400 * dayMs);
      expect(await typesOf(reviewed)).to.deep.equal(["policy.cancellation_requested", "policy.expired"]);
      expect(await typesOf(cancelled)).to.deep.equal(["policy.cancelled"]);
      await round(500 * dayMs);
      expect(callsAbout(reviewed, reading)).to.equal(0);
    });

    it("is told once by processes that notice together", async () => {
      const policy = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
      const counts = await Promise.all(Array.from({ length: 4 }, () => expireAt(Date.now() + 400 * dayMs)));
      expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(1);
      expect(await typesOf(policy)).to.deep.equal(["policy.expired"]);
    });

    it("does not come to a policy that is extended in the same moment", async () => {
      const policy = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
      const { pool } = server.database;
      const other = await pool.connect();
      await other.query("BEGIN");
      await other.query("UPDATE insurance_policies SET end_date = '2199-12-31' WHERE policy_id = $1", [
        policy.policyId,
      ]);
      const ending = expireAt(Date.now() + 400 * dayMs);
      await until(async () => (await waitingForLocks(pool)) === 1);
      await other.query("COMMIT");
      other.release();
      await ending;
      expect((await storedPolicy(server, merchant, policy)).status).to.not.equal("EXPIRED");
      expect(await typesOf(policy)).to.deep.equal([]);
    });

    it("comes to any number of policies", async () => {
      const policy = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
      await server.database.pool.query(
        `INSERT INTO insurance_policies (business_id, environment, provider_id, policy_id, position, purchase_id,
           product_id, status, end_date, document, created_at, updated_at, read_at, documents_since)
         SELECT business_id, environment, provider_id, policy_id || number, gen_random_uuid(), purchase_id,
           product_id, status, end_date, document, created_at, updated_at, read_at, documents_since
         FROM insurance_policies, generate_series(1, 600) AS number WHERE policy_id = $1`,
        [policy.policyId],
      );
      expect(await expireAt(Date.now() + 400 * dayMs)).to.equal(601);
    });

    it("is not taken back when the insurer goes on calling the policy active", async () => {
      const policy = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
      const { document } = await storedPolicy(server, merchant, policy);
      await server.database.pool.query("UPDATE insurance_policies SET end_date = '2020-01-01' WHERE policy_id = $1", [
        policy.policyId,
      ]);
      await expireAt(Date.now());
      const past = answering(200, { ...document, endDate: "2020-01-01" });
      server.gateway.trouble({ insurerId: "aegis", call: reading, times: 1, with: past });
      const read = await server.must(server.get<Schemas["PolicyEnvelope"]>(policy.path, merchant.key));
      expect(read.policy.status).to.equal("EXPIRED");
      expect((await storedPolicy(server, merchant, policy)).status).to.equal("EXPIRED");
      expect(await typesOf(policy)).to.deep.equal(["policy.expired"]);
    });
  });

  it("are one job of each minute", async () => {
    const job = pollingOfPolicies(partsAt(0));
    expect(job).to.deep.include({ name: "poll-policies", cron: "* * * * *" });
    const ended = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
    await server.database.pool.query("UPDATE insurance_policies SET end_date = '2020-01-01' WHERE policy_id = $1", [
      ended.policyId,
    ]);
    const fresh = await server.aPolicy(merchant, "borealis");
    await runJob(job as NonNullable<typeof job>, { database: server.database });
    expect(await typesOf(ended)).to.deep.equal(["policy.expired", "document.available"]);
    expect(await typesOf(fresh)).to.deep.equal(["document.available"]);
  });
});
