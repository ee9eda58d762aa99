import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { InsurerClient } from "#src/apis/insurance/insurers/client.ts";
import type { Schemas } from "#src/apis/insurance/insurers/protocol.ts";
import { aPolicy, aPurchaseCall, aQuoteCall, failureOf, options, Sandbox } from "#test/builders/insurance/insurers.ts";
import { whileTested } from "#test/support/api-server.ts";

const day = 24 * 60 * 60_000;
const dayIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

describe("the sandbox insurers", () => {
  const sandbox = whileTested(new Sandbox());
  beforeEach(() => {
    sandbox.aheadMs = 0;
  });

  const products = async () => {
    const pages = sandbox.insurers.map(({ id }) => sandbox.client(id).call("listProducts", {}, options));
    return (await Promise.all(pages)).flatMap(({ items }) => items);
  };
  const statusOf = async (client: InsurerClient, policyId: string) =>
    (await client.call("getPolicy", { path: { policyId } }, options)).status;

  it("are twelve, and sell motor, travel, health, home, device and accident cover", async () => {
    expect(sandbox.insurers).to.have.length(12);
    const categories = new Set((await products()).map(({ category }) => category));
    expect([...categories].sort()).to.deep.equal(["ACCIDENT", "DEVICE", "HEALTH", "HOME", "MOTOR", "TRAVEL"]);
  });

  it("insure the same things by the same codes within a product type", async () => {
    const coverages = await Promise.all(
      ["aegis", "borealis", "dunlin"].map(async (id) => {
        const asked = { path: { productId: "personal-accident" } };
        const { config } = await sandbox.client(id).call("getProduct", asked, options);
        return config.coverages.map(({ code }) => code).join();
      }),
    );
    expect(new Set(coverages).size).to.equal(1);
  });

  it("quote a published price exactly, whatever is answered", async () => {
    const caravel = sandbox.client("caravel");
    const asked = { path: { productId: "travel-single-trip" } };
    const { product } = await caravel.call("getProduct", asked, options);
    const request = aQuoteCall({
      productId: product.productId,
      formId: "travel-single-trip.new_business",
      configuration: {},
      inputs: {
        holderName: "Ada Byrne",
        dateOfBirth: "1990-04-12",
        destination: "iceland",
        departureDate: "2027-01-01",
        returnDate: "2027-01-14",
      },
    });
    const quote = await caravel.call("createQuote", request, options);
    expect(quote.total).to.deep.equal(product.publishedPrice);
  });

  it("do not show a withdrawn product to anybody who asks for it", async () => {
    const listed = (await products()).filter(({ status }) => status === "WITHDRAWN");
    expect(listed.map(({ name }) => name)).to.deep.equal(["Aegis Home"]);
    const asked = { path: { productId: "home-contents" } };
    const failure = await failureOf(sandbox.client("aegis").call("getProduct", asked, options));
    expect(failure).to.deep.include({ status: 404, code: "NOT_FOUND" });
  });

  it("let a quote of Farrier's expire within a minute", async () => {
    const farrier = sandbox.client("farrier");
    const quote = await farrier.call("createQuote", aQuoteCall(), options);
    sandbox.aheadMs = 59_000;
    const failure = await failureOf(farrier.call("createPurchase", aPurchaseCall(quote), options));
    expect(failure).to.deep.include({ status: 409, code: "QUOTE_EXPIRED" });
  });

  it("keep a policy pending until its first day, active until its last, and expired after", async () => {
    const aegis = sandbox.client("aegis");
    const quote = await aegis.call("createQuote", aQuoteCall(), options);
    const asked = aPurchaseCall(quote, { startDate: dayIn(2) });
    const { policy } = await aegis.call("createPurchase", asked, options);
    const seen: Schemas["PolicyStatus"][] = [];
    for (const days of [0, 2, 365, 368]) {
      sandbox.aheadMs = days * day;
      seen.push(await statusOf(aegis, policy.policyId));
    }
    expect(seen).to.deep.equal(["PENDING", "ACTIVE", "ACTIVE", "EXPIRED"]);
  });

  it("renew for a year from the day after the end, and refund what is left of that year", async () => {
    const aegis = sandbox.client("aegis");
    const quote = await aegis.call("createQuote", aQuoteCall(), options);
    const bought = await aegis.call("createPurchase", aPurchaseCall(quote, { startDate: "2095-03-01" }), options);
    const { policyId, endDate } = bought.policy;
    expect(endDate).to.equal("2096-02-29");
    const body = {
      context: "renewal" as const,
      formId: "personal-accident.renewal",
      formVersion: 1,
      inputs: { holderName: "Ada Byrne", dateOfBirth: "1990-04-12", sumInsured: 2_500_000 },
    };
    const asked = { path: { policyId }, body, idempotencyKey: randomUUID() };
    const change = await aegis.call("quotePolicyChange", asked, options);
    const { policy } = await aegis.call("createPurchase", aPurchaseCall(change), options);
    expect(policy).to.include({ startDate: "2095-03-01", endDate: "2097-02-28" });
    const cancellation = { reason: "OTHER" as const, note: null, requestedEffectiveDate: "2096-03-01" };
    const outcome = await aegis.call(
      "cancelPolicy",
      { path: { policyId }, body: cancellation, idempotencyKey: randomUUID() },
      options,
    );
    expect(outcome).to.deep.include({ outcome: "CANCELLED", refund: change.total });
  });

  it("do not know each other's policies", async () => {
    const { policyId } = await aPolicy(sandbox.client("aegis"));
    const failure = await failureOf(sandbox.client("borealis").call("getPolicy", { path: { policyId } }, options));
    expect(failure).to.deep.include({ status: 404 });
  });

  it("do not take each other's tokens", async () => {
    const [aegis, borealis] = sandbox.insurers;
    const headers = { authorization: `Bearer ${borealis?.credential}` };
    const response = await fetch(`${aegis?.baseUrl}/products`, { headers });
    expect(response.status).to.equal(401);
  });

  it("refuse a fault that does not exist, so that a misspelt one is noticed", async () => {
    const call = sandbox
      .client("aegis")
      .call("listProducts", {}, { ...options, headers: { "x-sandbox-fault": "slwo" } });
    expect(await failureOf(call)).to.deep.include({ status: 400, code: "BAD_REQUEST" });
  });

  it("have a fault at every call once it is switched on, until it is switched off, and only for who has the token", async () => {
    const [aegis, borealis] = sandbox.insurers;
    const put = async (fault: unknown, as = aegis) => {
      const headers = { authorization: `Bearer ${as?.credential}` };
      const request = { method: "PUT", headers, body: JSON.stringify({ fault }) };
      return (await fetch(`${aegis?.baseUrl}/fault`, request)).status;
    };
    const list = () => sandbox.client("aegis").call("listProducts", {}, options);
    expect(await put("own-error", borealis)).to.equal(401);
    expect(await put("slwo")).to.equal(400);
    expect((await list()).items).not.to.have.length(0);
    expect(await put("own-error")).to.equal(200);
    expect(await failureOf(list())).to.deep.include({ status: 422, code: "SBX_OUT_OF_SEASON" });
    expect((await sandbox.client("borealis").call("listProducts", {}, options)).items).not.to.have.length(0);
    expect(await put(null)).to.equal(200);
    expect((await list()).items).not.to.have.length(0);
  });

  describe("uploads", () => {
    const reserve = (id: string, bytes: number) => {
      const body = { purpose: "CLAIM_EVIDENCE", filename: "damage.jpg", mediaType: "image/jpeg", bytes };
      return sandbox.client(id).call("reserveUpload", { body, idempotencyKey: randomUUID() }, options);
    };
    const put = (slot: Schemas["UploadSlot"], bytes: number, url = slot.uploadUrl) =>
      fetch(url, { method: slot.method, headers: slot.headers, body: new Uint8Array(bytes) }).then(
        ({ status }) => status,
      );

    it("take nothing at an address that was changed or is too old", async () => {
      const slot = await reserve("aegis", 10);
      expect(await put(slot, 10, slot.uploadUrl.replace("bytes=10", "bytes=11"))).to.equal(403);
      sandbox.aheadMs = 16 * 60_000;
      expect(await put(slot, 10)).to.equal(403);
    });
  });
});
