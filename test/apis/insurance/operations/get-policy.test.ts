import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Schemas as InsurerSchemas } from "#src/apis/insurance/insurers/protocol.ts";
import { insuranceServer } from "#test/builders/insurance/server.ts";
import { renewed } from "#test/support/renewed.ts";
import { dayMs, dayOf, newsOf, storedPolicy } from "./policies.ts";
import { answering } from "./selling.ts";

const reading = /^GET \/policies\/[^/]+$/;

describe("getPolicy", () => {
  const server = insuranceServer({ insurerDeadlineMs: 1_000 });
  afterEach(() => {
    server.sandbox.aheadMs = 0;
  });

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  const read = ({ path }: { readonly path: string }) =>
    server.must(server.get<Schemas["PolicyEnvelope"]>(path, merchant.key));

  /** The insurer cancels behind our back, as its customer may ask it to. */
  async function cancelledAtInsurer({ providerId, policyId }: { providerId: string; policyId: string }): Promise<void> {
    const body = { reason: "OTHER", note: null, requestedEffectiveDate: null };
    const asked = { path: { policyId }, body, idempotencyKey: crypto.randomUUID() };
    await server.insurer(providerId).call("cancelPolicy", asked, { requestId: "req_test" });
  }

  describe("200", () => {
    it("gives the policy as the insurer has it now, and asks it once", async () => {
      const policy = await server.aPolicy(merchant);
      const before = server.gateway.calls("aegis", reading).length;
      const { policy: told } = await read(policy);
      expect(server.gateway.calls("aegis", reading).length - before).to.equal(1);
      const { policyNumber, purchaseId, premium, issuedAt, updatedAt, ...plain } = told;
      expect(plain).to.deep.equal({
        providerId: "aegis",
        policyId: policy.policyId,
        productId: "personal-accident",
        status: "PENDING",
        holder: "Ada Obi",
        startDate: "2099-01-01",
        endDate: "2099-12-31",
        environment: "test",
      });
      expect(policyNumber).to.match(/^AEG-/);
      expect(purchaseId).to.match(/^pur_/);
      expect(premium.currency).to.equal("NGN");
      expect([issuedAt, updatedAt].map((text) => new Date(text).toISOString())).to.deep.equal([issuedAt, updatedAt]);
    });

    it("gives one that ends after the last day on which cover can be asked to begin", async () => {
      const { policy } = await read(await server.aPolicy(merchant, "aegis", "2999-12-31"));
      expect(policy.endDate).to.equal("3000-12-30");
    });

    it("keeps what it read, and when", async () => {
      const policy = await server.aPolicy(merchant, "aegis", dayOf(Date.now() + 10 * dayMs));
      const bought = await storedPolicy(server, merchant, policy);
      server.sandbox.aheadMs = 11 * dayMs;
      expect((await read(policy)).policy.status).to.equal("ACTIVE");
      const after = await storedPolicy(server, merchant, policy);
      expect([after.status, after.document.status]).to.deep.equal(["ACTIVE", "ACTIVE"]);
      expect(after.readAt.getTime()).to.be.above(bought.readAt.getTime());
      expect(after.updatedAt.getTime()).to.be.above(bought.updatedAt.getTime());
      expect(after.createdAt).to.deep.equal(bought.createdAt);
      expect(await newsOf(server, merchant, policy), "that cover has begun is no event").to.deep.equal([]);
    });

    it("leaves updatedAt alone when nothing is new", async () => {
      const policy = await server.aPolicy(merchant);
      const before = await storedPolicy(server, merchant, policy);
      await read(policy);
      expect((await storedPolicy(server, merchant, policy)).updatedAt).to.deep.equal(before.updatedAt);
    });

    it("takes a policy's last day from the insurer when it is moved", async () => {
      const policy = await server.aPolicy(merchant);
      const { document } = await storedPolicy(server, merchant, policy);
      answerOnce(policy.providerId, { ...document, endDate: "2100-06-30" });
      expect((await read(policy)).policy.endDate).to.equal("2100-06-30");
      expect((await storedPolicy(server, merchant, policy)).endDate).to.equal("2100-06-30");
    });
  });

  /** What the insurer answers instead, for the next reading. */
  function answerOnce(insurerId: string, document: InsurerSchemas["Policy"]): void {
    server.gateway.trouble({ insurerId, call: reading, times: 1, with: answering(200, document) });
  }

  describe("200, and an event", () => {
    it("tells that the insurer has cancelled the policy", async () => {
      const policy = await server.aPolicy(merchant);
      await cancelledAtInsurer(policy);
      const { policy: told } = await read(policy);
      expect(told.status).to.equal("CANCELLED");
      const [event, ...more] = await newsOf(server, merchant, policy);
      expect(more).to.deep.equal([]);
      expect(event).to.deep.include({ type: "policy.cancelled", data: told });
      expect(event?.resource).to.deep.equal({ type: "policy", providerId: "aegis", id: policy.policyId, version: 2 });
    });

    it("tells that a cancellation is under review, and later that it was granted", async () => {
      const policy = await server.aPolicy(merchant, "borealis");
      await cancelledAtInsurer(policy);
      expect((await read(policy)).policy.status).to.equal("CANCELLATION_REQUESTED");
      server.sandbox.aheadMs = 61_000;
      expect((await read(policy)).policy.status).to.equal("CANCELLED");
      const news = await newsOf(server, merchant, policy);
      expect(news.map(({ type, resource }) => [type, resource.version])).to.deep.equal([
        ["policy.cancellation_requested", 2],
        ["policy.cancelled", 3],
      ]);
    });

    it("tells that the policy has come to its end", async () => {
      const policy = await server.aPolicy(merchant, "aegis", dayOf(Date.now()));
      server.sandbox.aheadMs = 400 * dayMs;
      expect((await read(policy)).policy.status).to.equal("EXPIRED");
      await read(policy);
      expect((await newsOf(server, merchant, policy)).map(({ type }) => type)).to.deep.equal(["policy.expired"]);
    });

    it("tells once, however many read at the same time", async () => {
      const policy = await server.aPolicy(merchant);
      await cancelledAtInsurer(policy);
      const all = await Promise.all(Array.from({ length: 20 }, () => read(policy)));
      expect(all.map((answer) => answer.policy.status)).to.deep.equal(Array(20).fill("CANCELLED"));
      expect((await newsOf(server, merchant, policy)).map(({ type }) => type)).to.deep.equal(["policy.cancelled"]);
    });

    it("does not take back what a later reading has found when an earlier one arrives after it", async () => {
      const policy = await server.aPolicy(merchant);
      const { document } = await storedPolicy(server, merchant, policy);
      let answerNow = () => {};
      const isHeld = new Promise<void>((resolve) => {
        server.gateway.trouble({
          insurerId: "aegis",
          call: reading,
          times: 1,
          with: (request, response) => {
            answerNow = () => answering(200, document)(request, response);
            resolve();
          },
        });
      });
      const early = read(policy);
      await isHeld;
      await cancelledAtInsurer(policy);
      await read(policy);
      answerNow();
      expect((await early).policy.status, "it asks again").to.equal("CANCELLED");
      expect((await storedPolicy(server, merchant, policy)).status).to.equal("CANCELLED");
      expect((await newsOf(server, merchant, policy)).map(({ type }) => type)).to.deep.equal(["policy.cancelled"]);
    });

    it("tells nothing when the event cannot be written, and tells it at the next reading", async () => {
      const policy = await server.aPolicy(merchant);
      await cancelledAtInsurer(policy);
      const failed = await server.whileMissing("webhook_events", () => server.get(policy.path, merchant.key));
      expect(failed.status).to.equal(500);
      expect((await storedPolicy(server, merchant, policy)).status).to.equal("PENDING");
      await read(policy);
      expect((await newsOf(server, merchant, policy)).map(({ type }) => type)).to.deep.equal(["policy.cancelled"]);
    });
  });
});
