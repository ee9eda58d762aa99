/** Uploads, quotes and purchases. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/insurer/contract.ts";
import { requireAnswers } from "./answers.ts";
import { planFactors, presentForm, type SandboxProduct } from "./catalog.ts";
import {
  type HandlersOf,
  type InsurerDependencies,
  notFound,
  recorded,
  refusal,
  sellable,
  writeOnce,
} from "./dependencies.ts";
import type { QuotedChange, SoldPolicy } from "./ledger.ts";
import { changeable, presentPolicy } from "./policies.ts";
import { currency } from "./product-lines.ts";

const dayMs = 24 * 60 * 60_000;
const uploadLifetimeMs = 15 * 60_000;
const defaultUploadCapBytes = 100 * 1024 * 1024;
/** Insurance premium levy, as part of the premium before it. */
const levy = 0.05;
/** Sums insured are in naira, amounts in kobo. A product without a sum is priced by its line's base premium. */
const koboPerNaira = 100;

export function salesHandlers(dependencies: InsurerDependencies): HandlersOf<"Sales"> {
  const { insurer, files, now } = dependencies;
  const { behaviour } = insurer;
  return {
    async reserveUpload(request, call) {
      const { bytes } = request.body;
      const cap = behaviour.uploadCapBytes ?? defaultUploadCapBytes;
      if (bytes > cap) throw refusal(413, "UPLOAD_TOO_LARGE", `Files are at most ${cap} bytes.`);
      return {
        status: 201,
        ...(await writeOnce(dependencies, request, call, () => {
          const fileId = `f_${randomUUID()}`;
          const expiresAt = now() + uploadLifetimeMs;
          const answer: Schemas["UploadSlot"] = {
            fileId,
            uploadUrl: files.uploadUrl(fileId, bytes, expiresAt),
            method: "PUT",
            headers: { "Content-Type": request.body.mediaType },
            expiresAt: new Date(expiresAt).toISOString(),
          };
          const { filename, mediaType } = request.body;
          return { answer, file: { fileId, filename, mediaType, bytes } };
        })),
      };
    },

    async createQuote(request, call) {
      const { body } = request;
      const { product, plan } = quotable(dependencies, body);
      return {
        status: 201,
        ...(await writeOnce(dependencies, request, call, () => {
          const quote = priced(product, body, plan, now(), behaviour.quoteLifetimeMs);
          return { answer: quote, quote };
        })),
      };
    },

    async createPurchase(request, call) {
      const { body } = request;
      return {
        status: 201,
        ...(await writeOnce(dependencies, request, call, () => {
          const { quote, policy } = bought(dependencies, body);
          const answer: Schemas["Purchase"] = {
            purchaseId: policy.purchaseId,
            quoteId: quote.quoteId,
            transactionId: body.transactionId,
            payment: body.payment,
            createdAt: policy.issuedAt,
            policy: presentPolicy(policy, null, now()),
          };
          return { answer, policy };
        })),
      };
    },
  };
}

/** The product and plan that a quote is for. Throws a refusal where there can be none. */
function quotable(dependencies: InsurerDependencies, body: Schemas["QuoteRequest"]) {
  const { behaviour } = dependencies.insurer;
  const product = sellable(dependencies, body.productId);
  if (product === null) throw notFound("product");
  requireAnswers(presentForm(product, body.context), body);
  const plan = String(body.configuration.plan ?? "standard");
  if (!Object.hasOwn(planFactors, plan)) {
    const fault = { path: "/body/configuration/plan", code: "enum", message: "must be standard or plus" };
    throw refusal(422, "ANSWERS_INVALID", "There is no such plan.", [fault]);
  }
  if (body.sale.currency != null && body.sale.currency !== currency)
    throw refusal(422, "CURRENCY_NOT_OFFERED", `This product is priced in ${currency}.`);
  if (behaviour.declines !== undefined)
    throw refusal(422, behaviour.declines, "We do not insure this risk at present.");
  return { product, plan };
}

/** The quote and the policy that it becomes, or that it changes. Throws a refusal where it cannot be bought. */
function bought(dependencies: InsurerDependencies, body: Schemas["PurchaseRequest"]) {
  const { insurer, ledger, book, now } = dependencies;
  const quote = recorded(dependencies, "quote", body.quoteId);
  if (ledger.isBought(book, body.quoteId)) throw refusal(409, "QUOTE_ALREADY_BOUGHT", "This quote was bought before.");
  if (Date.parse(quote.expiresAt) <= now())
    throw refusal(409, "QUOTE_EXPIRED", `The quote expired at ${quote.expiresAt}.`);
  const { payment } = body;
  if (payment.amountMinor !== quote.total.amountMinor || payment.currency !== quote.total.currency)
    throw refusal(409, "AMOUNT_MISMATCH", `The quote's total is ${quote.total.amountMinor} ${quote.total.currency}.`);
  const change = ledger.find("change", book, body.quoteId);
  if (change === null && body.startDate < dayOf(now())) {
    const fault = { path: "/body/startDate", code: "minimum", message: "must not be in the past" };
    throw refusal(422, "START_DATE_INVALID", "Cover cannot begin in the past.", [fault]);
  }
  const policy =
    change === null
      ? issued(insurer.id, quote, body, now())
      : changed(changeable(dependencies, change.policyId, change.context), quote, change, now());
  return { quote, policy };
}

export function priced(
  { line, priceMinor, factor, productId }: SandboxProduct,
  { formId, formVersion, inputs }: Pick<Schemas["QuoteRequest"], "formId" | "formVersion" | "inputs">,
  plan: string,
  now: number,
  lifetimeMs: number,
  /** What of the price is paid already, in kobo. */
  paidMinor = 0,
): Schemas["Quote"] {
  const sumInsured = typeof inputs.sumInsured === "number" ? inputs.sumInsured * koboPerNaira : 0;
  const perYear = (line.basePremiumMinor + sumInsured * line.rate) * factor * (planFactors[plan] ?? 1);
  const total = Math.max(0, (priceMinor ?? Math.round(perYear * (1 + levy))) - paidMinor);
  const premium = Math.round(total / (1 + levy));
  const money = (amountMinor: number) => ({ amountMinor, currency });
  return {
    quoteId: `quo_${randomUUID()}`,
    productId,
    formId,
    formVersion,
    total: money(total),
    lines: [
      { kind: "PREMIUM", label: "Premium", amount: money(premium) },
      { kind: "TAX", label: "Insurance levy", amount: money(total - premium) },
    ],
    expiresAt: new Date(now + lifetimeMs).toISOString(),
    createdAt: new Date(now).toISOString(),
  };
}

function issued(
  insurerId: string,
  { quoteId, productId, total }: Schemas["Quote"],
  { customer, startDate }: Schemas["PurchaseRequest"],
  now: number,
): SoldPolicy {
  const id = randomUUID();
  return {
    policyId: `pol_${id}`,
    policyNumber: `${insurerId.slice(0, 3).toUpperCase()}-${new Date(now).getUTCFullYear()}-${id.slice(0, 8).toUpperCase()}`,
    purchaseId: `pur_${randomUUID()}`,
    quoteId,
    productId,
    holder: `${customer.firstName} ${customer.lastName}`.slice(0, 200),
    premium: total,
    startDate,
    endDate: lastDayOfYear(startDate),
    issuedAt: new Date(now).toISOString(),
  };
}

/** The policy with the terms that were bought. Throws a refusal where it has others than those that were changed. */
function changed(
  policy: SoldPolicy,
  { quoteId, total }: Schemas["Quote"],
  { context, purchaseId, holder }: QuotedChange,
  now: number,
): SoldPolicy {
  if (policy.purchaseId !== purchaseId)
    throw refusal(409, "QUOTE_EXPIRED", "The policy has other terms since this quote was made.");
  const changedAt = new Date(now).toISOString();
  const terms = { ...policy, purchaseId: `pur_${randomUUID()}`, quoteId, holder, changedAt };
  if (context === "endorsement")
    return { ...terms, premium: { ...total, amountMinor: policy.premium.amountMinor + total.amountMinor } };
  const termStart = dayOf(Date.parse(policy.endDate) + dayMs);
  return { ...terms, premium: total, termStart, endDate: lastDayOfYear(termStart) };
}

/** Of a year of cover that begins on this day. */
function lastDayOfYear(firstDay: string): string {
  const end = new Date(firstDay);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return dayOf(end.getTime() - dayMs);
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
