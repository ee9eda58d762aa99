/** The insurance API on a real server, a real database and the sandbox insurers, for the tests of its operations. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/insurance/contract.ts";
import { syncCatalog } from "#src/apis/insurance/catalog/sync.ts";
import { fetchedFormEntity, type QuoteRow, quoteEntity } from "#src/apis/insurance/entities.ts";
import type { InsurerClient } from "#src/apis/insurance/insurers/client.ts";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import type { Asked } from "#src/apis/insurance/insurers/protocol.ts";
import { Insurers, registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import type { Config } from "#src/config.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { activateBusiness } from "#src/identity/businesses.ts";
import type { Environment } from "#src/identity/environment.ts";
import { sandboxInsurers } from "#src/sandbox/insurers/catalog.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { aBusiness } from "#test/builders/identity.ts";
import {
  type Answer,
  ApiServer,
  type RequestHeaders as Headers,
  type StartOptions,
  servers,
} from "#test/support/api-server.ts";
import { Gateway } from "./gateway.ts";
import { aQuoteRequest, Sandbox } from "./insurers.ts";
import { anEndpoint, anEvent } from "./webhooks.ts";

export type Problem = Schemas["Problem"];
export type { Answer, Headers };

/** A business with a key, and what it may sell. */
export interface Merchant extends Tenant {
  /** The header of its key. */
  readonly key: Headers;
  readonly keyId: string;
}

/** Every product of the sandbox insurers. */
const everything = sandboxInsurers.flatMap(({ id, products }) =>
  products.map(({ productId }) => ({ providerId: id, productId })),
);

/** What the form of accident cover asks for, which every insurer sells. */
export const accidentAnswers = { holderName: "Ada Obi", dateOfBirth: "1990-04-12", sumInsured: 1_000_000 };

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
    readonly sells?: readonly { readonly providerId: string; readonly productId: string }[];
    /** A key of a business that exists, for example for its other environment. */
    readonly businessId?: string;
  } = {}): Promise<Merchant> {
    const made = await aBusiness(this.database, { profile: { country: "NG", contactEmail: "ada@example.org" } });
    const business = businessId === undefined ? made : { ...made, id: businessId };
    if (environment === "live") await activateBusiness(await this.database.operator(), business);
    const created = await createApiKey(
      await this.database.operator(),
      { business, project: null },
      { environment, scopes: [] },
    );
    const tenant = { businessId: business.id, environment };
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
    const [keyId = ""] = created.key.split(":");
    return { ...tenant, key: { "x-api-key": created.key }, keyId };
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
    const asked = aQuoteRequest({ configuration: {}, inputs: accidentAnswers, sale: {} });
    const { environment } = merchant;
    const quote = await this.insurer(providerId).call("createQuote", asked, { requestId: "req_test", environment });
    const now = new Date();
    const row: QuoteRow = {
      businessId: merchant.businessId,
      environment: merchant.environment,
      providerId,
      quoteId: quote.quoteId,
      position: risingId(),
      productId: quote.productId,
      formId: quote.formId,
      formVersion: quote.formVersion,
      context: "new_business",
      policyId: null,
      status: "USABLE",
      totalMinor: quote.total.amountMinor,
      currency: quote.total.currency,
      lines: quote.lines,
      expiresAt: new Date(quote.expiresAt),
      createdAt: now,
      updatedAt: now,
    };
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
  async aPurchase(merchant: Merchant, providerId = "aegis"): Promise<Schemas["Purchase"]> {
    const quote = await this.aQuote(merchant, providerId);
    return this.must(this.post<Schemas["Purchase"]>("/purchases", this.aPurchaseRequest(quote), merchant.key));
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
    const business = await aBusiness(this.database);
    const { key } = await createApiKey(
      await this.database.operator(),
      { business, project: null },
      { environment: "live", scopes: [] },
    );
    return { "x-api-key": key };
  }

  /** Makes a form that the merchant has fetched one of another insurer too, for the product that all of them sell. */
  async giveFormTo({ businessId, environment }: Tenant, providerId: string, formId: string): Promise<void> {
    const forms = this.database.dataSource.getRepository(fetchedFormEntity);
    const form = await forms.findOneByOrFail({ businessId, environment, formId });
    await forms.save({ ...form, providerId, productId: "personal-accident" });
  }

  /** A delivery of an event that nothing caused. */
  async aDelivery(
    merchant: Merchant,
    status: "PENDING" | "SUCCEEDED" = "PENDING",
  ): Promise<{ deliveryId: string; eventId: string }> {
    const { businessId, environment } = merchant;
    await anEndpoint(this, merchant);
    const { eventId } = await anEvent(this, merchant);
    const { rows } = await this.database.pool.query<{ id: string }>(
      `UPDATE webhook_deliveries
       SET status = $3, next_attempt_at = CASE WHEN $3 = 'PENDING' THEN next_attempt_at END
       WHERE owner_id = $1 AND environment = $2 RETURNING id`,
      [businessId, environment, status],
    );
    return { deliveryId: rows[0]?.id ?? "", eventId };
  }
}

export const [insuranceServer, sharedInsuranceServer] = servers(InsuranceServer, { build: "7f3a90c" });
