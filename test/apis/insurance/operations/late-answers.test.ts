/** Answers that were lost and come with a repetition, after the record has moved on. */

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { insuranceServer } from "#test/builders/insurance/server.ts";
import { renewed } from "#test/support/renewed.ts";
import { aRound } from "./policies.ts";
import { answering, eventsOf, withKey } from "./selling.ts";

describe("an insurer's late answer", () => {
  const server = insuranceServer();
  const merchant = renewed(() => server.aMerchant());
  afterEach(() => {
    server.sandbox.aheadMs = 0;
  });

  const typesOf = async (id: string) =>
    (await eventsOf(server, merchant)).filter(({ resource }) => resource.id === id).map(({ type }) => type);
  const listed = async () => (await server.get<Schemas["PolicyPage"]>("/policies", merchant.key)).body.items[0]?.status;

  it("about a file takes no decided claim back, and tells nobody of its payment twice", async () => {
    const { providerId, claimId } = await server.aClaim(merchant);
    const path = `/claims/${providerId}/${claimId}`;
    const fileId = await server.anUpload(merchant);
    const key = randomUUID();
    const attach = () => server.post<Schemas["Claim"]>(`${path}/attachments`, { fileId }, withKey(merchant, key));
    const read = async () => (await server.get<Schemas["Claim"]>(path, merchant.key)).body.status;
    const end = server.gateway.trouble({ insurerId: "aegis", call: /^POST \/claims\//, with: "lose-answer" });
    expect((await attach()).status).to.equal(502);
    end();
    server.sandbox.aheadMs = 1.1 * 60_000;
    expect(await read()).to.equal("APPROVED");
    server.sandbox.aheadMs = 10 * 60_000;
    expect(await read()).to.equal("PAID");
    const again = await attach();
    expect([again.status, again.body.status]).to.deep.equal([201, "PAID"]);
    const { body } = await server.get<Schemas["ClaimPage"]>("/claims", merchant.key);
    expect(body.items[0]?.status).to.equal("PAID");
    expect(await read()).to.equal("PAID");
    expect(await typesOf(claimId)).to.deep.equal(["claim.created", "claim.approved", "claim.paid"]);
  });

  it("about a renewal puts no cancelled policy in force again", async () => {
    const bought = await server.aPurchase(merchant);
    const { providerId, policyId } = bought;
    const purchase = server.aPurchaseRequest(await server.aRenewal(merchant, bought));
    const key = randomUUID();
    const buy = () => server.post("/purchases", purchase, withKey(merchant, key));
    const end = server.gateway.trouble({ insurerId: "aegis", call: /^POST \/purchases$/, with: "lose-answer" });
    expect((await buy()).status).to.equal(502);
    end();
    const path = `/policies/${providerId}/${policyId}`;
    await server.must(server.post(`${path}/cancel`, { reason: "SOLD" }, merchant.key));
    expect((await buy()).status).to.equal(201);
    expect(await listed()).to.equal("CANCELLED");
    await aRound(server);
    expect(await listed()).to.equal("CANCELLED");
    const { body } = await server.get<Schemas["PolicyEnvelope"]>(path, merchant.key);
    expect(body.policy.status).to.equal("CANCELLED");
    const told = (await typesOf(policyId)).filter((type) => type !== "document.available");
    expect(told).to.deep.equal(["policy.issued", "policy.cancelled", "policy.renewed"]);
  });

  it("about a cancellation reopens no review that is over", async () => {
    const { providerId, policyId } = await server.aPurchase(merchant, "borealis");
    const path = `/policies/${providerId}/${policyId}`;
    const key = randomUUID();
    const cancel = () =>
      server.post<Schemas["CancellationResult"]>(`${path}/cancel`, { reason: "SOLD" }, withKey(merchant, key));
    const read = async () => (await server.get<Schemas["PolicyEnvelope"]>(path, merchant.key)).body.policy.status;
    const asked = { requestId: randomUUID(), environment: "test" } as const;
    const document = await server.insurer("borealis").call("getPolicy", { path: { policyId } }, asked);
    const end = server.gateway.trouble({ insurerId: "borealis", call: /cancel/, with: "lose-answer" });
    expect((await cancel()).status).to.equal(502);
    end();
    expect(await read()).to.equal("CANCELLATION_REQUESTED");
    const stop = server.gateway.trouble({
      insurerId: "borealis",
      call: /^GET \/policies\/[^/]+$/,
      with: answering(200, { ...document, status: "ACTIVE" }),
    });
    expect(await read()).to.equal("ACTIVE");
    expect((await cancel()).status).to.equal(200);
    expect(await listed()).to.equal("ACTIVE");
    expect(await typesOf(policyId)).to.deep.equal(["policy.issued", "policy.cancellation_requested"]);
    stop();
    // The sandbox has not refused in earnest: its review goes on, and the job hears of it.
    await aRound(server);
    expect(await listed()).to.equal("CANCELLATION_REQUESTED");
  });
});
