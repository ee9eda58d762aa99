/** From a vendor nearby to a paid order. */
import { randomUUID } from "node:crypto";
import {
  Configuration,
  CustomersApi,
  PaymentsApi,
  PricingApi,
  SandboxPaymentPageApi,
  VendorsApi,
} from "./client/index.js";

const { BASE_URL: basePath = "", CUSTOMER_ID: customerId = "", MEAL_IDS_0: mealId = "" } = process.env;
const client = new Configuration({ basePath });

const nearby = await new VendorsApi(client).listNearbyVendors({ latitude: 6.4281, longitude: 3.4219, pageSize: 1 });
const addresses = await new CustomersApi(client).fetchCustomerAddresses({ customerId });
const addressId = addresses.items[0]?.addressId ?? "";

const quote = await new PricingApi(client).createQuote({
  quoteRequest: {
    vendorId: nearby.items[0]?.vendorId ?? "",
    items: [{ mealId, quantity: 2 }],
    customerId,
    addressId,
  },
});
const payments = new PaymentsApi(client);
const { reference } = await payments.checkout({
  idempotencyKey: randomUUID(),
  checkoutRequest: { quoteId: quote.quoteId, customerId, addressId, paymentMethod: "CARD" },
});

// What the customer does in a browser.
const bank = new SandboxPaymentPageApi(client);
const page = await bank.showPaymentPage({ reference });
const [, token = ""] = /name="token" value="([^"]*)"/.exec(page) ?? [];
await bank.settlePayment({ reference, decision: "approve", token });

const attempt = await payments.getPaymentAttempt({ reference });
if (attempt.status !== "SUCCEEDED") throw new Error(`the order is ${attempt.status}`);
console.log(attempt.deliveryId);
