import { expect } from "chai";
import { seedCatalog } from "#src/apis/insurance/catalog/demo.ts";
import { listPermissions } from "#src/apis/insurance/catalog/overview.ts";
import { type CatalogProduct, listProducts } from "#src/apis/insurance/catalog/products.ts";
import { registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import type { Environment } from "#src/identity/environment.ts";
import { type Behaviour, sandboxInsurers } from "#src/sandbox/insurers/catalog.ts";
import { aBusiness } from "#test/builders/identity.ts";
import { cursors } from "#test/builders/insurance/catalog.ts";
import { Sandbox } from "#test/builders/insurance/insurers.ts";
import { testDatabase } from "#test/support/database.ts";
import { testMasterKey } from "#test/support/server.ts";

const behaviours: Readonly<Record<string, (behaviour: Behaviour) => boolean>> = {
  unreachable: ({ unreachable }) => unreachable === true,
  slow: ({ slow }) => slow === true,
  "invalid form": ({ invalidForm }) => invalidForm === true,
  "invalid quote": ({ invalidQuote }) => invalidQuote === true,
  "own errors": ({ declines }) => declines !== undefined,
  "upload cap": ({ uploadCapBytes }) => uploadCapBytes !== undefined,
  "large inline document": ({ documents }) => documents.includes("large-inline"),
  "good redirect": ({ documents }) => documents.includes("redirect"),
  "oversized redirect": ({ documents }) => documents.includes("oversized-redirect"),
  "redirect to a private address": ({ documents }) => documents.includes("private-redirect"),
  "cancels at once": ({ cancellation }) => cancellation === "cancels",
  "takes under review": ({ cancellation }) => cancellation === "reviews",
  refuses: ({ cancellation }) => cancellation === "refuses",
  "short-lived quotes": ({ quoteLifetimeMs }) => quoteLifetimeMs < 60_000,
};

describe("the catalog of the demo", () => {
  const database = testDatabase({ as: "owner" });
  const sandbox = new Sandbox();
  const businesses = { first: "", second: "" };
  before(async () => {
    await sandbox.start();
    for (const insurer of sandbox.insurers)
      await registerInsurer(database, testMasterKey, insurer, { allowLoopback: true });
    businesses.first = (await aBusiness(database)).id;
    businesses.second = (await aBusiness(database)).id;
    await seedCatalog(database, testMasterKey, businesses);
  });
  after(() => sandbox.stop());

  async function sold(who: "first" | "second", environment: Environment): Promise<readonly CatalogProduct[]> {
    const tenant = { businessId: businesses[who], environment };
    const { items, nextCursor } = await listProducts(database.pool, cursors, tenant, {}, { limit: 100 });
    expect(nextCursor).to.equal(null);
    return items;
  }
  const names = (products: readonly CatalogProduct[]) => products.map((p) => `${p.providerId}/${p.productId}`);

  for (const environment of ["test", "live"] as const)
    describe(`in ${environment}`, () => {
      for (const [what, shows] of Object.entries(behaviours))
        it(`lets the first business meet every insurer with: ${what}`, async () => {
          const providers = new Set((await sold("first", environment)).map(({ providerId }) => providerId));
          const wanted = sandboxInsurers.filter(({ behaviour }) => shows(behaviour)).map(({ id }) => id);
          expect(wanted).not.to.have.length(0);
          expect([...providers]).to.include.members(wanted);
        });

      it("gives each business something that the other may not sell", async () => {
        const [first, second] = [names(await sold("first", environment)), names(await sold("second", environment))];
        expect(first.filter((name) => !second.includes(name))).to.deep.equal(["farrier/device-damage"]);
        expect(second.filter((name) => !first.includes(name))).to.deep.equal(["borealis/home-contents"]);
      });

      it("has one type of more than ten insurers, none of which publishes a price", async () => {
        const accidents = (await sold("first", environment)).filter((p) => p.productType === "PERSONAL_ACCIDENT");
        expect(accidents.filter(({ publishedPrice }) => publishedPrice !== null)).to.deep.equal([]);
        expect(new Set(accidents.map(({ providerId }) => providerId)).size).to.equal(12);
      });

      it("hides a product that the first business is allowed and nobody can sell", async () => {
        const permissions = await listPermissions(database.pool, { businessId: businesses.first, environment });
        expect(permissions.filter(({ status }) => status !== "on sale").map((p) => p.productId)).to.deep.equal([
          "home-contents",
        ]);
        expect(names(await sold("first", environment))).not.to.include("aegis/home-contents");
      });
    });

  it("is the same when it is made again", async () => {
    const before = await sold("first", "test");
    await seedCatalog(database, testMasterKey, businesses);
    expect(await sold("first", "test")).to.deep.equal(before);
  });
});
