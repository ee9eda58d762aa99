import { expect } from "chai";
import { listPermissions } from "#src/apis/insurance/catalog/overview.ts";
import { allowProduct, withdrawProduct } from "#src/apis/insurance/catalog/permissions.ts";
import { sellableProduct } from "#src/apis/insurance/catalog/products.ts";
import { switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import { anInsurer, aProduct, aSellableProduct, aTenant } from "#test/builders/insurance/catalog.ts";
import { testDatabase } from "#test/support/database.ts";
import { problemOf } from "#test/support/failure-of.ts";
import { renewed } from "#test/support/renewed.ts";

describe("permissions to sell", () => {
  const database = testDatabase({ as: "owner" });
  const tenant = renewed(() => aTenant(database));

  const refusalOf = async (work: Promise<unknown>) => (await problemOf(work)).detail;

  it("count from the moment they are given, for one business and one environment", async () => {
    const { providerId, productId } = await aProduct(database);
    await allowProduct(database, tenant, { providerId, productId, rateBasisPoints: 0 });
    const seen = async (who: Tenant) => (await sellableProduct(database.pool, who, providerId, productId)) !== null;
    expect(await seen(tenant)).to.equal(true);
    expect(await seen({ ...tenant, environment: "live" })).to.equal(false);
    expect(await seen(await aTenant(database))).to.equal(false);
  });

  it("given again change the rate and keep their beginning", async () => {
    const { providerId, productId } = await aProduct(database);
    const first = new Date("2026-11-21T10:00:00.000Z");
    const later = new Date("2026-11-22T10:00:00.000Z");
    await allowProduct(
      database,
      tenant,
      { providerId, productId, rateBasisPoints: 100, platformBasisPoints: 5 },
      first,
    );
    const changed = await allowProduct(database, tenant, { providerId, productId, rateBasisPoints: 10_000 }, later);
    expect(changed).to.deep.equal({
      ...tenant,
      ...{ providerId, productId, rateBasisPoints: 10_000, platformBasisPoints: 0, createdAt: first, updatedAt: later },
    });
  });

  it("are not given for products that nobody lists; the refusal names what there is", async () => {
    const providerId = await anInsurer(database);
    const rate = { rateBasisPoints: 0 };
    expect(await refusalOf(allowProduct(database, tenant, { providerId, productId: "x", ...rate })))
      .to.include("none exists yet")
      .and.include(`accord insurers sync ${providerId}`);
    await aProduct(database, { providerId, productId: "motor" });
    expect(await refusalOf(allowProduct(database, tenant, { providerId, productId: "x", ...rate }))).to.include(
      "motor",
    );
    expect(
      await refusalOf(allowProduct(database, tenant, { providerId: "x", productId: "motor", ...rate })),
    ).to.include(providerId);
  });

  for (const [what, rateBasisPoints, platformBasisPoints] of [
    ["below nothing", -1, 0],
    ["above the whole price", 10_001, 0],
    ["of half a basis point", 0.5, 0],
    ["above the whole price with the platform's", 9_000, 1_001],
    ["beside a negative one of the platform", 100, -1],
  ] as const)
    it(`are not given for a share ${what}`, async () => {
      const product = await aProduct(database);
      await refusalOf(allowProduct(database, tenant, { ...product, rateBasisPoints, platformBasisPoints }));
      expect(await listPermissions(database.pool, tenant)).to.deep.equal([]);
    });

  it("are withdrawn once", async () => {
    const { providerId, productId } = await aSellableProduct(database, tenant);
    await refusalOf(withdrawProduct(database, { ...tenant, environment: "live" }, providerId, productId));
    await withdrawProduct(database, tenant, providerId, productId);
    expect(await sellableProduct(database.pool, tenant, providerId, productId)).to.equal(null);
    expect(await refusalOf(withdrawProduct(database, tenant, providerId, productId))).to.include("insurance products");
  });

  it("tell operators why something is not on sale", async () => {
    const off = await anInsurer(database, { id: "off" });
    const on = await anInsurer(database, { id: "on" });
    await aSellableProduct(database, tenant, { providerId: off, productId: "a" });
    await aSellableProduct(database, tenant, { providerId: on, productId: "b" });
    await aSellableProduct(database, tenant, { providerId: on, productId: "c", status: "SUSPENDED" });
    await aSellableProduct(database, tenant, { providerId: on, productId: "d", status: "WITHDRAWN" });
    await aSellableProduct(database, tenant, { providerId: on, productId: "e", status: "WITHDRAWN", listed: false });
    await switchInsurer(database, "off", false);
    const statuses = (await listPermissions(database.pool, tenant)).map(({ productId, status }) => [productId, status]);
    expect(statuses).to.deep.equal([
      ["a", "insurer off"],
      ["b", "on sale"],
      ["c", "suspended"],
      ["d", "withdrawn"],
      ["e", "not listed"],
    ]);
  });
});
