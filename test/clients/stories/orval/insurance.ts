/** From the form of a product to the documents of a policy. */
import { randomUUID } from "node:crypto";
import { createPurchase, createQuote, downloadPolicyDocument, getForm, listPolicyDocuments } from "./client/index.js";

const headers = { "x-api-key": process.env.API_KEY ?? "" };

const form = await getForm("aegis", "motor-comprehensive", { context: "new_business" }, { headers });
if (form.status !== 200) throw new Error(form.data.detail);
const { formId, formVersion, providerId, productId } = form.data;
const vehicle = {
  vehicleMake: "toyota",
  vehicleModel: "corolla",
  registrationNumber: "LSR-482-KJ",
  usedForWork: false,
};
const holder = { holderName: "Ada Obi", dateOfBirth: "1990-04-12" };
const configuration = { plan: "plus", sumInsured: 3500000, ...vehicle, ...holder };
const quote = await createQuote({ providerId, productId, formId, formVersion, configuration }, { headers });
if (quote.status !== 201) throw new Error(`the quote ended with ${quote.status}`);

const { quoteId, total } = quote.data;
const purchase = await createPurchase(
  {
    ...{ providerId, quoteId, transactionId: randomUUID() },
    customer: { firstName: "Ada", lastName: "Obi" },
    payment: { amountMinor: total.amountMinor },
  },
  { headers: { ...headers, "Idempotency-Key": randomUUID() } },
);
if (purchase.status !== 201) throw new Error(`the purchase ended with ${purchase.status}`);

const { policyId } = purchase.data;
const documents = await listPolicyDocuments(providerId, policyId, { headers });
if (documents.status !== 200) throw new Error(documents.data.detail);
const documentId = documents.data.items[0]?.documentId ?? "";
const file = await downloadPolicyDocument(providerId, policyId, documentId, { headers });
if (file.status !== 200) throw new Error(`the document ended with ${file.status}`);
console.log(await file.data.text());
