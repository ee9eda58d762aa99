/** From the form of a product to the documents of a policy. */
import { randomUUID } from "node:crypto";
import { createInsuranceClient } from "./insurance.js";

const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;
const insurance = createInsuranceClient({ baseUrl, apiKey });

const product = { providerId: "aegis", productId: "motor-comprehensive" };
const form = await insurance.GET("/api/v1/products/{providerId}/{productId}/form", {
  params: { path: product, query: { context: "new_business" } },
});
if (form.error) throw new Error(form.error.detail);

const quote = await insurance.POST("/api/v1/quotes", {
  body: {
    ...product,
    formId: form.data.formId,
    formVersion: form.data.formVersion,
    configuration: {
      plan: "plus",
      holderName: "Ada Obi",
      dateOfBirth: "1990-04-12",
      vehicleMake: "toyota",
      vehicleModel: "corolla",
      registrationNumber: "LSR-482-KJ",
      usedForWork: false,
      sumInsured: 3500000,
    },
  },
});
if (quote.error) throw new Error(quote.error.detail);

const purchase = await insurance.POST("/api/v1/purchases", {
  params: { header: { "Idempotency-Key": randomUUID() } },
  body: {
    providerId: quote.data.providerId,
    quoteId: quote.data.quoteId,
    transactionId: randomUUID(),
    customer: { firstName: "Ada", lastName: "Obi" },
    payment: { amountMinor: quote.data.total.amountMinor },
  },
});
if (purchase.error) throw new Error(purchase.error.detail);

const path = { providerId: purchase.data.providerId, policyId: purchase.data.policyId };
const documents = await insurance.GET("/api/v1/policies/{providerId}/{policyId}/documents", { params: { path } });
const documentId = documents.data?.items[0]?.documentId ?? "";
const bytes = await insurance.GET("/api/v1/policies/{providerId}/{policyId}/documents/{documentId}", {
  params: { path: { ...path, documentId } },
  parseAs: "text",
});
if (bytes.error) throw new Error(bytes.error.detail);
console.log(bytes.data);
