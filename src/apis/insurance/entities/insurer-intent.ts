import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { tenantColumns } from "../tenant.ts";

/** A request to an insurer, on record from before it is sent until its answer is. */
export const insurerIntentEntity = declareEntity("insurer_intents", {
  ...tenantColumns,
  /** An operationId. */
  operation: column.text.key,
  /** The subject that allows one intent, for example `quote/<providerId>/<quoteId>`. */
  subject: column.text.key,
  /** The insurer. */
  providerId: column.text,
  /** The Idempotency-Key that the insurer is sent. */
  insurerKey: column.uuid,
  /** May be long, so it is read only to be sent. */
  request: column.json<unknown>().with({ select: false }),
  /** Of the seller's request: another one with the same key must match it. */
  sha256: column.bytes.named("request_sha256"),
  /** The seller's. */
  idempotencyKey: column.uuid.nullable,
  /** Random, new with every try; null, as the two that follow, while nobody works on it. */
  claimId: column.uuid.named("claim").nullable,
  /** The process, as its `LivenessLock` numbers it. */
  claimedBy: column.bigint.nullable,
  claimedAt: column.timestamp.nullable,
  tries: column.integer,
  nextTryAt: column.timestamp,
  createdAt: column.timestamp,
});

export type InsurerIntentRow = Row<typeof insurerIntentEntity>;

export const insurerIntentRecords = records(insurerIntentEntity, ["businessId", "environment"]);
