import { expect } from "chai";
import { allowProduct } from "#src/apis/insurance/catalog/permissions.ts";
import {
  type Comparison,
  type ComparisonDependencies,
  type ComparisonRequest,
  compareProducts,
} from "#src/apis/insurance/comparison/compare.ts";
import { ConfigCache } from "#src/apis/insurance/comparison/configs.ts";
import { mostInsurers } from "#src/apis/insurance/comparison/indicative-quotes.ts";
import type { insurerProductEntity } from "#src/apis/insurance/entities.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import type { Row } from "#src/storage/entity.ts";
import { anInsurersError } from "#test/builders/insurance/answers.ts";
import { anInsurer, aSellableProduct, aTenant } from "#test/builders/insurance/catalog.ts";
import { testDatabase } from "#test/support/database.ts";
import { aQuoteRequest, Market } from "./market.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** Long enough for everything that is not slow on purpose. */
const amply = 15_000;

describe("a comparison", () => {
  const database = testDatabase();
  let tenant: Tenant;
  let market: Market;
  let productType: string;
  let insurers: string[];
  let types = 0;

  beforeEach(async () => {
    tenant = await aTenant(database);
    productType = `TYPE_${++types}`;
    insurers = [];
    market = new Market();
    await market.start();
  });
  afterEach(() => market.stop());

  /** Insurers whose ids are in this order. */
  const someInsurers = async (count: number) => {
    for (let n = 0; n < count; n++)
      insurers.push(await anInsurer(database, { id: `${productType.toLowerCase().replace("_", "-")}-${10 + n}` }));
    return insurers;
  };
  const sell = (providerId: string, given: Partial<Row<typeof insurerProductEntity>> = {}) =>
    aSellableProduct(database, tenant, { providerId, productType, ...given });
  const compare = (
    request: Partial<ComparisonRequest> = {},
    dependencies: Partial<ComparisonDependencies> = {},
  ): Promise<Comparison> =>
    compareProducts(
      {
        pool: database.pool,
        insurers: market.open(insurers),
        cache: new ConfigCache(),
        log: silent,
        now: Date.now,
        configsMs: amply,
        quotesMs: amply,
        ...dependencies,
      },
      tenant,
      { productType, providerIds: [], quoteRequest: aQuoteRequest, sort: "UPDATED_DESC", limit: 20, ...request },
      "req_test",
    );
  const outcomes = ({ rows }: Comparison) =>
    rows.map(({ premium }) => (premium.source === null ? premium.reason : premium.amount.amountMinor));

  it("asks the insurers of the first rows in the order asked for", async () => {
    const ids = await someInsurers(12);
    // The later an insurer's id, the older its product.
    for (const [index, id] of ids.entries())
      await sell(id, {
        name: `Cover ${String.fromCharCode(76 - index)}`,
        updatedAt: new Date(Date.UTC(2026, 0, 20 - index)),
      });
    const [head, tail] = [ids.slice(0, mostInsurers), ids.slice(-mostInsurers)];
    const askedFor = async (request: Partial<ComparisonRequest>) => {
      market.asked.length = 0;
      const comparison = await compare(request);
      expect(outcomes(comparison).filter((outcome) => outcome === "QUOTE_LIMIT_REACHED")).to.have.length(2);
      expect(outcomes(comparison).filter((outcome) => outcome === 1_000)).to.have.length(10);
      return [...market.quoting()].sort();
    };
    expect(await askedFor({ sort: "UPDATED_DESC" })).to.deep.equal(head);
    expect(await askedFor({ sort: "UPDATED_ASC" })).to.deep.equal(tail);
    expect(await askedFor({ sort: "NAME_ASC" })).to.deep.equal(tail);
    expect(await askedFor({ sort: "NAME_DESC" })).to.deep.equal(head);
    expect(await askedFor({ sort: "PREMIUM_ASC" })).to.deep.equal(head);
    expect(await askedFor({ sort: "PREMIUM_DESC" })).to.deep.equal(head);
  });

  it("counts insurers, not products, and none that has published its prices", async () => {
    const ids = await someInsurers(13);
    for (const id of ids.slice(0, 3)) await sell(id, { publishedMinor: "700", publishedCurrency: "NGN" });
    for (const id of ids.slice(3)) for (let n = 0; n < 3; n++) await sell(id);
    const comparison = await compare({ limit: 100 });
    expect(outcomes(comparison).filter((outcome) => outcome === 700)).to.have.length(3);
    expect(outcomes(comparison).filter((outcome) => outcome === 1_000)).to.have.length(30);
    expect([...market.quoting()].sort()).to.deep.equal(ids.slice(3));
  });

  it("prices every product before the limit cuts, when premiums decide which rows come first", async () => {
    const [one = ""] = await someInsurers(1);
    for (const [productId, price] of Object.entries({ a: 900, b: 300, c: 600, d: 100 })) {
      await sell(one, { productId });
      market.prices.set(productId, price);
    }
    await sell(one, { productId: "e", publishedMinor: "200", publishedCurrency: "NGN" });
    expect(outcomes(await compare({ sort: "PREMIUM_ASC", limit: 3 }))).to.deep.equal([100, 200, 300]);
    expect(outcomes(await compare({ sort: "PREMIUM_DESC", limit: 2 }))).to.deep.equal([900, 600]);
    expect(outcomes(await compare({ sort: "PREMIUM_ASC", limit: 2, quoteRequest: null }))).to.deep.equal([200, null]);
  });

  it("quotes the rows that are shown and no others, when premiums decide nothing", async () => {
    const [one = ""] = await someInsurers(1);
    for (const productId of ["a", "b", "c", "d"]) await sell(one, { productId, name: productId });
    const { rows } = await compare({ sort: "NAME_DESC", limit: 2 });
    expect(rows.map(({ product }) => product.productId)).to.deep.equal(["d", "c"]);
    expect(new Set(market.asked.map(({ productId }) => productId))).to.deep.equal(new Set(["c", "d"]));
  });

  it("ends when its time is over, with what it has until then, and asks one insurer for four quotes at a time", async () => {
    const [slow = "", good = ""] = await someInsurers(2);
    for (let n = 0; n < 9; n++) await sell(slow);
    await sell(good);
    market.moods.set(slow, (question) => (question === "form" ? null : "silence"));
    const comparison = await compare({ sort: "PREMIUM_ASC", limit: 3 }, { configsMs: 1_500, quotesMs: 1_500 });
    expect(market.asked.filter(({ insurerId, question }) => insurerId === slow && question === "quote")).to.have.length(
      4,
    );
    expect(outcomes(comparison)).to.deep.equal([1_000, "QUOTE_FAILED", "QUOTE_FAILED"]);
    expect(comparison.rows.map(({ config }) => config !== null)).to.deep.equal([true, false, false]);
  });

  it("asks nothing when no time is left", async () => {
    const [one = ""] = await someInsurers(1);
    await sell(one);
    const comparison = await compare({}, { configsMs: 0, quotesMs: 0 });
    expect(outcomes(comparison)).to.deep.equal(["QUOTE_FAILED"]);
    expect(market.asked).to.deep.equal([]);
  });

  it("fails no other row for an insurer whose form, quote or answer is of no use", async () => {
    const refusal = anInsurersError();
    const moods = [
      (question: string) => (question === "form" ? { status: 404, body: refusal } : null),
      (question: string) => (question === "quote" ? { status: 422, body: refusal } : null),
      (question: string) => (question === "quote" ? { status: 500, body: refusal } : null),
      (question: string) => (question === "quote" ? { status: 201, body: {} } : null),
      () => ({ status: 503, body: "away" }),
    ];
    const [good = "", ...bad] = await someInsurers(moods.length + 1);
    await sell(good);
    for (const [index, id] of bad.entries()) {
      await sell(id);
      market.moods.set(id, moods[index] ?? (() => null));
    }
    expect(outcomes(await compare({ sort: "PREMIUM_ASC" }))).to.deep.equal([1_000, ...bad.map(() => "QUOTE_FAILED")]);
  });

  it("fails a product whose insurer was switched off meanwhile, without a word to it", async () => {
    const [one = "", two = ""] = await someInsurers(2);
    await sell(one);
    await sell(two);
    const comparison = await compare({ sort: "PREMIUM_ASC" }, { insurers: market.open([two]) });
    expect(outcomes(comparison)).to.deep.equal([1_000, "QUOTE_FAILED"]);
    expect(market.asked.every(({ insurerId }) => insurerId === two)).to.equal(true);
  });

  it("takes no quote that the insurer no longer stands by", async () => {
    const [one = ""] = await someInsurers(1);
    await sell(one);
    const at = Date.UTC(2026, 10, 21);
    market.expiresAt = at + 1;
    expect(outcomes(await compare({}, { now: () => at }))).to.deep.equal([1_000]);
    expect(outcomes(await compare({}, { now: () => at + 1 }))).to.deep.equal(["QUOTE_FAILED"]);
  });

  it("reads each config once a minute, and those that could not be read again each time", async () => {
    const [one = "", two = ""] = await someInsurers(2);
    await sell(one);
    await sell(two);
    market.moods.set(two, () => ({ status: 500, body: {} }));
    let now = 1_000;
    const cache = new ConfigCache(() => now);
    const asked = async () => {
      market.asked.length = 0;
      await compare({ quoteRequest: null }, { cache });
      return market.asked.map(({ insurerId }) => insurerId).sort();
    };
    expect(await asked()).to.deep.equal([one, two]);
    now += 60_000;
    expect(await asked()).to.deep.equal([two]);
    now += 1;
    expect(await asked()).to.deep.equal([one, two]);
  });

  it("sends the answers to the form as inputs, all others as configuration, and says that it only compares", async () => {
    const [one = ""] = await someInsurers(1);
    const { productId } = await sell(one);
    await compare({ quoteRequest: { ...aQuoteRequest, sale: { country: "GH", currency: null, channel: "BRANCH" } } });
    const [quote] = market.asked.filter(({ question }) => question === "quote");
    expect(quote?.body).to.deep.equal({
      productId,
      formId: `${productId}.form`,
      formVersion: 1,
      context: "new_business",
      inputs: { sumInsured: 100 },
      configuration: { plan: "plus" },
      sale: { country: "GH", currency: null, channel: "BRANCH" },
      indicative: true,
    });
  });

  it("names a quote by business, environment, key, insurer and product, and by nothing else", async () => {
    const ids = await someInsurers(2);
    for (const id of ids) for (const productId of ["a", "b"]) await sell(id, { productId });
    const keysOf = async (request: Partial<ComparisonRequest>, who = tenant) => {
      market.asked.length = 0;
      await compareProducts(
        {
          pool: database.pool,
          insurers: market.open(insurers),
          cache: new ConfigCache(),
          log: silent,
          now: Date.now,
        },
        who,
        { productType, providerIds: [], quoteRequest: null, sort: "NAME_ASC", limit: 20, ...request },
        "req_test",
      );
      const quotes = market.asked.filter(({ question }) => question === "quote");
      return quotes.map(({ insurerId, productId, key }) => `${insurerId}/${productId} ${key}`).sort();
    };
    const key = "3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10";
    const first = await keysOf({ quoteRequest: { ...aQuoteRequest, key } });
    expect(new Set(first.map((line) => line.split(" ")[1])).size).to.equal(4);
    const same: Partial<ComparisonRequest>[] = [
      { quoteRequest: { ...aQuoteRequest, key: key.toUpperCase() } },
      {
        quoteRequest: { ...aQuoteRequest, inputs: { sumInsured: 7 }, key },
        sort: "PREMIUM_DESC",
        limit: 4,
        providerIds: ids,
      },
    ];
    for (const request of same) expect(await keysOf(request)).to.deep.equal(first);
    const others = [
      await keysOf({ quoteRequest: { ...aQuoteRequest, key: "0e2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10" } }),
      await keysOf({ quoteRequest: aQuoteRequest }),
      await keysOf({ quoteRequest: aQuoteRequest }),
    ];
    const stranger = await aTenant(database);
    const live = { ...tenant, environment: "live" } as const;
    for (const who of [stranger, live]) {
      for (const providerId of ids)
        for (const productId of ["a", "b"])
          await allowProduct(database, who, { providerId, productId, rateBasisPoints: 0 });
      others.push(await keysOf({ quoteRequest: { ...aQuoteRequest, key } }, who));
    }
    const all = [first, ...others].flat().map((line) => line.split(" ")[1]);
    expect(new Set(all).size).to.equal(24);
  });
});
