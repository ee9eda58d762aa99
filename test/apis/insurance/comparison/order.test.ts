import { expect } from "chai";
import fc from "fast-check";
import { inOrder, type Premium, type PricedProduct, type Sort } from "#src/apis/insurance/comparison/order.ts";
import { aCatalogProduct } from "#test/builders/insurance/catalog.ts";

const sorts: readonly Sort[] = ["UPDATED_DESC", "UPDATED_ASC", "NAME_ASC", "NAME_DESC", "PREMIUM_ASC", "PREMIUM_DESC"];

interface Given {
  readonly providerId: string;
  readonly productId: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly updated: number;
  readonly premium: Premium;
}

function rowOf({ providerId, productId, name, updated, premium }: Given): PricedProduct {
  return { product: aCatalogProduct({ providerId, productId, name, updatedAt: new Date(updated) }), premium };
}

const plain: Given = {
  providerId: "aegis",
  productId: "a",
  name: "Cover",
  updated: 0,
  premium: { source: null, reason: null },
};
const costing = (amountMinor: number, currency = "NGN"): Premium => ({
  source: "quoted",
  amount: { amountMinor, currency },
});

/** Few values of each, so that much is alike. */
const premium = fc.oneof(
  fc.constant<Premium>({ source: null, reason: "QUOTE_FAILED" }),
  fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom("NGN", "GHS", "USD")).map(([n, code]) => costing(n, code)),
);
const given: fc.Arbitrary<Given> = fc.record({
  providerId: fc.constantFrom("a", "a-b", "b", "B"),
  productId: fc.constantFrom("one", "two", "Two"),
  name: fc.oneof(fc.constantFrom("Ile", "Île", "ile", "Ile\u0000", "Ile-"), fc.string({ maxLength: 3 })),
  updated: fc.integer({ min: 0, max: 2 }),
  premium,
});
const rows = fc
  .uniqueArray(given, { selector: ({ providerId, productId }) => `${providerId}/${productId}`, maxLength: 12 })
  .map((all) => all.map(rowOf));

describe("the order of rows", () => {
  for (const sort of sorts) {
    it(`is total by ${sort}: it hangs on the rows and not on how they come, and loses none`, () => {
      fc.assert(
        fc.property(
          rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
          ([all, shuffled]) => {
            const ordered = inOrder(all, sort);
            expect(inOrder(shuffled, sort)).to.deep.equal(ordered);
            expect(ordered).to.have.members(all);
          },
        ),
      );
    });

    it(`keeps any two rows by ${sort} as they are among others`, () => {
      fc.assert(
        fc.property(rows, (all) => {
          const ordered = inOrder(all, sort);
          for (const [index, first] of ordered.entries())
            for (const second of ordered.slice(index + 1))
              expect(inOrder([second, first], sort)).to.deep.equal([first, second]);
        }),
      );
    });
  }

  it("puts rows without a premium last, both ways", () => {
    fc.assert(
      fc.property(rows, fc.constantFrom<Sort>("PREMIUM_ASC", "PREMIUM_DESC"), (all, sort) => {
        const priced = inOrder(all, sort).map((row) => row.premium.source !== null);
        expect(priced).to.deep.equal(priced.toSorted((a, b) => Number(b) - Number(a)));
      }),
    );
  });

  const ids = (all: readonly Given[], sort: Sort) =>
    inOrder(all.map(rowOf), sort).map(({ product }) => product.productId);

  it("sorts by when products were updated", () => {
    const all = [
      { ...plain, productId: "old", updated: 1 },
      { ...plain, productId: "new", updated: 2 },
    ];
    expect(ids(all, "UPDATED_DESC")).to.deep.equal(["new", "old"]);
    expect(ids(all, "UPDATED_ASC")).to.deep.equal(["old", "new"]);
  });

  it("sorts names as readers do, accents and capitals beside their letters", () => {
    const all = ["Zebra", "apple", "Île", "Jam"].map((name) => ({ ...plain, productId: name, name }));
    expect(ids(all, "NAME_ASC")).to.deep.equal(["apple", "Île", "Jam", "Zebra"]);
    expect(ids(all, "NAME_DESC")).to.deep.equal(["Zebra", "Jam", "Île", "apple"]);
  });

  it("sorts premiums within their currency, and currencies by their codes both ways", () => {
    const all = [
      { ...plain, productId: "ngn-9", premium: costing(9) },
      { ...plain, productId: "ghs-5", premium: costing(5, "GHS") },
      { ...plain, productId: "none" },
      { ...plain, productId: "ngn-10", premium: costing(10) },
      { ...plain, productId: "ghs-70", premium: costing(70, "GHS") },
    ];
    expect(ids(all, "PREMIUM_ASC")).to.deep.equal(["ghs-5", "ghs-70", "ngn-9", "ngn-10", "none"]);
    expect(ids(all, "PREMIUM_DESC")).to.deep.equal(["ghs-70", "ghs-5", "ngn-10", "ngn-9", "none"]);
  });

  it("orders what is alike by insurer, then product, both ways", () => {
    const alike = [
      { ...plain, providerId: "borealis", productId: "1" },
      { ...plain, productId: "3" },
      { ...plain, productId: "2" },
    ];
    for (const sort of sorts) expect(ids(alike, sort)).to.deep.equal(["2", "3", "1"]);
  });
});
