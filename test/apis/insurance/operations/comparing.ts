/** Comparisons over HTTP, and what insurers hear of them. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { SeenCall } from "#test/builders/insurance/gateway.ts";
import {
  type Answer,
  accidentAnswers,
  type Headers,
  type InsuranceServer,
  type Merchant,
} from "#test/builders/insurance/server.ts";

export type Comparison = Schemas["Comparison"];

const accident = "personal-accident";

/** Accident cover, which every insurer sells and none publishes a price of. */
export const withQuotes = {
  productType: "PERSONAL_ACCIDENT",
  quotes: true,
  inputs: accidentAnswers,
};
/** By insurer; two in a thousand of the sum insured, the insurer's factor and 5 % levy. */
export const premiums = {
  aegis: 210_000,
  borealis: 235_200,
  caravel: 197_400,
  dunlin: 220_500,
  estuary: 205_800,
  farrier: 214_200,
  gullwing: 252_000,
};

/** What came of each insurer's row: its premium, or why there is none. */
export function outcomes({ items }: Comparison): Record<string, number | string | null> {
  const outcomeOf = ({ premium, premiumUnavailable }: Schemas["ComparisonRow"]) =>
    premium?.amountMinor ?? premiumUnavailable?.reason ?? null;
  return Object.fromEntries(items.map((row) => [row.providerId, outcomeOf(row)]));
}

export class Comparing {
  readonly #server: InsuranceServer;

  constructor(server: InsuranceServer) {
    this.#server = server;
  }

  /** A merchant who sells the accident cover of these insurers; `of` gives it a key for the other environment. */
  selling(providerIds: readonly string[], of?: Merchant): Promise<Merchant> {
    const sells = providerIds.map((providerId) => ({ providerId, productId: accident }));
    const live = of && ({ businessId: of.businessId, environment: "live" } as const);
    return this.#server.aMerchant({ sells, ...live });
  }

  send(merchant: Merchant, body: object, headers: Headers = {}): Promise<Answer<Comparison>> {
    return this.#server.post<Comparison>("/compare", body, { ...merchant.key, ...headers });
  }

  compare(merchant: Merchant, body: object, headers: Headers = {}): Promise<Comparison> {
    return this.#server.must<Comparison>(this.send(merchant, body, headers));
  }

  /** A comparison, and the calls for forms and quotes that it led to. */
  async watched(
    merchant: Merchant,
    body: object,
    headers: Headers = {},
  ): Promise<{ comparison: Comparison; forms: SeenCall[]; quotes: SeenCall[] }> {
    const before = this.#server.gateway.seen.length;
    const comparison = await this.compare(merchant, body, headers);
    const seen = this.#server.gateway.seen.slice(before);
    const calls = (call: RegExp) => seen.filter((one) => call.test(one.call));
    return { comparison, forms: calls(/forms/), quotes: calls(/^POST/) };
  }
}
