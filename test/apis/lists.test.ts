/** Every list of records that come into being one by one, with records that are all of one millisecond. */

import { expect } from "chai";
import { anEmail } from "#test/builders/identity.ts";
import { accident, aQuoteRequest, InsuranceServer, type Merchant } from "#test/builders/insurance/server.ts";
import { addresses, OrderingServer } from "#test/builders/ordering.ts";
import { PlaceholderServer, type Signed, type Success } from "#test/builders/placeholder.ts";
import { WalletServer } from "#test/builders/wallet.ts";
import type { Answer } from "#test/support/api-server.ts";
import { expectFailure, expectProblem } from "#test/support/refusals.ts";
import { whileClockStandsStill } from "#test/support/still-clock.ts";
import { askForQuote } from "./insurance/operations/selling.ts";
import { SymbolServer } from "./observability/symbols/uploads/symbol-server.ts";

/** A list with one owner's records, none before the test makes some. */
interface Listed {
  /** Makes the next record, and gives its id in the list. */
  readonly make: () => Promise<string>;
  /** The ids on a page, and what the next page is asked for with; null after the last. */
  readonly page: (limit: number, next: string | undefined) => Promise<{ ids: string[]; next: string | null }>;
  /** Of a list with cursors: what is answered to one where it may not be used, and to what is none. */
  readonly misused?: (cursor: string) => Promise<readonly Answer<unknown>[]>;
  /** How that is refused; with a problem where this is left out. */
  readonly expectRefusal?: (answer: Answer<unknown>, status: number, code: string) => void;
}

interface ListOperation {
  readonly operation: string;
  readonly order: "newest first" | "oldest first";
  readonly listed: () => Promise<Listed>;
  /** Of a list that is not paged: it holds every record, whatever the limit. */
  readonly unpaged?: true;
}

const count = 7;
// Read late, so that it stands still with the ids' clock.
const now = () => Date.now();

const insurance = new InsuranceServer();
const placeholder = new PlaceholderServer();
const ordering = new OrderingServer();
const wallet = new WalletServer();
const symbols = new SymbolServer();

interface CursorPage {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly nextCursor: string | null };
}

interface PlainPage {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor: string | null;
}

/** Pages of the insurance API. */
function byCursor(path: string, id: string, merchant: Merchant): Pick<Listed, "page" | "misused"> {
  const ask = (limit: number, cursor: string, { by = merchant, at = path } = {}) =>
    insurance.get<CursorPage>(`${at}?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, {
      ...by.key,
    });
  return {
    async page(limit, next = "") {
      const { items, pagination } = await insurance.must(ask(limit, next));
      expect(pagination).to.include({ limit, hasMore: pagination.nextCursor !== null });
      return { ids: items.map((item) => String(item[id])), next: pagination.nextCursor };
    },
    async misused(cursor) {
      const others = await insurance.strangersTo(merchant);
      return Promise.all([
        ...others.map((by) => ask(1, cursor, { by })),
        ask(1, cursor, { at: path === "/claims" ? "/quotes" : "/claims" }),
        ...[`${cursor}A`, "x", "x".repeat(4_000), "bm90LW91cnM"].map((none) => ask(1, none)),
      ]);
    },
  };
}

/** Pages of the placeholder API, but for the last `others`, which were there before the test's. */
function byNumber(path: string, as: Signed, others = 0): Listed["page"] {
  return async (limit, next = "1") => {
    const data = await placeholder.data<{ items: { id: string; orderId?: string | null }[]; total: number }>(
      "GET",
      `${path}?limit=${limit}&page=${next}`,
      { as },
    );
    const before = (Number(next) - 1) * limit;
    const mine = data.items.slice(0, Math.max(0, data.total - others - before));
    const more = before + data.items.length < data.total;
    return { ids: mine.map(({ id, orderId }) => orderId ?? id), next: more ? String(Number(next) + 1) : null };
  };
}

/** Pages of a list of the ordering or the placeholder API: `ask` sends a query, of somebody else where that is said. */
function byPlainCursor(
  ask: (query: string, of?: "another") => Promise<Answer<PlainPage>>,
  id: string,
): Pick<Listed, "page" | "misused"> {
  return {
    async page(limit, next) {
      const { items, nextCursor } = (await ask(`limit=${limit}${next === undefined ? "" : `&cursor=${next}`}`)).body;
      return { ids: items.map((item) => String(item[id])), next: nextCursor };
    },
    misused: (cursor) =>
      Promise.all([ask(`cursor=${cursor}`, "another"), ...[`${cursor}A`, "x"].map((none) => ask(`cursor=${none}`))]),
  };
}

/** What is bought: a purchase, and the policy that it makes. */
function ofSales(record: "purchase" | "policy"): () => Promise<Listed> {
  return async () => {
    const merchant = await insurance.aMerchant();
    const path = record === "purchase" ? "/purchases" : "/policies";
    return {
      make: async () => String((await insurance.aPurchase(merchant))[`${record}Id`]),
      ...byCursor(path, `${record}Id`, merchant),
    };
  };
}

const operations: readonly ListOperation[] = [
  {
    operation: "insurance listQuotes",
    order: "newest first",
    async listed() {
      const merchant = await insurance.aSeller([accident()]);
      const make = async () => {
        const { status, body } = await askForQuote<{ quoteId: string }>(insurance, merchant, aQuoteRequest());
        expect(status).to.equal(201);
        return body.quoteId;
      };
      return { make, ...byCursor("/quotes", "quoteId", merchant) };
    },
  },
  { operation: "insurance listPurchases", order: "newest first", listed: ofSales("purchase") },
  { operation: "insurance listPolicies", order: "newest first", listed: ofSales("policy") },
  {
    operation: "insurance listClaims",
    order: "newest first",
    async listed() {
      const merchant = await insurance.aMerchant();
      return {
        make: async () => (await insurance.aClaim(merchant)).claimId,
        ...byCursor("/claims", "claimId", merchant),
      };
    },
  },
  {
    operation: "insurance listWebhookDeliveries",
    order: "newest first",
    async listed() {
      const merchant = await insurance.aMerchant({ sells: [] });
      await insurance.anEndpoint(merchant);
      return {
        make: async () => (await insurance.anEvent(merchant)).eventId,
        ...byCursor("/webhooks/deliveries", "eventId", merchant),
      };
    },
  },
  {
    operation: "insurance listWebhookEndpoints",
    order: "oldest first",
    unpaged: true,
    async listed() {
      const merchant = await insurance.aMerchant({ sells: [] });
      return {
        make: async () => (await insurance.anEndpoint(merchant)).endpoint.endpointId,
        page: async () => {
          const { items } = await insurance.must(
            insurance.get<{ items: { endpointId: string }[] }>("/webhook-endpoints", merchant.key),
          );
          return { ids: items.map(({ endpointId }) => endpointId), next: null };
        },
      };
    },
  },
  {
    operation: "placeholder listUsers",
    order: "newest first",
    async listed() {
      const as = await placeholder.anAdmin();
      const before = await placeholder.data<{ total: number }>("GET", "/v1/users", { as });
      const make = async () => {
        const body = { name: "Ada", email: anEmail(), password: "a lamp by the window" };
        return (await placeholder.data<{ id: string }>("POST", "/v1/users", { as, body })).id;
      };
      return { make, page: byNumber("/v1/users", as, before.total) };
    },
  },
  {
    operation: "placeholder listOrders",
    order: "newest first",
    async listed() {
      const as = await placeholder.aUser();
      return { make: async () => (await placeholder.anOrder(as)).id, page: byNumber("/v1/orders", as) };
    },
  },
  {
    operation: "placeholder listNotifications",
    order: "newest first",
    async listed() {
      const as = await placeholder.aUser();
      // Beside the welcome.
      return { make: async () => (await placeholder.anOrder(as)).id, page: byNumber("/v1/notifications", as, 1) };
    },
  },
  {
    operation: "placeholder listFiles",
    order: "newest first",
    async listed() {
      const [as, other] = [await placeholder.aUser(), await placeholder.aUser()];
      const ask = async (query: string, of?: "another") => {
        const answer = await placeholder.send<Success<PlainPage>>("GET", `/v1/files?${query}`, { as: of ? other : as });
        return { ...answer, body: answer.body.data ?? answer.body };
      };
      return {
        make: async () => (await placeholder.aFile(as)).id,
        ...byPlainCursor(ask, "id"),
        expectRefusal: expectFailure,
      };
    },
  },
  {
    operation: "ordering listOrders",
    order: "newest first",
    async listed() {
      const [{ customerId }, other] = [await ordering.aCustomer(), await ordering.aCustomer()];
      return {
        make: async () => (await ordering.aCheckout({ customerId })).orderId,
        ...byPlainCursor(
          (query, of) => ordering.get(`/api/v1/customers/${of ? other.customerId : customerId}/orders?${query}`),
          "orderId",
        ),
      };
    },
  },
  {
    operation: "ordering fetchCustomerAddresses",
    order: "oldest first",
    unpaged: true,
    async listed() {
      const { customerId } = await ordering.aCustomer();
      return {
        make: async () => (await ordering.anAddress(customerId)).addressId,
        page: async () => {
          const { items } = await ordering.must(
            ordering.get<{ items: { addressId: string }[] }>(`${addresses.list}?customerId=${customerId}`),
          );
          return { ids: items.map(({ addressId }) => addressId), next: null };
        },
      };
    },
  },
  {
    operation: "wallet listAccountTransactions",
    order: "newest first",
    async listed() {
      const as = await wallet.aWallet();
      const [from, to] = await wallet.twoAccounts(as);
      interface Page {
        readonly content: readonly { readonly reference: string }[];
        readonly pageInfo: { readonly totalPages: number };
      }
      return {
        make: () => wallet.pay(as, from, to, { amount: "1" }),
        page: async (limit, page = "0") => {
          const query = { accountNo: to, size: String(limit), page };
          const { data } = await wallet.ask<Page>("GET", "/account/transactions", { as, query });
          const next = Number(page) + 1;
          const ids = data.content.map(({ reference }) => reference);
          return { ids, next: next < data.pageInfo.totalPages ? String(next) : null };
        },
      };
    },
  },
  {
    operation: "observability listSymbolUploads",
    order: "newest first",
    unpaged: true,
    async listed() {
      const caller = await symbols.aCaller();
      let made = 0;
      return {
        make: async () => {
          const { body } = await symbols.presign(caller, "debug-symbols", Buffer.from(`archive ${made++}`));
          return body.uploadId ?? "";
        },
        page: async () => {
          const { uploads } = await symbols.must(
            symbols.get<{ uploads: { uploadId: string }[] }>(
              "/api/v1/monitor/debug-symbols/uploads?limit=100",
              caller.headers,
            ),
          );
          return { ids: uploads.map(({ uploadId }) => uploadId), next: null };
        },
      };
    },
  },
];

describe("lists of records of one millisecond", () => {
  before(async () => {
    await Promise.all([
      insurance.start({}, { now }),
      placeholder.start({}, { now }),
      ordering.start({}, { now }),
      wallet.start({}, { now }),
      symbols.start({}, { now }),
    ]);
  });
  after(() => Promise.all([insurance, placeholder, ordering, wallet, symbols].map((server) => server.stop())));

  for (const { operation, order, listed, unpaged } of operations) {
    it(`${operation} gives each once, ${order}, in pages of any size`, async () => {
      const { make, page, misused, expectRefusal = expectProblem } = await listed();
      /** The ids of each page. */
      const read = async (limit: number, between: () => Promise<unknown> = async () => {}) => {
        const pages: string[][] = [];
        let next: string | undefined;
        do {
          const { ids, next: following } = await page(limit, next);
          pages.push(ids);
          await between();
          next = following ?? undefined;
        } while (next !== undefined);
        return pages;
      };
      if (misused !== undefined) expect(await read(20), "before there is any").to.deep.equal([[]]);
      const made: string[] = [];
      await whileClockStandsStill(async () => {
        while (made.length < count) made.push(await make());
      });
      const expected = order === "newest first" ? made.toReversed() : made;
      for (let limit = 1; limit <= (unpaged ? 1 : count + 1); limit++)
        expect((await read(limit)).flat(), `in pages of ${limit}`).to.deep.equal(expected);
      if (misused === undefined) return;
      expect(await read(count), "a full page is the last when there is no more").to.deep.equal([expected]);
      expect((await read(3, make)).flat(), "while others are made").to.deep.equal(expected);
      for (const answer of await misused((await page(1, undefined)).next ?? ""))
        expectRefusal(answer, 400, "INVALID_CURSOR");
    });
  }
});
