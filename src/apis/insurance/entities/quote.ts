import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { safeBigint } from "#src/storage/column-types.ts";
import { records } from "#src/storage/records.ts";
import type { Schemas } from "../insurers/protocol.ts";

/** USABLE in the database may be over already: `quoteStatusAt` knows. */
export type QuoteStatus = "USABLE" | "EXPIRED" | "BOUGHT";

export type QuoteContext = "new_business" | "renewal" | "endorsement";

/** A quote of an insurer, as it was given. */
export interface QuoteRow {
  businessId: string;
  environment: Environment;
  providerId: string;
  /** The insurer's. */
  quoteId: string;
  /** UUIDv7: sorts by when the quote was stored. */
  position: string;
  productId: string;
  formId: string;
  formVersion: number;
  context: QuoteContext;
  /** The policy that is renewed or endorsed; null for new business. */
  policyId: string | null;
  status: QuoteStatus;
  totalMinor: number;
  currency: string;
  lines: Schemas["QuoteLine"][];
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

export const quoteEntity = new EntitySchema<QuoteRow>({
  name: "InsuranceQuote",
  tableName: "insurance_quotes",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text", primary: true },
    quoteId: { name: "quote_id", type: "text", primary: true },
    position: { type: "uuid" },
    productId: { name: "product_id", type: "text" },
    formId: { name: "form_id", type: "text" },
    formVersion: { name: "form_version", type: "integer" },
    context: { type: "text" },
    policyId: { name: "policy_id", type: "text", nullable: true },
    status: { type: "text" },
    totalMinor: { name: "total_minor", ...safeBigint },
    currency: { type: "text" },
    lines: { type: "json" },
    expiresAt: { name: "expires_at", type: "timestamptz" },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
  },
});

export const quoteRecords = records(quoteEntity, ["businessId", "environment"]);
