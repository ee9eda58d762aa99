/** What is bought and paid: a purchase of insurance, a checkout, a transfer and an order. */
import { createHash, randomUUID } from "node:crypto";
import { ask, insist, json, type Kind, namesBy, post, type Sending, Unknown } from "./records.ts";

const driver = {
  plan: "plus",
  holderName: "Ada Obi",
  dateOfBirth: "1990-04-12",
  vehicleMake: "toyota",
  vehicleModel: "corolla",
  registrationNumber: "LSR-482-KJ",
  usedForWork: false,
  sumInsured: 3_500_000,
};

/** Named by the quote, which can be bought once. */
const purchases: Kind = {
  name: "purchases",
  async send(sending) {
    const { apiKey } = sending.access().insurance;
    const api = () => `${sending.access().insurance.baseUrl}/api/v1`;
    await insist(
      "a form",
      sending,
      () =>
        ask(`${api()}/products/aegis/motor-comprehensive/form?context=new_business`, {
          headers: { "x-api-key": apiKey },
        }),
      json(200),
    );
    const quote = await insist(
      "an insurance quote",
      sending,
      () =>
        post(
          `${api()}/quotes`,
          { "x-api-key": apiKey },
          {
            providerId: "aegis",
            productId: "motor-comprehensive",
            formId: "motor-comprehensive.new_business",
            formVersion: 1,
            configuration: driver,
          },
        ),
      json<{ quoteId: string; total: { amountMinor: number } }>(201),
    );
    const headers = { "x-api-key": apiKey, "idempotency-key": randomUUID() };
    const purchase = {
      providerId: "aegis",
      quoteId: quote.quoteId,
      transactionId: `chaos-${randomUUID()}`,
      customer: { firstName: "Ada", lastName: "Obi" },
      payment: { amountMinor: quote.total.amountMinor },
    };
    await insist("a purchase", sending, () => post(`${api()}/purchases`, headers, purchase), json(200, 201));
    return [quote.quoteId];
  },
  stored: namesBy("SELECT quote_id AS name FROM insurance_purchases"),
};

/** Named by the quote; an order with a second payment attempt by card is named twice. */
const checkouts: Kind = {
  name: "checkouts",
  async send(sending) {
    const meals = () => sending.access().ordering;
    const { customerId, vendorId, mealIds } = meals();
    const addresses = await insist(
      "the addresses",
      sending,
      () =>
        ask(
          `${meals().baseUrl}/api/v1/customers/customers/addresses/fetch-customer-addresses?customerId=${customerId}`,
        ),
      json<{ items: readonly { addressId: string }[] }>(200),
    );
    const addressId = addresses.items[0]?.addressId;
    const order = { vendorId, items: [{ mealId: mealIds[0], quantity: 2 }], customerId, addressId };
    const quote = await insist(
      "a meal quote",
      sending,
      () => post(`${meals().baseUrl}/api/v1/pricing/quote`, {}, order),
      json<{ quoteId: string }>(200, 201),
    );
    const headers = { "idempotency-key": randomUUID() };
    const checkout = { quoteId: quote.quoteId, customerId, addressId, paymentMethod: "CARD" };
    await insist(
      "a checkout",
      sending,
      () => post(`${meals().baseUrl}/api/v1/payments/checkout`, headers, checkout),
      json(200, 201),
    );
    return [quote.quoteId];
  },
  stored: namesBy(
    "WITH attempts AS MATERIALIZED (SELECT order_id FROM payment_attempts WHERE payment_method = 'CARD') SELECT quote_id AS name FROM orders JOIN attempts USING (order_id)",
  ),
};

/** Named by the reference; a transfer that was posted twice is named twice. */
const transfers = (credentials: WalletCredentials): Kind => ({
  name: "transfers",
  async send(sending) {
    const wallet = await credentials.wallet(sending);
    const { accounts } = sending.access().wallet;
    const [from, to] = accounts.map(({ accountNo }) => accountNo).toSorted(() => Math.random() - 0.5) as [
      string,
      string,
    ];
    const reference = `chaos-${randomUUID()}`;
    const transfer = {
      fromAccount: from,
      toAccount: to,
      toBank: "999999",
      signature: createHash("sha512")
        .update(from + to)
        .digest("hex"),
      amount: "0.01",
      remark: "chaos",
      transferType: "intra",
      reference,
    };
    await insist(
      "a transfer",
      sending,
      () => wallet.post("/transfer", transfer),
      ({ status, text }) => {
        if (status !== 200) return undefined;
        const { status: outcome } = JSON.parse(text) as { status: string };
        // 98: an attempt of ours has taken the reference.
        return outcome === "00" || outcome === "98" ? true : undefined;
      },
    );
    await insist(
      "a transfer's state",
      sending,
      () => wallet.get(`/transactions?reference=${reference}`),
      (answer) => {
        const { status, data } = json<{ status: string; data: { status: string } | null }>(200)(answer) ?? {};
        return status === "00" && data?.status === "SETTLED" ? true : undefined;
      },
    );
    return [reference];
  },
  stored: namesBy("SELECT reference AS name FROM wallet_postings WHERE reference LIKE 'chaos-%'"),
});

/** Has no idempotency key: what was not acknowledged is not sent again. */
const orders = (tokens: ShopTokens): Kind => ({
  name: "orders",
  async send(sending) {
    const { baseUrl } = sending.access().placeholder;
    const headers = { authorization: `Bearer ${await tokens.of(sending)}` };
    const products = await insist(
      "the products",
      sending,
      () => ask(`${baseUrl}/v1/products?limit=1`, { headers }),
      json<{ data: { items: readonly { id: string }[] } }>(200),
    );
    const items = [{ productId: products.data.items[0]?.id, quantity: 1 }];
    const answer = await post(`${baseUrl}/v1/orders`, headers, { items });
    if (answer?.status !== 201) throw new Unknown("an order");
    return [(JSON.parse(answer.text) as { data: { id: string } }).data.id];
  },
  stored: namesBy(
    "SELECT id AS name FROM placeholder_orders WHERE user_id IN (SELECT id FROM placeholder_users WHERE role = 'admin')",
  ),
});

/** Access tokens of the shop live 15 minutes. */
class ShopTokens {
  #current: { readonly token: string; readonly until: number } | undefined;

  async of(sending: Sending): Promise<string> {
    if (this.#current !== undefined && performance.now() < this.#current.until) return this.#current.token;
    const { baseUrl, adminEmail: email, adminPassword: password } = sending.access().placeholder;
    const { data } = await insist(
      "a login",
      sending,
      () => post(`${baseUrl}/v1/auth/login`, {}, { email, password }),
      json<{ data: { accessToken: string } }>(200),
    );
    this.#current = { token: data.accessToken, until: performance.now() + 10 * 60_000 };
    return data.accessToken;
  }
}

class WalletCredentials {
  #token: string | undefined;

  async wallet(sending: Sending) {
    const { consumerKey, consumerSecret } = sending.access().wallet;
    const consumer = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
    this.#token ??= await newToken(sending, consumer);
    const headers = { authorization: `Bearer ${this.#token}` };
    const url = (path: string) => {
      const credentials = encodeURIComponent(consumer);
      const mark = path.includes("?") ? "&" : "?";
      return `${sending.access().wallet.baseUrl}/api/v1${path}${mark}wallet-credentials=${credentials}`;
    };
    return {
      post: (path: string, body: unknown) => post(url(path), headers, body),
      get: (path: string) => ask(url(path), { headers }),
    };
  }
}

async function newToken(sending: Sending, consumer: string): Promise<string> {
  const { access_token: token } = await insist(
    "a token",
    sending,
    () => {
      const query = "grant-type=client-credentials&validityPeriod=86400";
      const headers = { authorization: `Basic ${consumer}` };
      return ask(`${sending.access().wallet.tokenUrl}?${query}`, { method: "POST", headers });
    },
    json<{ access_token: string }>(200),
  );
  return token;
}

/** Each with credentials of its own. */
export const salesKinds = () =>
  ({
    purchases,
    checkouts,
    transfers: transfers(new WalletCredentials()),
    orders: orders(new ShopTokens()),
  }) as const satisfies Record<string, Kind>;
