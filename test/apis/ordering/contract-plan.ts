/** How each operation of the ordering API gets to each of its documented statuses. */
import { randomUUID } from "node:crypto";
import { FormTokens } from "#src/apis/ordering/payments/form-token.ts";
import { addresses, here, northOf, OrderingServer } from "#test/apis/ordering/operations/server.ts";
import { anOperatorToken, tokensOfOthers } from "#test/support/personal-tokens.ts";
import type { Bring, ContractPlan, Plan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, membersOf, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";

const textOf = ({ body }: Draft): string => new TextDecoder().decode(body ?? bytesOf(""));

type Change = (draft: Draft) => Draft | Promise<Draft>;

/** The last part of the path, or the customer's part of it, is the id. */
const withId = (draft: Draft, id: string): Draft => ({
  ...draft,
  path: draft.path.replace(
    /(?<=\/(?:quote|get-customer-by-id|attempts|pay|customers\/customers)\/)[^/]+$|cus_[^/]+/,
    id,
  ),
});

function planFor(server: OrderingServer): Plan {
  const after =
    (prepare: Change): Bring =>
    async (draft, sendTo) =>
      sendTo(await prepare(draft));
  const asIs = after((draft) => draft);

  /** What any operation answers, once `prepare` makes its request a good one. */
  const anyOperation = (prepare: Change, table: string) => ({
    406: after(async (draft) => withHeaders(await prepare(draft), { accept: "image/png" })),
    500: (async (draft, sendTo) => {
      const good = await prepare(draft);
      return server.whileMissing(table, () => sendTo(good));
    }) satisfies Bring,
    503: after(prepare),
  });
  const write = (status: 200 | 201, prepare: Change, table: string) => ({
    ...anyOperation(prepare, table),
    [status]: after(prepare),
    400: after((draft) => ({ ...draft, body: bytesOf("{}") })),
    413: after((draft) => ({ ...draft, body: new Uint8Array(65_537) })),
    415: after((draft) => withHeaders(draft, { "content-type": "text/plain" })),
  });
  const read = (prepare: Change, table: string, malformed: Change) => ({
    ...anyOperation(prepare, table),
    200: after(prepare),
    400: after(malformed),
  });
  const malformedId: Change = (draft) => withId(draft, "%00");

  const aWish: Change = async (draft) => {
    const { vendorId, mealIds } = await server.aVendor();
    const wish = { vendorId, items: [{ mealId: mealIds[0], quantity: 2 }] };
    if (!textOf(draft).includes("addressId")) {
      return withMembers(draft, { ...wish, location: northOf(here, 800) });
    }
    const { customerId } = await server.aCustomer();
    const { addressId } = await server.anAddress(customerId);
    return withMembers(draft, { ...wish, customerId, addressId });
  };
  const fromClosed: Change = async (draft) => {
    const { vendorId, mealIds } = await server.aVendor({ hours: [] });
    return withMembers(draft, { vendorId, items: [{ mealId: mealIds[0], quantity: 1 }], location: here });
  };
  const tooFar: Change = async (draft) => withMembers(await aWish(draft), { location: northOf(here, 20_000) });

  const ofCustomer: Change = async (draft) => withMembers(draft, { customerId: (await server.aCustomer()).customerId });
  const ofAddress: Change = async (draft) => {
    const { customerId } = await server.aCustomer();
    await server.anAddress(customerId);
    const { addressId } = await server.anAddress(customerId);
    return withMembers(draft, { customerId, addressId });
  };
  const ofFullCustomer: Change = async (draft) => {
    const { customerId } = await server.aCustomer();
    await Promise.all(Array.from({ length: 50 }, () => server.anAddress(customerId)));
    return withMembers(draft, { customerId });
  };
  const listed: Change = async (draft) => {
    const { customerId } = await server.aCustomer();
    await server.anAddress(customerId);
    return { ...draft, query: { customerId } };
  };

  const order: Change = async (draft) => withMembers(draft, { ...(await server.aCheckoutRequest()) });
  const sameKeyAgain =
    (prepare: Change): Change =>
    async (draft) => {
      const good = withHeaders(await prepare(draft), { "idempotency-key": randomUUID() });
      await server.must(server.send(good.method, good.path, { headers: good.headers, body: textOf(good) }));
      return good;
    };
  const usedQuote: Change = async (draft) => {
    const request = await server.aCheckoutRequest();
    await server.must(server.post(addresses.checkout, request));
    return withMembers(draft, request);
  };

  const reviewed =
    (status: "DELIVERED" | "PENDING"): Change =>
    async (draft) => {
      const { customerId, deliveryId } = await server.aDelivery(status);
      return withMembers(withId(draft, customerId), { deliveryId });
    };

  const declined: Change = async (draft) => {
    const { customerId, orderId } = await server.aDeclinedOrder();
    return withMembers(draft, { customerId, orderId });
  };
  const ownOrder: Change = async (draft) => {
    const { customerId, orderId } = await server.aCheckout();
    return withCustomer({ ...draft, path: draft.path.replace(/ord_[^/]+/, orderId) }, customerId);
  };

  const ownDelivery =
    (status: "PENDING" | "DELIVERED"): Change =>
    async (draft) => {
      const { customerId, deliveryId } = await server.aDelivery(status);
      return withCustomer({ ...draft, path: draft.path.replace(/del_[^/]+/, deliveryId) }, customerId);
    };

  const ofAttempt: Change = async (draft) => withId(draft, (await server.aCheckout()).reference);
  const withForm = (draft: Draft, token: string): Draft => ({
    ...draft,
    body: bytesOf(new URLSearchParams({ decision: "approve", token }).toString()),
  });
  const withToken = (draft: Draft, reference: string): Draft =>
    withForm(withId(draft, reference), new FormTokens(server.masterKey).issue(reference, Date.now()));
  const settled: Change = async (draft) => withToken(draft, (await server.aCheckout()).reference);

  const asOperator =
    (change: Change): Bring =>
    async (draft, sendTo) =>
      sendTo(withHeaders(await change(draft), { "x-api-key": await anOperatorToken(server.database) }));
  const operators = (table: string) => ({
    200: asOperator((draft) => draft),
    400: asOperator((draft) => ({ ...draft, query: { limit: "many" } })),
    401: asIs,
    406: asOperator((draft) => withHeaders(draft, { accept: "image/png" })),
    500: (async (draft, sendTo) => {
      const ready = withHeaders(draft, { "x-api-key": await anOperatorToken(server.database) });
      return server.whileMissing(table, () => sendTo(ready));
    }) satisfies Bring,
    503: asOperator((draft) => draft),
  });

  return {
    async strangers(draft) {
      return Object.entries(await tokensOfOthers(server.database)).map(([who, token]) => ({
        who,
        draft: withHeaders(draft, { "x-api-key": token }),
        status: 401 as const,
      }));
    },
    async foreigners(draft, { operationId }) {
      const members = draft.headers["content-type"] === "application/json" ? membersOf(draft) : {};
      // A quote is for whoever orders by it first.
      if (operationId === "checkout" || !(ofCustomers.test(operationId) || "addressId" in members)) return [];
      const { customerId } = await server.aCustomer();
      const theirs = withCustomer(draft, customerId);
      return [
        { who: "another customer", draft: "customerId" in members ? withMembers(theirs, { customerId }) : theirs },
      ];
    },
    bring: {
      listAllVendors: operators("vendors"),
      listAllOrders: operators("orders"),
      listNearbyVendors: read(asGiven, "vendors", (draft) => ({ ...draft, query: { latitude: "north" } })),
      listVendorMeals: {
        ...read(
          async (draft) => withVendor(draft, (await server.aVendor()).vendorId),
          "meals",
          (draft) => withVendor(draft, "%00"),
        ),
        404: asIs,
      },
      createQuote: { ...write(201, aWish, "quotes"), 404: asIs, 409: after(fromClosed), 422: after(tooFar) },
      getQuote: {
        ...read(async (draft) => withId(draft, (await server.aQuote()).quoteId), "quotes", malformedId),
        404: asIs,
      },
      createCustomer: write(201, asGiven, "customers"),
      getCustomer: {
        ...read(async (draft) => withId(draft, (await server.aCustomer()).customerId), "customers", malformedId),
        404: asIs,
      },
      createCustomerAddress: { ...write(201, ofCustomer, "customer_addresses"), 404: asIs, 409: after(ofFullCustomer) },
      makeCustomerAddressActive: { ...write(200, ofAddress, "customer_addresses"), 404: asIs },
      deleteCustomerAddress: { ...write(200, ofAddress, "customer_addresses"), 404: asIs },
      fetchCustomerAddresses: {
        ...read(listed, "customer_addresses", (draft) => ({ ...draft, query: {} })),
        404: asIs,
      },
      checkout: {
        ...write(201, order, "payment_attempts"),
        200: after(sameKeyAgain(order)),
        404: asIs,
        409: after(usedQuote),
      },
      getPaymentAttempt: { ...read(ofAttempt, "payment_attempts", malformedId), 404: asIs },
      createPaymentAttempt: {
        ...write(201, declined, "payment_attempts"),
        200: after(sameKeyAgain(declined)),
        404: asIs,
        409: after(async (draft) => {
          const { customerId, orderId } = await server.aCheckout();
          return withMembers(draft, { customerId, orderId });
        }),
      },
      listOrders: {
        ...read(
          async (draft) => ({ ...withCustomer(draft, (await server.aDeclinedOrder()).customerId), query: {} }),
          "orders",
          (draft) => ({ ...draft, query: { limit: "many" } }),
        ),
        404: asIs,
      },
      getOrder: {
        ...read(ownOrder, "orders", (draft) => withCustomer(draft, "%00")),
        404: asIs,
      },
      getDelivery: {
        ...read(ownDelivery("PENDING"), "deliveries", (draft) => withCustomer(draft, "%00")),
        404: asIs,
      },
      followDelivery: {
        ...read(ownDelivery("DELIVERED"), "deliveries", (draft) => withCustomer(draft, "%00")),
        410: after(async (draft) => withHeaders(await ownDelivery("DELIVERED")(draft), { "last-event-id": "20" })),
        404: asIs,
        429: async (draft, sendTo) => {
          const ready = await ownDelivery("PENDING")(draft);
          const leaving = new AbortController();
          const { signal } = leaving;
          for (let count = 0; count < 5; count++)
            await fetch(server.baseUrl + ready.path, { headers: ready.headers, signal });
          try {
            return await sendTo(ready);
          } finally {
            leaving.abort();
          }
        },
      },
      reviewRider: {
        ...write(201, reviewed("DELIVERED"), "rider_reviews"),
        404: asIs,
        409: after(reviewed("PENDING")),
      },
      showPaymentPage: { ...read(ofAttempt, "payment_attempts", malformedId), 404: asIs },
      settlePayment: {
        ...write(200, settled, "deliveries"),
        403: after(async (draft) => withForm(await ofAttempt(draft), "forged")),
        404: after((draft) => withToken(draft, "pay_unknown")),
      },
    },
  };
}

/** What belongs to a customer, besides what is delivered to an address. */
const ofCustomers = /^(?:getOrder|getDelivery|followDelivery|createPaymentAttempt|reviewRider)$/;
const withCustomer = (draft: Draft, id: string): Draft => ({ ...draft, path: draft.path.replace(/cus_[^/]+/, id) });
const withVendor = (draft: Draft, id: string): Draft => ({ ...draft, path: draft.path.replace(/ven_[^/]+/, id) });
const asGiven: Change = (draft) => draft;

export default {
  async start() {
    const server = new OrderingServer();
    await server.start();
    const { baseUrl, database } = server;
    return { plan: planFor(server), baseUrl, database, stop: () => server.stop() };
  },
} satisfies ContractPlan;
