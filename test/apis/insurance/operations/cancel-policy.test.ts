import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type Answer, type BoughtPolicy, insuranceServer, type Problem } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { renewed } from "#test/support/renewed.ts";
import { cancellationsOf, dayMs, dayOf, newsOf, storedPolicy } from "./policies.ts";
import { withKey } from "./selling.ts";

type Result = Schemas["CancellationResult"];

const cancelling = /^POST \/policies\/[^/]+\/cancellation$/;
const why = { reason: "NO_LONGER_NEEDED" } as const;

describe("cancelPolicy", () => {
  const server = insuranceServer({ insurerDeadlineMs: 1_000 });
  afterEach(() => {
    server.sandbox.aheadMs = 0;
  });

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  function cancel<T = Problem>({ path }: BoughtPolicy, body: unknown = why, key?: string): Promise<Answer<T>> {
    return server.post<T>(`${path}/cancel`, body, withKey(merchant, key));
  }

  const typesOf = async (policy: BoughtPolicy) => (await newsOf(server, merchant, policy)).map(({ type }) => type);
  const keysAt = (insurerId: string, { policyId }: BoughtPolicy) => {
    const calls = server.gateway.calls(insurerId, cancelling).filter(({ call }) => call.includes(policyId));
    return new Set(calls.map(({ idempotencyKey }) => idempotencyKey));
  };

  describe("200, cancelled outright", () => {
    it("says so, with the last day of cover and the refund", async () => {
      const policy = await server.aPolicy(merchant);
      const requestBody = { ...why, note: " The car was sold. ", requestedEffectiveDate: "2099-07-02" };
      const { status, headers, body } = await cancel<Result>(policy, requestBody, randomUUID());
      expect(status).to.equal(200);
      expect(headers.has("idempotency-replayed")).to.equal(false);
      const { cancellationId, createdAt, refund, ...plain } = body.cancellation;
      expect(body.outcome).to.equal("CANCELLED");
      expect(plain).to.deep.equal({
        status: "CANCELLED",
        reason: "NO_LONGER_NEEDED",
        note: "The car was sold.",
        requestedEffectiveDate: "2099-07-02",
        effectiveDate: "2099-07-02",
        environment: "test",
      });
      const { premium } = (await storedPolicy(server, merchant, policy)).document;
      expect(refund?.currency).to.equal(premium.currency);
      expect(refund?.amountMinor).to.equal(Math.floor(premium.amountMinor / 2));
      expect(Date.now() - Date.parse(createdAt)).to.be.within(0, 10_000);
      expect(await cancellationsOf(server, merchant, policy)).to.deep.equal([
        { cancellationId, outcome: "CANCELLED", reason: "NO_LONGER_NEEDED", refundMinor: String(refund?.amountMinor) },
      ]);
    });

    it("ends the policy here too, and tells of it once", async () => {
      const policy = await server.aPolicy(merchant);
      await server.must(cancel(policy));
      expect((await storedPolicy(server, merchant, policy)).status).to.equal("CANCELLED");
      const read = await server.must(server.get<Schemas["PolicyEnvelope"]>(policy.path, merchant.key));
      const news = await newsOf(server, merchant, policy);
      expect(news.map(({ type, resource }) => [type, resource.version])).to.deep.equal([["policy.cancelled", 2]]);
      expect(news[0]?.data).to.deep.include({ policyId: policy.policyId, status: "CANCELLED" });
      expect(read.policy.status).to.equal("CANCELLED");
    });

    it("takes a request of nothing but the reason for one to end the cover as soon as possible", async () => {
      const { body } = await cancel<Result>(await server.aPolicy(merchant));
      expect(body.cancellation).to.deep.include({ note: null, requestedEffectiveDate: null });
      expect(body.cancellation.effectiveDate).to.equal(dayOf(Date.now()));
    });
  });

  describe("200, under review", () => {
    it("says so, tells of it, and tells later what was decided", async () => {
      const policy = await server.aPolicy(merchant, "borealis");
      const { status, body } = await cancel<Result>(policy);
      expect([status, body.outcome]).to.deep.equal([200, "UNDER_REVIEW"]);
      expect(body.cancellation).to.deep.include({ status: "UNDER_REVIEW", effectiveDate: null, refund: null });
      expect((await storedPolicy(server, merchant, policy)).status).to.equal("CANCELLATION_REQUESTED");
      expect(await typesOf(policy)).to.deep.equal(["policy.cancellation_requested"]);
      server.sandbox.aheadMs = 61_000;
      await server.must(server.get(policy.path, merchant.key));
      expect(await typesOf(policy)).to.deep.equal(["policy.cancellation_requested", "policy.cancelled"]);
    });
  });

  describe("409", () => {
    it("POLICY_NOT_CANCELLABLE for one that is cancelled, under review or over: the insurer says so each time", async () => {
      const cancelled = await server.aPolicy(merchant);
      const reviewed = await server.aPolicy(merchant, "borealis");
      for (const policy of [cancelled, reviewed]) await server.must(cancel(policy, why, randomUUID()));
      const over = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
      server.sandbox.aheadMs = 400 * dayMs;
      for (const policy of [cancelled, reviewed, over]) {
        const before = server.gateway.calls(policy.providerId, cancelling).length;
        expectProblem(await cancel(policy), 409, "POLICY_NOT_CANCELLABLE");
        expect(server.gateway.calls(policy.providerId, cancelling).length - before).to.equal(1);
      }
    });
  });

  describe("502", () => {
    it("of an insurer that did it and could not say so is found out by the next request", async () => {
      const policy = await server.aPolicy(merchant, "farrier");
      const end = server.gateway.trouble({ insurerId: "farrier", call: cancelling, with: "lose-answer" });
      const key = randomUUID();
      expectProblem(await cancel(policy, why, key), 502, "INSURER_UNREACHABLE");
      end();
      expect(await typesOf(policy)).to.deep.equal([]);
      const { status, headers, body } = await cancel<Result>(policy, why, key);
      expect([status, body.outcome]).to.deep.equal([200, "CANCELLED"]);
      expect(headers.has("idempotency-replayed"), "it was never answered before").to.equal(false);
      expect(keysAt("farrier", policy).size).to.equal(1);
      expect(await typesOf(policy)).to.deep.equal(["policy.cancelled"]);
    });
  });
});
