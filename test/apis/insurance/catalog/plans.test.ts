import { randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { listCommercialRates } from "#src/apis/insurance/catalog/commercial-rates.ts";
import { listProducts, productsOfType, sellableProduct } from "#src/apis/insurance/catalog/products.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { cursors } from "#test/builders/insurance/catalog.ts";
import { planNodes } from "#test/support/cluster.ts";
import { testDatabase } from "#test/support/database.ts";

const products = 10_000;
const businessId = randomUUID();
const tenant = { businessId, environment: "test" } as const;

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

describe("the catalog's queries over ten thousand products", () => {
  const database = testDatabase({ as: "owner" });
  let unanalyzed: PlanNode[];
  before(async () => {
    const { pool } = database;
    await pool.query(`
      INSERT INTO insurers (id, name, base_url, credential, created_at, updated_at)
      SELECT 'insurer-' || lpad(n::text, 2, '0'), 'Insurer ' || n, 'https://insurer.example', '', now(), now()
      FROM generate_series(0, 19) n`);
    await pool.query(
      `INSERT INTO insurer_products SELECT 'insurer-' || lpad((n % 20)::text, 2, '0'), 'product-' || lpad(n::text, 5, '0'),
         'Product ' || n, 'Described', 'CATEGORY', 'TYPE_' || n % 500, 'GENERAL', 'NG', 'NGN', 'ACTIVE', NULL, NULL, now(),
         true, now() FROM generate_series(1, $1) n`,
      [products],
    );
    // Ten other businesses sell the same, so that the permissions of one are a small part of the table.
    for (const id of [businessId, ...Array.from({ length: 10 }, () => randomUUID())]) {
      await pool.query("INSERT INTO businesses (id, name, slug, created_at) VALUES ($1, 'Acme', $2, now())", [id, id]);
      await pool.query(
        `INSERT INTO sellable_products
         SELECT $1, 'test', provider_id, product_id, 1000, 0, now(), now() FROM insurer_products`,
        [id],
      );
    }
    unanalyzed = await planOf((on) => listProducts(on, cursors, tenant, { category: "NONE" }, {}));
    await database.owner.query("ANALYZE");
  });

  /** How PostgreSQL runs the one query that `work` makes, which finds nothing because only its plan is asked for. */
  async function planOf(work: (on: Queryable) => Promise<unknown>): Promise<PlanNode[]> {
    let plan: PlanNode | undefined;
    class Explaining extends pg.Pool {
      override query = (async (sql: string, values: unknown[]) => {
        const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values);
        plan = rows[0]["QUERY PLAN"][0].Plan;
        return { rows: [] };
      }) as never;
    }
    await work(new Explaining());
    if (plan === undefined) throw new Error("no query was made");
    return planNodes(plan);
  }

  const readFrom = (plan: readonly PlanNode[], index: string) => plan.find((node) => node["Index Name"] === index);
  const touched = (node: PlanNode | undefined) => (node === undefined ? 0 : node["Actual Rows"] * node["Actual Loops"]);
  const sorts = (plan: readonly PlanNode[]) => plan.filter((node) => node["Node Type"].includes("Sort"));

  it("read a page of products by sellable_products_pkey, in its order, and little more than the page", async () => {
    const plan = await planOf((on) => listProducts(on, cursors, tenant, {}, { limit: 100 }));
    const scan = readFrom(plan, "sellable_products_pkey");
    expect(scan?.["Index Cond"]).to.include("business_id").and.include("environment");
    expect(touched(scan)).to.be.within(100, 200);
    expect(sorts(plan)).to.deep.equal([]);
  });

  it("read no product twice, not even while there are no statistics", () => {
    const scans = unanalyzed.filter((node) => node["Relation Name"] === "insurer_products");
    const visited = scans.map(
      (node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    );
    expect(visited.reduce((sum, rows) => sum + rows, 0)).to.be.within(1, products);
  });

  it("read a page far behind no slower: the index begins at the cursor", async () => {
    const scope = { list: "products", ...tenant, q: undefined, category: undefined, productType: undefined };
    const cursor = cursors.seal(scope, ["insurer-18", "product-09000"]);
    const plan = await planOf((on) => listProducts(on, cursors, tenant, {}, { limit: 100, cursor }));
    const scan = readFrom(plan, "sellable_products_pkey");
    expect(scan?.["Index Cond"]).to.match(/ROW\(provider_id, product_id\) > ROW\(/);
    expect(touched(scan)).to.be.within(100, 200);
    expect(sorts(plan)).to.deep.equal([]);
  });

  it("read a page of rates alike", async () => {
    const plan = await planOf((on) => listCommercialRates(on, cursors, tenant, {}, { limit: 100 }));
    expect(touched(readFrom(plan, "sellable_products_pkey"))).to.be.within(100, 200);
  });

  it("read one product by the whole primary key", async () => {
    const plan = await planOf((on) => sellableProduct(on, tenant, "insurer-01", "product-00001"));
    const scan = readFrom(plan, "sellable_products_pkey");
    expect(scan?.["Index Cond"]).to.include("provider_id").and.include("product_id");
    expect(touched(scan)).to.equal(1);
  });

  it("read the products of a type by insurer_products_by_type", async () => {
    for (const ask of [
      (on: Queryable) => productsOfType(on, tenant, "TYPE_7", []),
      (on: Queryable) => listProducts(on, cursors, tenant, { productType: "TYPE_7" }, { limit: 100 }),
    ]) {
      const plan = await planOf(ask);
      expect(touched(readFrom(plan, "insurer_products_by_type"))).to.equal(products / 500);
      expect(
        plan.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]),
      ).not.to.include("sellable_products");
    }
  });
});
