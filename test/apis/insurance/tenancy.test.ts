import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { withdrawProduct } from "#src/apis/insurance/catalog/permissions.ts";
import { switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { failureOf } from "#test/builders/insurance/insurers.ts";
import { accident, aQuoteRequest, type Merchant, sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { expectNothingKept } from "./operations/selling.ts";

interface Attempt {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

describe("what belongs to another business, or to the other environment", () => {
  const server = sharedInsuranceServer();
  let owner: Merchant;
  /** Another business with the same products; the owner's own live key; the same, of what was made live, for its test key. */
  let strangers: { readonly name: string; readonly key: Merchant["key"] }[];
  let attempts: Attempt[];

  before(async () => {
    owner = await server.aMerchant();
    strangers = [
      { name: "another business", key: (await server.aMerchant()).key },
      {
        name: "the owner's live key",
        key: (await server.aMerchant({ environment: "live", businessId: owner.businessId })).key,
      },
      { name: "another business's live key", key: (await server.aMerchant({ environment: "live" })).key },
    ];

    const { endpoint } = await server.anEndpoint(owner);
    const { deliveryId } = await server.aDelivery(owner);
    const { formId } = await server.aFetchedForm(owner, "aegis", "motor-comprehensive");
    const quote = await server.aQuote(owner);
    const purchase = await server.aPurchase(owner);
    await server.aClaim(owner);
    const policy = `/policies/aegis/${purchase.policyId}`;
    const endpointPath = `/webhook-endpoints/${endpoint.endpointId}`;
    attempts = [
      {
        operation: "listFieldOptions",
        method: "POST",
        path: `/forms/aegis/${formId}/1/options`,
        body: { fieldId: "vehicleMake", query: "toy" },
      },
      { operation: "getQuote", method: "GET", path: `/quotes/aegis/${quote.quoteId}` },
      { operation: "getPurchase", method: "GET", path: `/purchases/aegis/${purchase.purchaseId}` },
      { operation: "getPolicy", method: "GET", path: policy },
      { operation: "listPolicyDocuments", method: "GET", path: `${policy}/documents` },
      { operation: "downloadPolicyDocument", method: "GET", path: `${policy}/documents/inline` },
      { operation: "cancelPolicy", method: "POST", path: `${policy}/cancel`, body: { reason: "OTHER" } },
      { operation: "getWebhookDelivery", method: "GET", path: `/webhooks/deliveries/${deliveryId}` },
      { operation: "retryWebhookDelivery", method: "POST", path: `/webhooks/deliveries/${deliveryId}/retry` },
      { operation: "getWebhookEndpoint", method: "GET", path: endpointPath },
      { operation: "updateWebhookEndpoint", method: "PATCH", path: endpointPath, body: { enabled: false } },
      { operation: "deleteWebhookEndpoint", method: "DELETE", path: endpointPath },
      { operation: "rotateWebhookSecret", method: "POST", path: `${endpointPath}/rotate-secret` },
      { operation: "testWebhookEndpoint", method: "POST", path: `${endpointPath}/test` },
    ];
  });

  const ask = ({ method, path, body }: Attempt, key: Merchant["key"]) =>
    server.send<Schemas["Problem"]>(method, path, {
      headers: key,
      body,
    });

  it("is answered with the very words that an id gets which does not exist", async () => {
    const [stranger] = strangers;
    if (stranger === undefined) throw new Error("nobody to ask");
    for (const attempt of attempts) {
      const foreign = await ask(attempt, stranger.key);
      const path = attempt.path.replace(/(?<=\/)[^/]*(?:_[0-9a-f-]{36}|\.new_business)(?=\/|$)/, "nothing");
      expect(path, attempt.operation).not.to.equal(attempt.path);
      const unknown = await ask({ ...attempt, path }, stranger.key);
      const words = ({ code, detail, details, fieldErrors }: Schemas["Problem"]) => ({
        code,
        detail,
        details,
        fieldErrors,
      });
      expect(words(foreign.body), attempt.operation).to.deep.equal(words(unknown.body));
    }
  });

  it("is not found under the name of another insurer, nor under an id that is almost its own", async () => {
    const callsBefore = server.gateway.seen.length;
    const ofInsurers = attempts.filter(({ path }) => path.includes("/aegis/"));
    for (const attempt of ofInsurers)
      for (const path of [attempt.path.replace("aegis", "borealis"), attempt.path.replace(/(\/aegis\/[^/]+)/, "$10")])
        expectProblem(await ask({ ...attempt, path }, owner.key), 404, "NOT_FOUND");
    const bought = { ...server.aPurchaseRequest(await server.aQuote(owner)), providerId: "borealis" };
    expectProblem(await server.post("/purchases", bought, owner.key), 404, "NOT_FOUND");
    expect(server.gateway.seen.length).to.equal(callsBefore);
  });

  it("cannot be reached through a key that another business used", async () => {
    const key = { "idempotency-key": "3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10" };
    const requestBody = { url: "http://127.0.0.1:9/hook", events: ["policy.issued"] };
    const [stranger] = strangers;
    const own = await server.post<Schemas["EndpointAndSecret"]>("/webhook-endpoints", requestBody, {
      ...owner.key,
      ...key,
    });
    const other = await server.post<Schemas["EndpointAndSecret"]>("/webhook-endpoints", requestBody, {
      ...stranger?.key,
      ...key,
    });
    expect([own.status, other.status]).to.deep.equal([201, 201]);
    expect(other.body.endpoint.endpointId).not.to.equal(own.body.endpoint.endpointId);
  });
});

describe("test and live", () => {
  const server = sharedInsuranceServer();

  it("are apart at the insurer too: what is bought with one key is not there for the other", async () => {
    for (const environment of ["test", "live"] as const) {
      const { policyId } = await server.aPurchase(await server.aMerchant({ environment }));
      const read = (other: typeof environment) =>
        server
          .insurer("aegis")
          .call("getPolicy", { path: { policyId } }, { requestId: "req_test", environment: other });
      expect((await read(environment)).policyId).to.equal(policyId);
      const refusal = await failureOf(read(environment === "test" ? "live" : "test"));
      expect(refusal).to.deep.include({ kind: "refused", status: 404 });
    }
  });
});

describe("products that a business may not sell", () => {
  const server = sharedInsuranceServer();
  const allowed = accident("aegis");
  const withdrawn = accident("dunlin");
  const switchedOff = accident("farrier");
  let merchant: Merchant;

  before(async () => {
    merchant = await server.aMerchant({ sells: [allowed, withdrawn, switchedOff] });
    await server.aMerchant({ businessId: merchant.businessId, environment: "live", sells: [accident("borealis")] });
    await withdrawProduct(server.database, merchant, withdrawn.providerId, withdrawn.productId);
    await switchInsurer(await server.database.operator(), switchedOff.providerId, false);
  });
  after(async () => switchInsurer(await server.database.operator(), switchedOff.providerId, true));

  it("are answered alike in every operation, why ever they are not for sale, and no insurer is called", async () => {
    const unsold = [
      withdrawn,
      switchedOff,
      accident("borealis"),
      { providerId: "aegis", productId: "home-contents" },
      { providerId: "aegis", productId: "unknown" },
      accident("unknown"),
      accident("..%2F"),
    ];
    const file = { purpose: "OTHER", filename: "a.pdf", mediaType: "application/pdf", bytes: 9 };
    const callsBefore = server.gateway.seen.length;
    for (const product of unsold) {
      const { providerId, productId } = product;
      const path = `/products/${providerId}/${productId}`;
      const attempts = [
        server.get(path, merchant.key),
        server.get(`${path}/form?context=new_business`, merchant.key),
        server.post("/quotes", { ...aQuoteRequest(), ...product }, merchant.key),
        ...(providerId === "aegis" ? [] : [server.post("/uploads", { ...file, providerId }, merchant.key)]),
      ];
      for (const answer of await Promise.all(attempts)) {
        expectProblem(answer, 404, "NOT_FOUND");
        expect(answer.body.details).to.deep.equal({});
      }
    }
    expect(server.gateway.seen.length).to.equal(callsBefore);
    await expectNothingKept(server, merchant);
  });
});
