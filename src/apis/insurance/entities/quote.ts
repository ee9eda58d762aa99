import {
  declareEntity,
  integer,
  json,
  key,
  nullable,
  type Row,
  safeBigint,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";

/** USABLE in the database may be over already: `quoteStatusAt` knows. */
export type QuoteStatus = "USABLE" | "EXPIRED" | "BOUGHT";

export type QuoteContext = "new_business" | "renewal" | "endorsement";

/** A quote of an insurer, as it was given. */
export const quoteEntity = declareEntity("insurance_quotes", {
  ...tenantColumns,
  providerId: key(text),
  /** The insurer's. */
  quoteId: key(text),
  /** UUIDv7: sorts by when the quote was stored. */
  position: uuid,
  productId: text,
  formId: text,
  formVersion: integer,
  context: textOf<QuoteContext>(),
  /** The policy that is renewed or endorsed; null for new business. */
  policyId: nullable(text),
  status: textOf<QuoteStatus>(),
  totalMinor: safeBigint,
  currency: text,
  lines: json<Schemas["QuoteLine"][]>(),
  expiresAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type QuoteRow = Row<typeof quoteEntity>;

export const quoteRecords = records(quoteEntity, ["businessId", "environment"]);
