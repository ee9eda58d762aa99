/** How each operation of the ordering API gets to each of its documented statuses. */
import { randomUUID } from "node:crypto";
import { FormTokens } from "#src/apis/ordering/payments/form-token.ts";
import { addresses, here, northOf, type OrderingServer } from "#test/apis/ordering/operations/server.ts";
import type { Draft } from "../../scripts/contract-runner/request.ts";
import type { Bring, Plan } from "../../scripts/contract-runner/run.ts";

type Fields = Readonly<Record<string, unknown>>;
type Change = (draft: Draft) => Draft | Promise<Draft>;

const bytes = (text: string) => new TextEncoder().encode(text);

const withFields = (draft: Draft, fields: Fields): Draft => ({
  ...draft,
  body: bytes(JSON.stringify({ ...JSON.parse(new TextDecoder().decode(draft.body ?? bytes("{}"))), ...fields })),
});
const withHeaders = (draft: Draft, headers: Record<string, string>): Draft => ({
  ...draft,
  headers: { ...draft.headers, ...headers },
});
/** The last part of the path, or the customer's part of it, is the id. */
const withId = (draft: Draft, id: string): Draft => ({
  ...draft,
  path: draft.path.replace(
    /(?<=\/(?:quote|get-customer-by-id|attempts|pay|customers\/customers)\/)[^/]+$|cus_[^/]+/,
    id,
  ),
});

export function orderingPlan(server: OrderingServer): Plan {
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
    503: (async (draft, sendTo) => {
      const good = await prepare(draft);
      return server.whileAway(() => sendTo(good));
    }) satisfies Bring,
  });
  const write = (status: 200 | 201, prepare: Change, table: string) => ({
    ...anyOperation(prepare, table),
    [status]: after(prepare),
    400: after((draft) => ({ ...draft, body: bytes("{}") })),
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
    if (!new TextDecoder().decode(draft.body ?? bytes("")).includes("addressId")) {
      return withFields(draft, { ...wish, location: northOf(here, 800) });
    }
    const { customerId } = await server.aCustomer();
    const { addressId } = await server.anAddress(customerId);
    return withFields(draft, { ...wish, customerId, addressId });
  };
  const fromClosed: Change = async (draft) => {
    const { vendorId, mealIds } = await server.aVendor({ hours: [] });
    return withFields(draft, { vendorId, items: [{ mealId: mealIds[0], quantity: 1 }], location: here });
  };
  const tooFar: Change = async (draft) => withFields(await aWish(draft), { location: northOf(here, 20_000) });

  const ofCustomer: Change = async (draft) => withFields(draft, { customerId: (await server.aCustomer()).customerId });
  const ofAddress: Change = async (draft) => {
    const { customerId } = await server.aCustomer();
    await server.anAddress(customerId);
    const { addressId } = await server.anAddress(customerId);
    return withFields(draft, { customerId, addressId });
  };
  const ofFullCustomer: Change = async (draft) => {
    const { customerId } = await server.aCustomer();
    await Promise.all(Array.from({ length: 50 }, () => server.anAddress(customerId)));
    return withFields(draft, { customerId });
  };
  const listed: Change = async (draft) => {
    const { customerId } = await server.aCustomer();
    await server.anAddress(customerId);
    return { ...draft, query: { customerId } };
  };

  const order: Change = async (draft) => withFields(draft, { ...(await server.aCheckoutRequest()) });
  const sameKeyAgain: Change = async (draft) => {
    const good = withHeaders(await order(draft), { "idempotency-key": randomUUID() });
    await server.must(
      server.send(good.method, good.path, good.headers, new TextDecoder().decode(good.body ?? bytes(""))),
    );
    return good;
  };
  const usedQuote: Change = async (draft) => {
    const request = await server.aCheckoutRequest();
    await server.must(server.post(addresses.checkout, request));
    return withFields(draft, request);
  };

  const reviewed =
    (status: "DELIVERED" | "PENDING"): Change =>
    async (draft) => {
      const { customerId, deliveryId } = await server.aDelivery(status);
      return withFields(withId(draft, customerId), { deliveryId });
    };

  const ofAttempt: Change = async (draft) => withId(draft, (await server.aCheckout()).reference);
  const withForm = (draft: Draft, token: string): Draft => ({
    ...draft,
    body: bytes(new URLSearchParams({ decision: "approve", token }).toString()),
  });
  const withToken = (draft: Draft, reference: string): Draft =>
    withForm(withId(draft, reference), new FormTokens(server.masterKey).issue(reference, Date.now()));
  const settled: Change = async (draft) => withToken(draft, (await server.aCheckout()).reference);

  return {
    decode: (body) => new TextDecoder("utf-8", { fatal: true }).decode(body),
    bring: {
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
        200: after(sameKeyAgain),
        404: asIs,
        409: after(usedQuote),
      },
      getPaymentAttempt: { ...read(ofAttempt, "payment_attempts", malformedId), 404: asIs },
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

const withVendor = (draft: Draft, id: string): Draft => ({ ...draft, path: draft.path.replace(/ven_[^/]+/, id) });
const asGiven: Change = (draft) => draft;
