/** From a vendor nearby to an order that waits for its payment. */
import { randomUUID } from "node:crypto";
import { createOrderingClient } from "./ordering.js";

const { BASE_URL: baseUrl = "", CUSTOMER_ID: customerId = "", MEAL_IDS_0: mealId = "" } = process.env;
const ordering = createOrderingClient({ baseUrl });

const nearby = await ordering.GET("/api/v1/customers/customers/vendors/nearby", {
  params: { query: { latitude: 6.4281, longitude: 3.4219, pageSize: 1 } },
});
const addresses = await ordering.GET("/api/v1/customers/customers/addresses/fetch-customer-addresses", {
  params: { query: { customerId } },
});
const addressId = addresses.data?.items[0]?.addressId ?? "";

const quote = await ordering.POST("/api/v1/pricing/quote", {
  body: {
    vendorId: nearby.data?.items[0]?.vendorId ?? "",
    items: [{ mealId, quantity: 2 }],
    customerId,
    addressId,
  },
});
if (quote.error) throw new Error(quote.error.detail);
const order = await ordering.POST("/api/v1/payments/checkout", {
  params: { header: { "Idempotency-Key": randomUUID() } },
  body: { quoteId: quote.data.quoteId, customerId, addressId, paymentMethod: "CARD" },
});
if (order.error) throw new Error(order.error.detail);
console.log(order.data.status, order.data.checkoutUrl);
