/** From a vendor nearby to a paid order. */
import { randomUUID } from "node:crypto";
import {
  checkout,
  createQuote,
  fetchCustomerAddresses,
  getPaymentAttempt,
  listNearbyVendors,
  settlePayment,
  showPaymentPage,
} from "./client/index.js";

const { CUSTOMER_ID: customerId = "", MEAL_IDS_0: mealId = "" } = process.env;

const nearby = await listNearbyVendors({ latitude: 6.4281, longitude: 3.4219, pageSize: 1 });
if (nearby.status !== 200) throw new Error(nearby.data.detail);
const addresses = await fetchCustomerAddresses({ customerId });
if (addresses.status !== 200) throw new Error(addresses.data.detail);
const vendorId = nearby.data.items[0]?.vendorId ?? "";
const addressId = addresses.data.items[0]?.addressId ?? "";

const quote = await createQuote({ vendorId, items: [{ mealId, quantity: 2 }], customerId, addressId });
if (quote.status !== 201) throw new Error(quote.data.detail);
const order = await checkout(
  { quoteId: quote.data.quoteId, customerId, addressId, paymentMethod: "CARD" },
  { headers: { "Idempotency-Key": randomUUID() } },
);
if (order.status !== 201) throw new Error(`the checkout ended with ${order.status}`);

// What the customer does in a browser.
const { reference } = order.data;
const page = await showPaymentPage(reference);
const [, token = ""] = /name="token" value="([^"]*)"/.exec(page.data) ?? [];
await settlePayment(reference, { decision: "approve", token });

const attempt = await getPaymentAttempt(reference);
if (attempt.status !== 200 || attempt.data.status !== "SUCCEEDED") throw new Error("the order is not paid");
console.log(attempt.data.deliveryId);
