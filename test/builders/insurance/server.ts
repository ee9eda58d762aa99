/** The insurance API on a real server, a real database and the sandbox insurers, for the tests of its operations. */

import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/insurance/contract.ts";
import { syncCatalog } from "#src/apis/insurance/catalog/sync.ts";
import { fetchedFormEntity, type QuoteRow, quoteEntity } from "#src/apis/insurance/entities.ts";
import { type AnyInsuranceEvent, type EventName, emitInsuranceEvents } from "#src/apis/insurance/events.ts";
import type { InsurerClient } from "#src/apis/insurance/insurers/client.ts";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import type { Asked } from "#src/apis/insurance/insurers/protocol.ts";
import { Insurers, registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import type { Config } from "#src/config.ts";
import { activateBusiness } from "#src/identity/businesses.ts";
import type { Business } from "#src/identity/entities.ts";
import type { Environment } from "#src/identity/environment.ts";
import type { IssuedKey } from "#src/identity/key-format.ts";
import { sandboxInsurers } from "#src/sandbox/insurers/catalog.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { EmittedEvent } from "#src/webhooks/events.ts";
import { aBusiness, anApiKey } from "#test/builders/identity.ts";
import {
  type Answer,
  ApiServer,
  type RequestHeaders as Headers,
  type StartOptions,
  servers,
} from "#test/support/api-server.ts";
import { aQuoteRow } from "./catalog.ts";
import { exampleData } from "./event-document.ts";
import { Gateway } from "./gateway.ts";
import { aQuoteCall, Sandbox } from "./insurers.ts";

export type Problem = Schemas["Problem"];
export type { Answer, Headers };

/** A business with a key, and what it may sell. */
export interface Merchant extends Tenant {
  /** The header of its key. */
  readonly key: Headers;
  readonly keyId: string;
}

export interface BoughtPolicy {
  readonly providerId: string;
  readonly policyId: string;
  /** Of `getPolicy`. */
  readonly path: string;
}

/** Every product of the sandbox insurers. */
const everything = sandboxInsurers.flatMap(({ id, products }) =>
  products.map(({ productId }) => ({ providerId: id, productId })),
);

export interface Product {
  readonly providerId: string;
  readonly productId: string;
}

/** Nobody listens there, and nothing is sent as long as no dispatcher runs. */
export const somewhere = "http://127.0.0.1:9/hook";

/** What the form of accident cover asks for, which every insurer sells. */
export const accidentAnswers = { holderName: "Ada Obi", dateOfBirth: "1990-04-12", sumInsured: 1_000_000 };

/** Every insurer has it. */
export const accident = (providerId = "aegis"): Product => ({ providerId, productId: "personal-accident" });

/** Accident cover, answered in full. */
export function aQuoteRequest(
  providerId = "aegis",
  changes: Partial<Schemas["QuoteRequest"]> = {},
): Schemas["QuoteRequest"] {
  return {
    ...accident(providerId),
    formId: "personal-accident.new_business",
    formVersion: 1,
    configuration: { plan: "plus", ...accidentAnswers },
    ...changes,
  };
}

export class InsuranceServer extends ApiServer<Problem> {
  protected override readonly apis = ["insurance"] as const;
  protected override readonly prefix = "/api/v1";
  /** The insurers, past the gateway; a test may move their clock. */
  readonly sandbox = new Sandbox();
  #gateway: Gateway | undefined;

  override async start(config: Partial<Config> = {}, options: StartOptions = {}): Promise<void> {
    await this.sandbox.start();
    this.#gateway = new Gateway(this.sandbox.url);
    await this.#gateway.start();
    // An insurer's own 500 is passed on.
    const expectsFailure = (error: unknown) => error instanceof InsurerFailure;
    await super.start({ webhookAllowLoopback: true, ...config }, { expectsFailure, ...options });
    const operator = await this.database.operator();
    for (const insurer of this.sandbox.insurers) {
      const behind = { ...insurer, baseUrl: `${this.gateway.origin}/${insurer.id}` };
      await registerInsurer(operator, this.masterKey, behind, { allowLoopback: true });
    }
    const insurers = new Insurers(this.database, this.masterKey);
    await syncCatalog({ database: this.database, insurers }, { signal: new AbortController().signal });
    insurers.close();
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#gateway?.stop();
    await this.sandbox.stop();
  }

  /** What stands between the API and the insurers. */
  get gateway(): Gateway {
    if (this.#gateway === undefined) throw new Error("The gateway is not running yet");
    return this.#gateway;
  }

  /** A client of our own for an insurer, past the gateway. */
  insurer(id: string): InsurerClient {
    return this.sandbox.client(id);
  }

  /** A new business that may sell everything, or what is given, with a key for one environment. */
  async aMerchant({
    environment = "test",
    sells = everything,
    businessId,
  }: {
    readonly environment?: Environment;
    readonly sells?: readonly Product[];
    /** A key of a business that exists, for example for its other environment. */
    readonly businessId?: string;
  } = {}): Promise<Merchant> {
    const made = await aBusiness(this.database, { profile: { country: "NG", contactEmail: "ada@example.org" } });
    const business = businessId === undefined ? made : { ...made, id: businessId };
    if (environment === "live") await activateBusiness(await this.database.operator(), business);
    const { key, keyId } = await this.#aKey(business, environment);
    await this.database.pool.query(
      `INSERT INTO sellable_products
         (business_id, environment, provider_id, product_id, rate_basis_points, created_at, updated_at)
       SELECT $1, $2, provider_id, product_id, 1250, now(), now()
       FROM unnest($3::text[], $4::text[]) AS sold (provider_id, product_id)
       ON CONFLICT DO NOTHING`,
      [
        ...[business.id, environment],
        sells.map(({ providerId }) => providerId),
        sells.map(({ productId }) => productId),
      ],
    );
    return { businessId: business.id, environment, key: { "x-api-key": key }, keyId };
  }

  /** A form that the merchant has fetched, without asking for it over HTTP. */
  async aFetchedForm(
    merchant: Tenant,
    providerId: string,
    productId: string,
    context: Schemas["FormContext"] = "new_business",
  ): Promise<{ formId: string }> {
    const client = this.insurer(providerId);
    const asked: Asked<"getForm"> = { path: { productId, context } };
    const { formId, formVersion, fields } = await client.call("getForm", asked, { requestId: "req_test" });
    const { businessId, environment } = merchant;
    await this.database.dataSource
      .getRepository(fetchedFormEntity)
      .upsert(
        { businessId, environment, providerId, formId, formVersion, productId, context, fields, fetchedAt: new Date() },
        ["businessId", "environment", "providerId", "formId", "formVersion", "productId", "context"],
      );
    return { formId };
  }

  /** A quote that the insurer has given and the merchant owns: accident cover, which everybody sells. */
  async aQuote(merchant: Tenant, providerId = "aegis"): Promise<QuoteRow> {
    const asked = aQuoteCall({ configuration: {}, inputs: accidentAnswers, sale: {} });
    const { environment } = merchant;
    const quote = await this.insurer(providerId).call("createQuote", asked, { requestId: "req_test", environment });
    const { quoteId, lines, total } = quote;
    const row = aQuoteRow(merchant, {
      ...{ providerId, quoteId, lines, totalMinor: total.amountMinor, currency: total.currency },
      expiresAt: new Date(quote.expiresAt),
    });
    await this.database.dataSource.getRepository(quoteEntity).insert(row);
    return row;
  }

  /** A body that buys the quote, as it is on record or was answered. */
  aPurchaseRequest(
    quote: QuoteRow | Schemas["Quote"],
    changes: Partial<Schemas["PurchaseRequest"]> = {},
  ): Schemas["PurchaseRequest"] {
    const { providerId, quoteId, currency } = quote;
    const amountMinor = "total" in quote ? quote.total.amountMinor : quote.totalMinor;
    return {
      providerId,
      quoteId,
      transactionId: `tx-${randomUUID()}`,
      customer: { firstName: "Ada", lastName: "Obi", email: "ada@example.org" },
      payment: { amountMinor, currency },
      beneficiaries: [{ name: "Chidi Obi", relationship: "SPOUSE", sharePercent: 100 }],
      consents: [{ code: "TERMS", accepted: true }],
      startDate: "2099-01-01",
      ...changes,
    };
  }

  /** A purchase over HTTP, of a new quote. */
  async aPurchase(
    merchant: Merchant,
    providerId = "aegis",
    changes: Partial<Schemas["PurchaseRequest"]> = {},
  ): Promise<Schemas["Purchase"]> {
    const request = this.aPurchaseRequest(await this.aQuote(merchant, providerId), changes);
    return this.must(this.post<Schemas["Purchase"]>("/purchases", request, merchant.key));
  }

  /** A policy that the merchant has bought over HTTP. */
  async aPolicy(merchant: Merchant, providerId = "aegis", startDate = "2099-01-01"): Promise<BoughtPolicy> {
    const { policyId } = await this.aPurchase(merchant, providerId, { startDate });
    return { providerId, policyId, path: `/policies/${providerId}/${policyId}` };
  }

  /** A price over HTTP for another term of the policy, whose form the merchant has fetched. */
  async aRenewal(
    merchant: Merchant,
    { providerId, policyId }: Pick<Schemas["Purchase"], "providerId" | "policyId">,
  ): Promise<Schemas["Quote"]> {
    const { formId } = await this.aFetchedForm(merchant, providerId, "personal-accident", "renewal");
    const request = { formId, formVersion: 1, inputs: accidentAnswers };
    const path = `/policies/${providerId}/${policyId}/renewals`;
    return this.must(this.post<Schemas["Quote"]>(path, request, merchant.key));
  }

  /** A file that the insurer keeps a place for. */
  async anUpload({ environment }: Tenant, providerId = "aegis"): Promise<string> {
    const body = { purpose: "EVIDENCE", filename: "report.pdf", mediaType: "application/pdf", bytes: 4 };
    const asked = { body, idempotencyKey: randomUUID() };
    const slot = await this.insurer(providerId).call("reserveUpload", asked, { requestId: "req_test", environment });
    return slot.fileId;
  }

  /** What opens a claim of a new policy, whose form the merchant has fetched. */
  async aClaimRequest(merchant: Merchant, providerId = "aegis"): Promise<Schemas["ClaimRequest"]> {
    const { policyId, productId } = await this.aPurchase(merchant, providerId);
    const { formId } = await this.aFetchedForm(merchant, providerId, productId, "claim");
    const inputs = { description: "Slipped on a wet floor.", estimatedLoss: 80_000, reportedToPolice: false };
    return { providerId, policyId, formId, formVersion: 1, lossDate: "2099-06-24", inputs };
  }

  /** A claim over HTTP, of a new policy. */
  async aClaim(merchant: Merchant, providerId = "aegis"): Promise<Schemas["Claim"]> {
    const request = await this.aClaimRequest(merchant, providerId);
    return this.must(this.post<Schemas["Claim"]>("/claims", request, merchant.key));
  }

  /** A live key of a business that is not activated for production. */
  async aLiveKeyTooSoon(): Promise<Headers> {
    const { key } = await this.#aKey(await aBusiness(this.database), "live");
    return { "x-api-key": key };
  }

  #aKey(business: Business, environment: Environment): Promise<IssuedKey> {
    return anApiKey(this.database, { owner: { business, project: null }, environment, scopes: [] });
  }

  /** Makes a form that the merchant has fetched one of another insurer too, for the product that all of them sell. */
  async giveFormTo({ businessId, environment }: Tenant, providerId: string, formId: string): Promise<void> {
    const forms = this.database.dataSource.getRepository(fetchedFormEntity);
    const form = await forms.findOneByOrFail({ businessId, environment, formId });
    await forms.save({ ...form, providerId, productId: "personal-accident" });
  }

  /** Who must see nothing of a merchant's records: another business, and the other environment of the same. */
  async strangersTo({ businessId }: Merchant): Promise<readonly Merchant[]> {
    return [await this.aMerchant({ sells: [] }), await this.aMerchant({ sells: [], environment: "live", businessId })];
  }

  /** A merchant that may sell products, and has fetched their forms. */
  async aSeller(products: readonly Product[], given: { readonly environment?: Environment } = {}): Promise<Merchant> {
    const merchant = await this.aMerchant({ ...given, sells: products });
    for (const { providerId, productId } of products) await this.aFetchedForm(merchant, providerId, productId);
    return merchant;
  }

  /** An endpoint of the merchant, registered over HTTP. */
  anEndpoint(
    { key }: Merchant,
    given: Partial<Schemas["EndpointRequest"]> = {},
  ): Promise<Schemas["EndpointAndSecret"]> {
    return this.must(
      this.post<Schemas["EndpointAndSecret"]>("/webhook-endpoints", { url: somewhere, events: ["*"], ...given }, key),
    );
  }

  /** An event as a sale would cause it. */
  anEvent(tenant: Tenant, type: EventName = "policy.issued"): Promise<EmittedEvent> {
    const resourceId = `pol_${randomUUID()}`;
    const event = { type, providerId: "aegis", resourceId, data: exampleData(type) } as AnyInsuranceEvent;
    return inTransaction(this.database, async (transaction) => {
      const [emitted] = await emitInsuranceEvents(transaction, tenant, [event], new Date());
      if (emitted === undefined) throw new Error("no event was emitted");
      return emitted;
    });
  }

  /** An event, and its delivery to the one endpoint that the merchant has. */
  async aDelivery(merchant: Merchant): Promise<Schemas["Delivery"]> {
    const { eventId } = await this.anEvent(merchant);
    return this.deliveryOf(merchant, eventId);
  }

  async deliveryOf({ key }: Merchant, eventId: string): Promise<Schemas["Delivery"]> {
    const { items } = await this.must(this.get<Schemas["DeliveryPage"]>("/webhooks/deliveries", key));
    const delivery = items.find((item) => item.eventId === eventId);
    if (delivery === undefined) throw new Error(`${eventId} is delivered nowhere`);
    return delivery;
  }
}

export const [insuranceServer, sharedInsuranceServer] = servers(InsuranceServer, { build: "7f3a90c" });
