/** From a vendor nearby to a paid order. */
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

// What the customer does in a browser.
const path = { reference: order.data.reference };
const page = await ordering.GET("/pay/{reference}", { params: { path }, parseAs: "text" });
const [, token = ""] = /name="token" value="([^"]*)"/.exec(page.data ?? "") ?? [];
await ordering.POST("/pay/{reference}", {
  params: { path },
  body: { decision: "approve", token },
  headers: { "content-type": "application/x-www-form-urlencoded" },
  parseAs: "text",
});

const attempt = await ordering.GET("/api/v1/payments/attempts/{reference}", { params: { path } });
if (attempt.data?.status !== "SUCCEEDED") throw new Error("the order is not paid");
console.log(attempt.data.deliveryId);
