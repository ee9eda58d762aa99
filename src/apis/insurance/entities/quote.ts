import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";

/** USABLE in the database may be over already: `quoteStatusAt` knows. */
export type QuoteStatus = "USABLE" | "EXPIRED" | "BOUGHT";

export type QuoteContext = "new_business" | "renewal" | "endorsement";

/** A quote of an insurer, as it was given. */
export const quoteEntity = declareEntity("insurance_quotes", {
  ...tenantColumns,
  providerId: column.text.key,
  /** The insurer's. */
  quoteId: column.text.key,
  /** UUIDv7: sorts by when the quote was stored. */
  position: column.uuid,
  productId: column.text,
  formId: column.text,
  formVersion: column.integer,
  context: column.textOf<QuoteContext>(),
  /** The policy that is renewed or endorsed; null for new business. */
  policyId: column.text.nullable,
  status: column.textOf<QuoteStatus>(),
  totalMinor: column.safeBigint,
  currency: column.text,
  lines: column.json<Schemas["QuoteLine"][]>(),
  expiresAt: column.timestamp,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type QuoteRow = Row<typeof quoteEntity>;

export const quoteRecords = records(quoteEntity, ["businessId", "environment"]);
