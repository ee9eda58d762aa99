/** From the form of a product to the documents of a policy. */
import { randomUUID } from "node:crypto";
import { Configuration, FormsApi, PoliciesApi, PurchasesApi, QuotesApi } from "./client/index.js";

const { BASE_URL: basePath = "", API_KEY: apiKey = "" } = process.env;
const client = new Configuration({ basePath, apiKey });

const product = { providerId: "aegis", productId: "motor-comprehensive" };
const form = await new FormsApi(client).getForm({ ...product, context: "new_business" });

const quote = await new QuotesApi(client).createQuote({
  quoteRequest: {
    ...product,
    formId: form.formId,
    formVersion: form.formVersion,
    _configuration: {
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

const purchase = await new PurchasesApi(client).createPurchase({
  idempotencyKey: randomUUID(),
  purchaseRequest: {
    providerId: quote.providerId,
    quoteId: quote.quoteId,
    transactionId: randomUUID(),
    customer: { firstName: "Ada", lastName: "Obi" },
    payment: { amountMinor: quote.total.amountMinor },
  },
});

const policies = new PoliciesApi(client);
const policy = { providerId: purchase.providerId, policyId: purchase.policyId };
const { items } = await policies.listPolicyDocuments(policy);
const [document] = items;
if (document === undefined) throw new Error("the policy has no documents");
const bytes = await policies.downloadPolicyDocument({ ...policy, documentId: document.documentId });
console.log(await bytes.text());
