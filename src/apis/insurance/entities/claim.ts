import {
  date,
  declareEntity,
  integer,
  json,
  key,
  nullable,
  type Row,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";

/** A claim of a business's customer, with what the insurer last said about it. */
export const claimEntity = declareEntity("insurance_claims", {
  ...tenantColumns,
  providerId: key(text),
  /** The insurer's. */
  claimId: key(text),
  /** UUIDv7: sorts by when the claim was stored. */
  position: uuid,
  policyId: text,
  productId: text,
  status: textOf<Schemas["ClaimStatus"]>(),
  /** A day, `YYYY-MM-DD`. */
  lossDate: date,
  /** As the insurer answered at `readAt`. */
  document: json<Schemas["Claim"]>(),
  createdAt: timestamp,
  updatedAt: timestamp,
  readAt: timestamp,
  /** Rises with every change and every reading, so that a reading that took long does not undo a later one. */
  revision: integer,
  /** When the insurer is next asked; null once nothing is awaited. */
  nextReadingAt: nullable(timestamp),
});

export type ClaimRow = Row<typeof claimEntity>;
