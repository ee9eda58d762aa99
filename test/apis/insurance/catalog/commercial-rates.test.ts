import { expect } from "chai";
import { listCommercialRates } from "#src/apis/insurance/catalog/commercial-rates.ts";
import { allowProduct } from "#src/apis/insurance/catalog/permissions.ts";
import { listProducts } from "#src/apis/insurance/catalog/products.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import { anInsurer, aProduct, aSellableProduct, aTenant, cursors } from "#test/builders/insurance/catalog.ts";
import { codeOf } from "#test/support/code-of.ts";
import { testDatabase } from "#test/support/database.ts";
import { renewed } from "#test/support/renewed.ts";

describe("commercial rates", () => {
  const database = testDatabase();
  const tenant = renewed(() => aTenant(database));

  const list = (filters = {}, page = {}, who = tenant) =>
    listCommercialRates(database.pool, cursors, who, filters, page);

  it("tell the business's share and never the platform's", async () => {
    const product = await aProduct(database);
    const rates = { rateBasisPoints: 1_250, platformBasisPoints: 275 };
    const now = new Date("2026-11-21T10:00:00.000Z");
    await allowProduct(database, tenant, { ...product, ...rates }, now);
    expect((await list()).items).to.deep.equal([
      { ...pick(product), productName: "Drive Complete", rateBasisPoints: 1_250, updatedAt: now },
    ]);
  });

  it("are apart for test and live", async () => {
    const product = await aProduct(database);
    const live = { ...tenant, environment: "live" } as const;
    await allowProduct(database, tenant, { ...product, rateBasisPoints: 100 });
    await allowProduct(database, live, { ...product, rateBasisPoints: 200 });
    const rates = async (who: Tenant) => (await list({}, {}, who)).items.map(({ rateBasisPoints }) => rateBasisPoints);
    expect([await rates(tenant), await rates(live)]).to.deep.equal([[100], [200]]);
  });

  it("come in pages, of the same products and in the same order as the products", async () => {
    const providerId = await anInsurer(database);
    for (let n = 0; n < 23; n++) await aSellableProduct(database, tenant, { providerId }, n);
    const first = await list();
    const second = await list({}, { cursor: first.nextCursor });
    expect([first.items.length, second.items.length, second.nextCursor]).to.deep.equal([20, 3, null]);
    const products = await listProducts(database.pool, cursors, tenant, {}, { limit: 100 });
    expect([...first.items, ...second.items].map(pick)).to.deep.equal(products.items.map(pick));
  });

  it("are those of one product id where it is given, also in the cursor", async () => {
    const given = { productId: "accident" };
    for (let n = 0; n < 3; n++) await aSellableProduct(database, tenant, given);
    await aSellableProduct(database, tenant);
    const first = await list(given, { limit: 2 });
    const second = await list(given, { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ productId }) => productId)).to.deep.equal(
      Array.from({ length: 3 }, () => "accident"),
    );
    expect(await codeOf(list({}, { cursor: first.nextCursor }))).to.equal("INVALID_CURSOR");
    expect((await list({ productId: "nothing" })).items).to.deep.equal([]);
  });
});

const pick = ({ providerId, productId }: { readonly providerId: string; readonly productId: string }) => ({
  providerId,
  productId,
});
