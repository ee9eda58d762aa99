/** From the form of a product to the documents of a policy. */
import { randomUUID } from "node:crypto";
import { client } from "./client/client.gen.js";
import { createPurchase, createQuote, downloadPolicyDocument, getForm, listPolicyDocuments } from "./client/index.js";

const { BASE_URL: baseUrl = "", API_KEY: auth = "" } = process.env;
client.setConfig({ baseUrl, auth });

const product = { providerId: "aegis", productId: "motor-comprehensive" };
const { data: form } = await getForm({ path: product, query: { context: "new_business" }, throwOnError: true });
const configuration = {
  ...{ plan: "plus", holderName: "Ada Obi", dateOfBirth: "1990-04-12", usedForWork: false, sumInsured: 3500000 },
  ...{ vehicleMake: "toyota", vehicleModel: "corolla", registrationNumber: "LSR-482-KJ" },
};
const { data: quote } = await createQuote({
  body: { ...product, formId: form.formId, formVersion: form.formVersion, configuration },
  throwOnError: true,
});
const { data: purchase } = await createPurchase({
  headers: { "Idempotency-Key": randomUUID() },
  body: {
    providerId: quote.providerId,
    quoteId: quote.quoteId,
    transactionId: randomUUID(),
    customer: { firstName: "Ada", lastName: "Obi" },
    payment: { amountMinor: quote.total.amountMinor },
  },
  throwOnError: true,
});

const path = { providerId: purchase.providerId, policyId: purchase.policyId };
const { data: documents } = await listPolicyDocuments({ path, throwOnError: true });
const documentId = documents.items[0]?.documentId ?? "";
const { data: bytes } = await downloadPolicyDocument({
  path: { ...path, documentId },
  parseAs: "text",
  throwOnError: true,
});
console.log(bytes);
