import { expect } from "chai";
import fc from "fast-check";
import { listCommercialRates } from "#src/apis/insurance/catalog/commercial-rates.ts";
import type { PageRequest } from "#src/apis/insurance/catalog/on-sale.ts";
import { allowProduct, withdrawProduct } from "#src/apis/insurance/catalog/permissions.ts";
import {
  listProducts,
  type ProductFilters,
  productsOfType,
  sellableProduct,
} from "#src/apis/insurance/catalog/products.ts";
import { anInsurer, aProduct, aSellableProduct, aTenant, cursors } from "#test/builders/insurance/catalog.ts";
import { codeOf } from "#test/support/code-of.ts";
import { testDatabase } from "#test/support/database.ts";
import { renewed } from "#test/support/renewed.ts";
import { runs } from "#test/support/runs.ts";

describe("the products that a business may sell", () => {
  const database = testDatabase();
  const tenant = renewed(() => aTenant(database));

  const list = (filters: ProductFilters = {}, page: PageRequest = {}, who = tenant) =>
    listProducts(database.pool, cursors, who, filters, page);
  const found = async (filters: ProductFilters, who = tenant) =>
    (await list(filters, { limit: 100 }, who)).items.map(({ productId }) => productId);
  const read = ({ providerId, productId }: { providerId: string; productId: string }, who = tenant) =>
    sellableProduct(database.pool, who, providerId, productId);

  it("shows a product with its insurer's name and its published price", async () => {
    const providerId = await anInsurer(database, { name: "Aegis Mutual" });
    const product = await aSellableProduct(database, tenant, {
      providerId,
      productId: "motor-third-party",
      publishedMinor: "999999999999",
      publishedCurrency: "NGN",
    });
    const shown = {
      providerId,
      providerName: "Aegis Mutual",
      productId: "motor-third-party",
      name: "Drive Complete",
      description: "Damage to others and to the vehicle.",
      category: "MOTOR",
      productType: "MOTOR_COMPREHENSIVE",
      classCode: "GENERAL",
      country: "NG",
      currency: "NGN",
      publishedPrice: { amountMinor: 999_999_999_999, currency: "NGN" },
      updatedAt: new Date("2026-10-01T08:00:00.000Z"),
    };
    expect(await read(product)).to.deep.equal(shown);
    expect((await list()).items).to.deep.equal([shown]);
    expect((await read(await aSellableProduct(database, tenant)))?.publishedPrice).to.equal(null);
  });

  it("are absent everywhere alike when not allowed, withdrawn, hidden, delisted, switched off or unknown", async () => {
    const given = { name: "Xylograph", productType: "XYLOGRAPH" };
    const notAllowed = await aProduct(database, given);
    const taken = await aSellableProduct(database, tenant, given);
    await withdrawProduct(database, tenant, taken.providerId, taken.productId);
    const absent = [
      notAllowed,
      taken,
      await aSellableProduct(database, tenant, { ...given, status: "SUSPENDED" }),
      await aSellableProduct(database, tenant, { ...given, status: "WITHDRAWN" }),
      await aSellableProduct(database, tenant, { ...given, listed: false }),
      await aSellableProduct(database, tenant, {
        ...given,
        providerId: await anInsurer(database, { active: false }),
      }),
      await aSellableProduct(database, await aTenant(database), given),
      await aSellableProduct(database, { ...tenant, environment: "live" }, given),
      { providerId: "nobody", productId: "nothing" },
    ];
    for (const product of absent) expect(await read(product)).to.equal(null);
    expect(await found({ q: "xylograph" })).to.deep.equal([]);
    expect(await found({})).to.deep.equal([]);
    expect(await productsOfType(database.pool, tenant, "XYLOGRAPH", [])).to.deep.equal([]);
    expect((await listCommercialRates(database.pool, cursors, tenant, {}, {})).items).to.deep.equal([]);
    const there = await aSellableProduct(database, tenant, given);
    expect(await found({ q: "xylograph" })).to.deep.equal([there.productId]);
  });

  it("filters by category, product type and class together", async () => {
    const car = { category: "CARS", productType: "MOTOR_COMPREHENSIVE", classCode: "GENERAL" };
    const { productId } = await aSellableProduct(database, tenant, car);
    await aSellableProduct(database, tenant, { ...car, category: "VANS" });
    await aSellableProduct(database, tenant, { ...car, productType: "MOTOR_THIRD_PARTY" });
    await aSellableProduct(database, tenant, { ...car, classCode: "LIFE_AND_HEALTH" });
    expect(await found({ category: "CARS", productType: "MOTOR_COMPREHENSIVE", classCode: "GENERAL" })).to.deep.equal([
      productId,
    ]);
    expect(await found({ category: "CARS" })).to.have.length(3);
    expect(await found({ category: "cars" })).to.deep.equal([]);
  });

  describe("searched", () => {
    let productId: string;
    beforeEach(async () => {
      const providerId = await anInsurer(database, { name: "Île Assurance" });
      ({ productId } = await aSellableProduct(database, tenant, {
        providerId,
        name: "100% Shelter_Plus",
        description: "Fire,\nwater and burglary",
        category: "DWELLINGS",
        productType: "HOME_CONTENTS",
      }));
      await aSellableProduct(database, tenant);
    });

    it("is found by words of its name, description, kind and insurer, in any case and order", async () => {
      for (const q of [
        "shelter",
        "SHELTER plus",
        "île",
        "ASSURANCE burg",
        "home_contents",
        "home contents",
        "dwelling  fire\twater",
        "100%",
        "r_p",
      ])
        expect(await found({ q }), q).to.deep.equal([productId]);
    });

    it("is not found by other words, and no sign stands for others", async () => {
      for (const q of ["shelter castle", "plusfire", "%100", "r%p", "she_ter", "fire\\", "general"])
        expect(await found({ q }), q).to.deep.equal([]);
    });

    it("ends with one page", async () => {
      const { items, nextCursor } = await list({ q: "m" }, { limit: 1 });
      expect([items.length, nextCursor]).to.deep.equal([1, null]);
    });

    it("narrows with the other filters", async () => {
      expect(await found({ q: "shelter", productType: "MOTOR_COMPREHENSIVE" })).to.deep.equal([]);
      expect(await found({ q: "shelter", productType: "HOME_CONTENTS" })).to.deep.equal([productId]);
    });
  });

  describe("in pages", () => {
    it("come 20 at a time unless told otherwise", async () => {
      const providerId = await anInsurer(database);
      for (let n = 0; n < 21; n++) await aSellableProduct(database, tenant, { providerId });
      const first = await list();
      expect(first.items).to.have.length(20);
      const second = await list({}, { cursor: first.nextCursor ?? "" });
      expect([second.items.length, second.nextCursor]).to.deep.equal([1, null]);
    });

    it("show each product once, in one order, whatever the page size and whatever is hidden", async () => {
      const provider = fc.constantFrom("a", "a-b", "b", "ba");
      const product = fc.record({
        productId: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,3}$/),
        shown: fc.boolean(),
        productType: fc.constantFrom("ONE", "TWO"),
      });
      const shelf = fc.uniqueArray(fc.tuple(provider, product), {
        maxLength: 12,
        selector: ([id, { productId }]) => `${id}/${productId}`,
      });
      const filter = fc.constantFrom<ProductFilters>({}, { productType: "ONE" });
      for (const id of ["a", "a-b", "b", "ba"]) await anInsurer(database, { id });
      await fc.assert(
        fc.asyncProperty(shelf, filter, fc.integer({ min: 1, max: 5 }), async (products, filters, limit) => {
          await database.pool.query("DELETE FROM sellable_products");
          await database.pool.query("DELETE FROM insurer_products");
          for (const [providerId, { productId, shown, productType }] of products)
            await aSellableProduct(database, tenant, { providerId, productId, productType, listed: shown });
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await list(filters, { limit, cursor });
            expect(page.items).to.have.length.at.most(limit);
            seen.push(...page.items.map(({ providerId, productId }) => `${providerId}/${productId}`));
            cursor = page.nextCursor ?? undefined;
          } while (cursor !== undefined);
          const { productType: wanted } = filters;
          const expected = products.filter(
            ([, { shown, productType }]) => shown && (wanted === undefined || productType === wanted),
          );
          expect(seen).to.have.members(expected.map(([id, { productId }]) => `${id}/${productId}`));
          expect(seen).to.deep.equal(
            (await list(filters, { limit: 100 })).items.map((p) => `${p.providerId}/${p.productId}`),
          );
        }),
        { numRuns: runs(40) },
      );
    });

    it("go on behind a product that went away meanwhile", async () => {
      const providerId = await anInsurer(database);
      for (const productId of ["a", "b", "c"]) await aSellableProduct(database, tenant, { providerId, productId });
      const { nextCursor } = await list({}, { limit: 2 });
      await withdrawProduct(database, tenant, providerId, "b");
      const { items } = await list({}, { cursor: nextCursor ?? "" });
      expect(items.map(({ productId }) => productId)).to.deep.equal(["c"]);
    });

    it("refuse a cursor of another list, business, environment or filter", async () => {
      const who = await aTenant(database);
      const product = await aSellableProduct(database, tenant);
      for (const seller of [tenant, who, { ...tenant, environment: "live" } as const]) {
        await allowProduct(database, seller, { ...product, rateBasisPoints: 0 });
        await aSellableProduct(database, seller);
      }
      const cursor = (await list({}, { limit: 1 })).nextCursor ?? "";
      expect((await list({}, { cursor })).items).to.have.length(1);
      const refused = [
        list({}, { cursor }, who),
        list({}, { cursor }, { ...tenant, environment: "live" }),
        list({ q: "a" }, { cursor }),
        list({ category: "MOTOR" }, { cursor }),
        list({ productType: "MOTOR_COMPREHENSIVE" }, { cursor }),
        list({ classCode: "GENERAL" }, { cursor }),
        list({}, { cursor: `${cursor}A` }),
        list({}, { cursor: "x" }),
        listCommercialRates(database.pool, cursors, tenant, {}, { cursor }),
      ];
      for (const answer of refused) expect(await codeOf(answer)).to.equal("INVALID_CURSOR");
    });
  });

  describe("of one type", () => {
    it("are those of the insurers asked for, or of all", async () => {
      const [one, two, three] = [await anInsurer(database), await anInsurer(database), await anInsurer(database)];
      const type = { productType: "COMPARED" };
      for (const providerId of [one, two, three]) await aSellableProduct(database, tenant, { providerId, ...type });
      await aSellableProduct(database, tenant, { providerId: one });
      const of = async (...providerIds: string[]) =>
        (await productsOfType(database.pool, tenant, "COMPARED", providerIds)).map(({ providerId }) => providerId);
      expect(await of()).to.have.members([one, two, three]);
      expect(await of(two, three, "nobody")).to.have.members([two, three]);
      expect(await of("nobody")).to.deep.equal([]);
    });
  });
});
