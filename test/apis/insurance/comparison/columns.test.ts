import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { columnsOf, mostColumns } from "#src/apis/insurance/comparison/compare.ts";
import type { Comparable } from "#src/apis/insurance/comparison/configs.ts";
import { presentComparison } from "#src/apis/insurance/presenters/comparison.ts";
import { aCatalogProduct } from "#test/builders/insurance/catalog.ts";

const product = aCatalogProduct();

/** The rows of products with these configs. */
function rowsOf(configs: readonly (Comparable | null)[]) {
  const rows = configs.map((config) => ({ product, premium: { source: null, reason: null } as const, config }));
  const comparison = { rows, columns: columnsOf(configs) };
  return presentComparison(comparison, { productType: "MOTOR_COMPREHENSIVE", sort: "NAME_ASC" }).items;
}

const money = (amountMinor: number) => ({ amountMinor, currency: "NGN" });
const covers = (code: string, name = code, included = true) => ({
  code,
  name,
  included,
  limit: money(500),
  deductible: null,
});

const code = fc.constantFrom("THEFT", "FIRE", "WATER", "LEGAL");
const name = fc.constantFrom("one", "two");
const config: fc.Arbitrary<Comparable> = fc.record({
  coverages: fc.array(
    fc.record({
      code,
      name,
      included: fc.boolean(),
      limit: fc.constantFrom(null, money(1)),
      deductible: fc.constantFrom(null, money(2)),
    }),
    { maxLength: 6 },
  ),
  attributes: fc.array(fc.record({ code, name, value: fc.string() }), { maxLength: 6 }),
});
const configs = fc.array(fc.option(config), { maxLength: 8 });

describe("the columns of a comparison", () => {
  it("are the same in every row, and each is there once", () => {
    fc.assert(
      fc.property(configs, (given) => {
        const rows = rowsOf(given);
        for (const { coverage, attributes } of rows)
          for (const [cells, first] of [
            [coverage, rows[0]?.coverage],
            [attributes, rows[0]?.attributes],
          ] as const) {
            expect(cells.map((cell) => [cell.code, cell.name])).to.deep.equal(
              first?.map((cell) => [cell.code, cell.name]),
            );
            expect(new Set(cells.map((cell) => cell.code)).size).to.equal(cells.length);
          }
      }),
    );
  });

  it("are all that any product names, with what each says in its own row", () => {
    fc.assert(
      fc.property(configs, (given) => {
        for (const [index, { coverage, attributes }] of rowsOf(given).entries()) {
          const own = given[index] ?? null;
          const named = given.flatMap((any) => any?.coverages ?? []).map((cell) => cell.code);
          expect(new Set(coverage.map((cell) => cell.code))).to.deep.equal(new Set(named));
          for (const { code: at, included, limit, deductible } of coverage) {
            const said = own?.coverages.find((cell) => cell.code === at);
            const nothing = { included: own === null ? null : false, limit: null, deductible: null };
            expect({ included, limit, deductible }).to.deep.include(
              said === undefined
                ? nothing
                : { included: said.included, limit: said.limit, deductible: said.deductible },
            );
          }
          for (const { code: at, value } of attributes)
            expect(value).to.equal(own?.attributes.find((cell) => cell.code === at)?.value ?? null);
        }
      }),
    );
  });

  it("stand in the order in which products name them first, under the name they have there", () => {
    const rows = rowsOf([
      { coverages: [covers("THEFT", "Theft"), covers("FIRE", "Fire")], attributes: [] },
      null,
      { coverages: [covers("WATER", "Burst pipes"), covers("THEFT", "Stolen goods")], attributes: [] },
    ]);
    for (const { coverage } of rows)
      expect(coverage.map((cell) => `${cell.code} ${cell.name}`)).to.deep.equal([
        "THEFT Theft",
        "FIRE Fire",
        "WATER Burst pipes",
      ]);
  });

  it("tell what is not insured from what nobody could be asked about", () => {
    const rows = rowsOf([{ coverages: [covers("THEFT", "Theft", false)], attributes: [] }, null, noConfig]);
    expect(rows.map(({ coverage }) => coverage)).to.deep.equal([
      [{ code: "THEFT", name: "Theft", included: false, limit: money(500), deductible: null }],
      [{ code: "THEFT", name: "Theft", included: null, limit: null, deductible: null }],
      [{ code: "THEFT", name: "Theft", included: false, limit: null, deductible: null }],
    ]);
  });

  it("are never more than the document has room for", () => {
    const many = (from: number): Comparable => ({
      coverages: Array.from({ length: 100 }, (_, n) => covers(`C_${from + n}`)),
      attributes: Array.from({ length: 100 }, (_, n) => ({ code: `A_${from + n}`, name: "a", value: "v" })),
    });
    const rows = rowsOf([many(0), many(50), many(150), many(500)]);
    for (const { coverage, attributes } of rows)
      expect([coverage.length, attributes.length]).to.deep.equal([mostColumns, mostColumns]);
    const file = join(import.meta.dirname, "../../../../generated/insurance/openapi.json");
    const document = JSON.parse(readFileSync(file, "utf8"));
    const { coverage, attributes } = document.components.schemas.ComparisonRow.properties;
    expect([coverage.maxItems, attributes.maxItems]).to.deep.equal([mostColumns, mostColumns]);
  });
});

const noConfig: Comparable = { coverages: [], attributes: [] };
