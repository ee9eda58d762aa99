import {
  bigint,
  bytes,
  declareEntity,
  integer,
  json,
  key,
  nullable,
  type Row,
  text,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { tenantColumns } from "../tenant.ts";

/** A request to an insurer, on record from before it is sent until its answer is. */
export const insurerIntentEntity = declareEntity("insurer_intents", {
  ...tenantColumns,
  /** An operationId. */
  operation: key(text),
  /** The subject that allows one intent, for example `quote/<providerId>/<quoteId>`. */
  subject: key(text),
  /** The insurer. */
  providerId: text,
  /** The Idempotency-Key that the insurer is sent. */
  insurerKey: uuid,
  /** May be long, so it is read only to be sent. */
  request: { ...json<unknown>(), select: false },
  /** Of the seller's request: another one with the same key must match it. */
  sha256: { ...bytes, name: "request_sha256" },
  /** The seller's. */
  idempotencyKey: nullable(uuid),
  /** Random, new with every try; null, as the two that follow, while nobody works on it. */
  claimId: nullable({ ...uuid, name: "claim" }),
  /** The process, as its `LivenessLock` numbers it. */
  claimedBy: nullable(bigint),
  claimedAt: nullable(timestamp),
  tries: integer,
  nextTryAt: timestamp,
  createdAt: timestamp,
});

export type InsurerIntentRow = Row<typeof insurerIntentEntity>;

export const insurerIntentRecords = records(insurerIntentEntity, ["businessId", "environment"]);
