/** Every list of records that come into being one by one, with records that are all of one millisecond. */
import { expect } from "chai";
import { whileClockStandsStill } from "#test/support/still-clock.ts";
import { accident, aQuoteRequest, aSeller, askForQuote } from "./insurance/operations/selling.ts";
import { InsuranceServer } from "./insurance/operations/server.ts";
import { anEndpoint, anEvent } from "./insurance/operations/webhooks.ts";
import { SymbolServer } from "./observability/symbols/uploads/symbol-server.ts";
import { addresses, OrderingServer } from "./ordering/operations/server.ts";
import { anEmail, PlaceholderServer } from "./placeholder/operations/server.ts";
import { aTransfer, WalletServer } from "./wallet/operations/server.ts";

/** A list with one owner's records, none before the test makes some. */
interface Listed {
  /** Makes the next record, and gives its id in the list. */
  readonly make: () => Promise<string>;
  /** The ids on a page, and what the next page is asked for with; null after the last. */
  readonly page: (limit: number, next: string | undefined) => Promise<{ ids: string[]; next: string | null }>;
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

/** Pages of the insurance API. */
function byCursor(path: string, id: string, key: Record<string, string>): Listed["page"] {
  return async (limit, next) => {
    const cursor = next === undefined ? "" : `&cursor=${encodeURIComponent(next)}`;
    const page = await insurance.must(insurance.get<CursorPage>(`${path}?limit=${limit}${cursor}`, key));
    return { ids: page.items.map((item) => String(item[id])), next: page.pagination.nextCursor };
  };
}

type Signed = Awaited<ReturnType<PlaceholderServer["someone"]>>;

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

/** What is bought: a purchase, and the policy that it makes. */
function ofSales(record: "purchase" | "policy"): () => Promise<Listed> {
  return async () => {
    const merchant = await insurance.aMerchant();
    const path = record === "purchase" ? "/purchases" : "/policies";
    return {
      make: async () => String((await insurance.aPurchase(merchant))[`${record}Id`]),
      page: byCursor(path, `${record}Id`, { ...merchant.key }),
    };
  };
}

const operations: readonly ListOperation[] = [
  {
    operation: "insurance listQuotes",
    order: "newest first",
    async listed() {
      const merchant = await aSeller(insurance, [accident()]);
      const make = async () => {
        const { status, body } = await askForQuote<{ quoteId: string }>(insurance, merchant, aQuoteRequest());
        expect(status).to.equal(201);
        return body.quoteId;
      };
      return { make, page: byCursor("/quotes", "quoteId", { ...merchant.key }) };
    },
  },
  { operation: "insurance listPurchases", order: "newest first", listed: ofSales("purchase") },
  { operation: "insurance listPolicies", order: "newest first", listed: ofSales("policy") },
  {
    operation: "insurance listWebhookDeliveries",
    order: "newest first",
    async listed() {
      const merchant = await insurance.aMerchant({ sells: [] });
      await anEndpoint(insurance, merchant);
      return {
        make: async () => (await anEvent(insurance, merchant)).eventId,
        page: byCursor("/webhooks/deliveries", "eventId", { ...merchant.key }),
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
        make: async () => (await anEndpoint(insurance, merchant)).endpoint.endpointId,
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
      const as = await placeholder.admin();
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
      const as = await placeholder.someone();
      return { make: async () => (await placeholder.order(as)).id, page: byNumber("/v1/orders", as) };
    },
  },
  {
    operation: "placeholder listNotifications",
    order: "newest first",
    async listed() {
      const as = await placeholder.someone();
      // Beside the welcome.
      return { make: async () => (await placeholder.order(as)).id, page: byNumber("/v1/notifications", as, 1) };
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
      const from = (await wallet.anAccount(as, 1_000_00n)).account.accountNo;
      const to = (await wallet.anAccount(as)).account.accountNo;
      interface Page {
        readonly content: readonly { readonly reference: string }[];
        readonly pageInfo: { readonly totalPages: number };
      }
      return {
        make: async () => {
          const body = aTransfer(from, to, { amount: "1" });
          expect((await wallet.ask("POST", "/transfer", { as, body })).status).to.equal("00");
          return body.reference;
        },
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
      ordering.start({ now }),
      wallet.start({}, { now }),
      symbols.start({}, { now }),
    ]);
  });
  after(() => Promise.all([insurance, placeholder, ordering, wallet, symbols].map((server) => server.stop())));

  for (const { operation, order, listed, unpaged } of operations) {
    it(`${operation} gives each once, ${order}, in pages of any size`, async () => {
      const { make, page } = await listed();
      const made: string[] = [];
      await whileClockStandsStill(async () => {
        while (made.length < count) made.push(await make());
      });
      const expected = order === "newest first" ? made.toReversed() : made;
      for (let limit = 1; limit <= (unpaged ? 1 : count + 1); limit++) {
        const read: string[] = [];
        let next: string | undefined;
        do {
          const { ids, next: following } = await page(limit, next);
          read.push(...ids);
          next = following ?? undefined;
        } while (next !== undefined);
        expect(read, `in pages of ${limit}`).to.deep.equal(expected);
      }
    });
  }
});
