import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { RunningDispatcher } from "#src/webhooks/dispatcher.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { until } from "#test/support/until.ts";
import { aReceiver, type Received, type Receiver } from "#test/webhooks/support/receiver.ts";
import { aDispatcher } from "#test/webhooks/support/webhooks.ts";
import { InsuranceServer, type Merchant } from "./operations/server.ts";

interface Event {
  readonly eventId: string;
  readonly type: string;
  readonly environment: string;
  readonly resource: {
    readonly type: string;
    readonly providerId: string;
    readonly id: string;
    readonly version: number;
  };
  readonly data: Readonly<Record<string, unknown>>;
}

describe("a merchant's story", () => {
  const server = new InsuranceServer();
  let receiver: Receiver;
  let dispatcher: RunningDispatcher;
  let merchant: Merchant;
  let secret: string;

  before(async () => {
    await server.start();
    merchant = await server.aMerchant();
    receiver = await aReceiver();
    dispatcher = aDispatcher(server.database);
  });
  after(async () => {
    await dispatcher.stop();
    await receiver.close();
    await server.stop();
  });

  const get = <T>(path: string) => server.must(server.get<T>(path, merchant.key));
  const post = <T>(path: string, body: unknown) =>
    server.must(server.post<T>(path, body, { ...merchant.key, "idempotency-key": randomUUID() }));

  const eventOf = ({ body }: Received) => JSON.parse(body.toString()) as Event;
  /** Waits until an event about this resource has arrived, signed with the endpoint's secret. */
  async function arrived(type: string, id: string): Promise<Event> {
    const find = () =>
      receiver.received.find((received) => {
        const event = eventOf(received);
        return event.type === type && event.resource.id === id;
      });
    await until(() => find() !== undefined);
    const received = find();
    if (received === undefined) throw new Error("it went away again");
    expect(verifySignature(secret, received.headers, received.body, new Date()), type).to.equal(null);
    expect(received.headers["hook-event-type"]).to.equal(type);
    return eventOf(received);
  }

  it("goes from the taxonomy to a cancelled policy, and every event arrives signed", async () => {
    const requestBody = { url: receiver.url, events: ["*"], description: "The shop" };
    const registered = await post<Schemas["EndpointAndSecret"]>("/webhook-endpoints", requestBody);
    secret = registered.secret ?? "";

    const taxonomy = await get<Schemas["Taxonomy"]>("/taxonomy");
    const motor = taxonomy.productTypes.find(({ code }) => code === "MOTOR_COMPREHENSIVE");
    expect(motor?.parentCode).to.equal("MOTOR");

    const products = await get<Schemas["ProductPage"]>(`/products?productType=${motor?.code}`);
    expect(products.items.map(({ providerId }) => providerId)).to.deep.equal(["aegis", "borealis"]);
    const { providerId, productId } = products.items[0] ?? { providerId: "", productId: "" };
    const product = await get<Schemas["ConfiguredProduct"]>(`/products/${providerId}/${productId}`);
    expect(product.config?.choices.map(({ choiceId }) => choiceId)).to.deep.equal(["plan"]);

    const form = await get<Schemas["Form"]>(`/products/${providerId}/${productId}/form?context=new_business`);
    const optionsOf = `/forms/${providerId}/${form.formId}/${form.formVersion}/options`;
    const makes = await post<Schemas["OptionPage"]>(optionsOf, { fieldId: "vehicleMake", query: "toy" });
    const vehicleMake = makes.options[0]?.value;
    const ofMake = { fieldId: "vehicleModel", query: "co", values: { vehicleMake } };
    const models = await post<Schemas["OptionPage"]>(optionsOf, ofMake);

    const answers = {
      plan: "plus",
      holderName: "Ada Obi",
      dateOfBirth: "1990-04-12",
      vehicleMake,
      vehicleModel: models.options[0]?.value,
      registrationNumber: "LSR-482-KJ",
      usedForWork: false,
      sumInsured: 3_500_000,
    };
    const comparison = await post<Schemas["Comparison"]>("/compare", {
      productType: motor?.code,
      quotes: true,
      sort: "PREMIUM_ASC",
      inputs: answers,
    });
    expect(comparison.items.map((row) => [row.providerId, row.premiumSource])).to.deep.equal([
      ["aegis", "quoted"],
      ["borealis", "quoted"],
    ]);

    const quote = await post<Schemas["Quote"]>("/quotes", {
      providerId,
      productId,
      formId: form.formId,
      formVersion: form.formVersion,
      configuration: answers,
      country: "NG",
      currency: "NGN",
      channel: "MOBILE",
    });
    expect(quote.total).to.deep.equal(comparison.items[0]?.premium);
    expect((await arrived("quote.created", quote.quoteId)).data).to.deep.include({ quoteId: quote.quoteId });

    const purchase = await post<Schemas["Purchase"]>("/purchases", {
      providerId,
      quoteId: quote.quoteId,
      transactionId: "tx-20261121-0042",
      customer: { firstName: "Ada", lastName: "Obi", email: "ada@example.org" },
      payment: quote.total,
      beneficiaries: [],
      consents: [{ code: "TERMS", accepted: true }],
      startDate: "2099-01-01",
    });
    await arrived("purchase.created", purchase.purchaseId);
    expect(await arrived("policy.issued", purchase.policyId)).to.deep.include({ environment: "test" });
    const bought = await get<Schemas["Quote"]>(`/quotes/${providerId}/${quote.quoteId}`);
    expect(bought.status).to.equal("BOUGHT");

    const path = `/policies/${providerId}/${purchase.policyId}`;
    const { policy } = await get<Schemas["PolicyEnvelope"]>(path);
    expect(policy).to.deep.include({ status: "PENDING", holder: "Ada Obi", premium: quote.total });
    const documents = await get<Schemas["PolicyDocumentList"]>(`${path}/documents`);
    const documentId = documents.items[0]?.documentId;
    await arrived("document.available", purchase.policyId);
    const download = await fetch(`${server.baseUrl}/api/v1${path}/documents/${documentId}`, { headers: merchant.key });
    expect(download.headers.get("content-disposition")).to.match(/^attachment; filename="AEG-/);
    expect(await download.text())
      .to.include(`Policy ${policy.policyNumber}`)
      .and.include("Insured: Ada Obi");

    const cancelled = await post<Schemas["CancellationResult"]>(`${path}/cancel`, { reason: "NO_LONGER_NEEDED" });
    expect(cancelled.outcome).to.equal("CANCELLED");
    const last = await arrived("policy.cancelled", purchase.policyId);
    expect(last.resource.version).to.be.above(1);

    const deliveries = await get<Schemas["DeliveryPage"]>("/webhooks/deliveries");
    await until(async () => {
      const { items } = await get<Schemas["DeliveryPage"]>("/webhooks/deliveries");
      return items.every(({ status }) => status === "SUCCEEDED");
    });
    expect(deliveries.items.map(({ eventType }) => eventType)).to.deep.equal([
      "policy.cancelled",
      "document.available",
      "policy.issued",
      "purchase.created",
      "quote.created",
    ]);
  });
});
