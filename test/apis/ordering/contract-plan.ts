/** How each operation of the ordering API gets to each of its documented statuses. */
import { FormTokens } from "#src/apis/ordering/payments/form-token.ts";
import { here, northOf, OrderingServer } from "#test/builders/ordering.ts";
import { operatorsOf, strangersToOperators } from "#test/support/personal-tokens.ts";
import { type ContractPlan, type Plan, startedPlan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, membersOf, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import { callers, nobody } from "../../../scripts/contract-runner/shapes.ts";

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
  const { as, operation } = callers({ ...nobody, server });
  const operators = operatorsOf(server);

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
  const usedQuote: Change = async (draft) => withMembers(draft, { ...(await server.aCheckout()).request });

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

  return {
    strangers: (draft) => strangersToOperators(server.database, draft),
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
      listAllVendors: operators.operation("vendors"),
      listAllOrders: operators.operation("orders"),
      listNearbyVendors: operation("vendors"),
      listVendorMeals: operation("meals", async (draft) => withVendor(draft, (await server.aVendor()).vendorId)),
      createQuote: { ...operation("quotes", aWish), 409: as(fromClosed), 422: as(tooFar) },
      getQuote: operation("quotes", async (draft) => withId(draft, (await server.aQuote()).quoteId)),
      createCustomer: operation("customers"),
      getCustomer: operation("customers", async (draft) => withId(draft, (await server.aCustomer()).customerId)),
      createCustomerAddress: { ...operation("customer_addresses", ofCustomer), 409: as(ofFullCustomer) },
      makeCustomerAddressActive: operation("customer_addresses", ofAddress),
      deleteCustomerAddress: operation("customer_addresses", ofAddress),
      fetchCustomerAddresses: operation("customer_addresses", listed),
      checkout: { ...operation("payment_attempts", order), 409: as(usedQuote) },
      getPaymentAttempt: operation("payment_attempts", ofAttempt),
      createPaymentAttempt: {
        ...operation("payment_attempts", declined),
        409: as(async (draft) => {
          const { customerId, orderId } = await server.aCheckout();
          return withMembers(draft, { customerId, orderId });
        }),
      },
      listOrders: operation("orders", async (draft) => withCustomer(draft, (await server.aDeclinedOrder()).customerId)),
      getOrder: operation("orders", ownOrder),
      getDelivery: operation("deliveries", ownDelivery("PENDING")),
      followDelivery: {
        ...operation("deliveries", ownDelivery("DELIVERED")),
        410: as(async (draft) => withHeaders(await ownDelivery("DELIVERED")(draft), { "last-event-id": "20" })),
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
      reviewRider: { ...operation("rider_reviews", reviewed("DELIVERED")), 409: as(reviewed("PENDING")) },
      showPaymentPage: operation("payment_attempts", ofAttempt),
      settlePayment: {
        ...operation("deliveries", settled),
        403: as(async (draft) => withForm(await ofAttempt(draft), "forged")),
        404: as((draft) => withToken(draft, "pay_unknown")),
      },
    },
  };
}

/** What belongs to a customer, besides what is delivered to an address. */
const ofCustomers = /^(?:getOrder|getDelivery|followDelivery|createPaymentAttempt|reviewRider)$/;
const withCustomer = (draft: Draft, id: string): Draft => ({ ...draft, path: draft.path.replace(/cus_[^/]+/, id) });
const withVendor = (draft: Draft, id: string): Draft => ({ ...draft, path: draft.path.replace(/ven_[^/]+/, id) });

export default {
  async start() {
    const server = new OrderingServer();
    await server.start();
    return startedPlan(planFor(server), server);
  },
} satisfies ContractPlan;
