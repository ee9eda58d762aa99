/** From a vendor nearby to a paid order. */
import { randomUUID } from "node:crypto";
import { client } from "./client/client.gen.js";
import {
  checkout,
  createQuote,
  fetchCustomerAddresses,
  getPaymentAttempt,
  listNearbyVendors,
  settlePayment,
  showPaymentPage,
} from "./client/index.js";

const { BASE_URL: baseUrl = "", CUSTOMER_ID: customerId = "", MEAL_IDS_0: mealId = "" } = process.env;
client.setConfig({ baseUrl });

const { data: nearby } = await listNearbyVendors({
  query: { latitude: 6.4281, longitude: 3.4219, pageSize: 1 },
  throwOnError: true,
});
const { data: addresses } = await fetchCustomerAddresses({ query: { customerId }, throwOnError: true });
const vendorId = nearby.items[0]?.vendorId ?? "";
const addressId = addresses.items[0]?.addressId ?? "";

const { data: quote } = await createQuote({
  body: { vendorId, items: [{ mealId, quantity: 2 }], customerId, addressId },
  throwOnError: true,
});
const { data: order } = await checkout({
  headers: { "Idempotency-Key": randomUUID() },
  body: { quoteId: quote.quoteId, customerId, addressId, paymentMethod: "CARD" },
  throwOnError: true,
});

// What the customer does in a browser.
const path = { reference: order.reference };
const { data: page } = await showPaymentPage({ path, throwOnError: true });
const [, token = ""] = /name="token" value="([^"]*)"/.exec(page) ?? [];
await settlePayment({ path, body: { decision: "approve", token }, throwOnError: true });

const { data: attempt } = await getPaymentAttempt({ path, throwOnError: true });
if (attempt.status !== "SUCCEEDED") throw new Error(`the order is ${attempt.status}`);
console.log(attempt.deliveryId);
