/** Answers of insurers, in the words of their protocol: about accident cover, which every insurer sells. */
import { randomUUID } from "node:crypto";
import type { Failure } from "#src/apis/insurance/insurers/failure.ts";
import type { Schemas } from "#src/apis/insurance/insurers/protocol.ts";

export function aListedProduct(changes: Partial<Schemas["Product"]> = {}): Schemas["Product"] {
  return {
    productId: "personal-accident",
    name: "Accident cover",
    description: "Pays a lump sum.",
    category: "ACCIDENT",
    productType: "PERSONAL_ACCIDENT",
    classCode: "LIFE_AND_HEALTH",
    country: "NG",
    currency: "NGN",
    status: "ACTIVE",
    publishedPrice: null,
    updatedAt: "2026-11-01T09:00:00.000Z",
    ...changes,
  };
}

/** Of one line, for so much (kobo). */
export function anInsurersQuote(amountMinor = 100, changes: Partial<Schemas["Quote"]> = {}): Schemas["Quote"] {
  const total = { amountMinor, currency: "NGN" };
  return {
    quoteId: `quo_${randomUUID()}`,
    productId: "personal-accident",
    formId: "personal-accident.new_business",
    formVersion: 1,
    total,
    lines: [{ kind: "PREMIUM", label: "Premium", amount: total }],
    expiresAt: "2099-01-01T00:00:00.000Z",
    createdAt: "2026-01-01T00:00:00.000Z",
    ...changes,
  };
}

export function anInsurersPolicy(changes: Partial<Schemas["Policy"]> = {}): Schemas["Policy"] {
  return {
    policyId: `pol_${randomUUID()}`,
    policyNumber: "P-1",
    purchaseId: `pur_${randomUUID()}`,
    productId: "personal-accident",
    status: "ACTIVE",
    holder: "Ada Obi",
    premium: { amountMinor: 100, currency: "NGN" },
    startDate: "2026-01-01",
    endDate: "2099-12-31",
    issuedAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...changes,
  };
}

/** A refusal with a code of the insurer's own. */
export function anInsurersError(
  code = "OWN_REASON",
  changes: Partial<Schemas["InsurerError"]> = {},
): Schemas["InsurerError"] {
  return { code, message: "No.", correlationId: "ins-1", fieldErrors: [], ...changes };
}

/** The same as the client tells of it. */
export function aRefusal(status: number, code = "NO"): Failure {
  return { kind: "refused", status, ...anInsurersError(code) };
}
