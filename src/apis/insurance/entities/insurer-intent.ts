import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { records } from "#src/storage/records.ts";

/** A request to an insurer, on record from before it is sent until its answer is. */
export interface InsurerIntentRow {
  businessId: string;
  environment: Environment;
  /** An operationId. */
  operation: string;
  /** The subject that allows one intent, for example `quote/<providerId>/<quoteId>`. */
  subject: string;
  /** The insurer. */
  providerId: string;
  /** The Idempotency-Key that the insurer is sent. */
  insurerKey: string;
  /** May be long, so it is read only to be sent. */
  request: unknown;
  /** Of the seller's request: another one with the same key must match it. */
  sha256: Buffer;
  /** The seller's. */
  idempotencyKey: string | null;
  /** Random, new with every try; null, as the two that follow, while nobody works on it. */
  claimId: string | null;
  /** The process, as its `LivenessLock` numbers it. */
  claimedBy: string | null;
  claimedAt: Date | null;
  tries: number;
  nextTryAt: Date;
  createdAt: Date;
}

export const insurerIntentEntity = new EntitySchema<InsurerIntentRow>({
  name: "InsurerIntent",
  tableName: "insurer_intents",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    operation: { type: "text", primary: true },
    subject: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text" },
    insurerKey: { name: "insurer_key", type: "uuid" },
    request: { type: "json", select: false },
    sha256: { name: "request_sha256", type: "bytea" },
    idempotencyKey: { name: "idempotency_key", type: "uuid", nullable: true },
    claimId: { name: "claim", type: "uuid", nullable: true },
    claimedBy: { name: "claimed_by", type: "bigint", nullable: true },
    claimedAt: { name: "claimed_at", type: "timestamptz", nullable: true },
    tries: { type: "integer" },
    nextTryAt: { name: "next_try_at", type: "timestamptz" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export const insurerIntentRecords = records(insurerIntentEntity, ["businessId", "environment"]);
