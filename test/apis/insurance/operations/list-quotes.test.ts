import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { QuoteRow } from "#src/apis/insurance/entities.ts";
import { sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { renewed } from "#test/support/renewed.ts";

type Page = Schemas["QuotePage"];

describe("listQuotes", () => {
  const server = sharedInsuranceServer();

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  const list = (query = "") => server.get<Page>(`/quotes${query}`, merchant.key);
  const idsOf = ({ items }: Page) => items.map(({ quoteId }) => quoteId);
  /** Quotes of the merchant, oldest first. */
  const quotes = async (count: number): Promise<QuoteRow[]> => {
    const made: QuoteRow[] = [];
    while (made.length < count) made.push(await server.aQuote(merchant));
    return made;
  };
  const change = (quote: QuoteRow, assignment: string) =>
    server.database.pool.query(`UPDATE insurance_quotes SET ${assignment} WHERE quote_id = $1`, [quote.quoteId]);

  describe("200", () => {
    it("lists the quotes of the business, newest first, as they are read alone", async () => {
      const made = await quotes(3);
      const page = await server.must<Page>(list());
      expect(idsOf(page)).to.deep.equal(made.map(({ quoteId }) => quoteId).reverse());
      expect(page.pagination).to.deep.equal({ limit: 20, nextCursor: null, hasMore: false });
      for (const item of page.items)
        expect((await server.get(`/quotes/aegis/${item.quoteId}`, merchant.key)).body).to.deep.equal(item);
    });

    it("lists quotes of one product only, of whichever insurer, in pages of their own", async () => {
      const [first, second, third] = [
        await server.aQuote(merchant),
        await server.aQuote(merchant, "dunlin"),
        await server.aQuote(merchant),
      ];
      await change(second, "product_id = 'another'");
      const page = await server.must<Page>(list("?productId=personal-accident&limit=1"));
      expect(idsOf(page)).to.deep.equal([third.quoteId]);
      const next = `?productId=personal-accident&limit=1&cursor=${page.pagination.nextCursor}`;
      const rest = await server.must<Page>(list(next));
      expect([idsOf(rest), rest.pagination.hasMore]).to.deep.equal([[first.quoteId], false]);
      expect(idsOf(await server.must<Page>(list("?productId=another")))).to.deep.equal([second.quoteId]);
      expect(idsOf(await server.must<Page>(list("?productId=unknown")))).to.deep.equal([]);
    });

    it("shows by the clock what has expired, and what was bought", async () => {
      const [bought, expired, usable] = await quotes(3);
      if (bought === undefined || expired === undefined || usable === undefined) throw new Error("no quotes");
      await change(bought, "status = 'BOUGHT', expires_at = now() - interval '1 minute'");
      await change(expired, "expires_at = now() - interval '1 millisecond'");
      const { items } = await server.must<Page>(list());
      expect(items.map(({ status }) => status)).to.deep.equal(["USABLE", "EXPIRED", "BOUGHT"]);
    });
  });

  describe("400", () => {
    it("refuses a cursor of another filter", async () => {
      await quotes(2);
      const { pagination } = await server.must<Page>(list("?limit=1"));
      const cursor = `limit=1&cursor=${pagination.nextCursor}`;
      expectProblem(await list(`?${cursor}&productId=personal-accident`), 400, "INVALID_CURSOR");
    });
  });
});
