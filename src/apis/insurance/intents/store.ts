/** Intents on record: written before an insurer is asked, deleted in the transaction that writes its answer. */
import { type EntityManager, IsNull } from "typeorm";
import { type InsurerIntentRow, insurerIntentEntity, insurerIntentRecords } from "../entities/insurer-intent.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import type { Intent } from "./operation.ts";
import { retryDelayMs } from "./outcome.ts";

/** An intent as it stands, without its request. */
export interface OpenIntent extends Omit<Intent, "request"> {
  /** Of the seller's request: another one with the same key must match it. */
  readonly sha256: Buffer;
  /** The process that works on it; null for none. */
  readonly claim: Claim | null;
}

export interface Claim {
  /** Random, new with every try. */
  readonly id: string;
  /** The process, as its `LivenessLock` numbers it. */
  readonly by: string;
  readonly at: Date;
}

/** An intent that we work on. */
export interface ClaimedIntent extends Intent {
  readonly sha256: Buffer;
  readonly claim: Claim;
}

/** The identity of an attempt. */
export type IntentTry = Omit<ClaimedIntent, "request">;

/** The tenant and operation of intents. */
export interface IntentScope extends Tenant {
  readonly operation: string;
}

/** The intent on this subject, and the one with this key of the seller's: none, one that is both, or two. */
export async function intentsFor(
  manager: EntityManager,
  { operation, ...tenant }: IntentScope,
  subject: string,
  idempotencyKey: string | null,
): Promise<OpenIntent[]> {
  // By insurer_intents_pkey and insurer_intents_key.
  const either = [{ subject }, ...(idempotencyKey === null ? [] : [{ idempotencyKey }])];
  return (await insurerIntentRecords.of(manager, tenant).findEither({ operation }, either)).map(openIntent);
}

export async function insertIntent(manager: EntityManager, intent: ClaimedIntent): Promise<void> {
  const { subject, operation, providerId, insurerKey, request, sha256, idempotencyKey, claim, tries, createdAt } =
    intent;
  await insurerIntentRecords.of(manager, intent).insert({
    operation,
    subject,
    providerId,
    insurerKey,
    request,
    sha256,
    idempotencyKey,
    ...claimed(claim, tries),
    createdAt,
  });
}

/** Takes an intent for the next try. Null when it is no longer as it was seen. */
export async function claimIntent(
  manager: EntityManager,
  seen: OpenIntent,
  claim: Claim,
): Promise<ClaimedIntent | null> {
  const tries = seen.tries + 1;
  const { raw } = await manager
    .createQueryBuilder()
    .update(insurerIntentEntity)
    .set(claimed(claim, tries))
    .where({ ...tenantOf(seen), ...asSeen(seen) })
    .returning("request")
    .execute();
  const [taken] = raw as readonly { readonly request: unknown }[];
  return taken === undefined ? null : { ...seen, request: taken.request, claim, tries };
}

/**
 * Ends an intent that has its answer, in the transaction of the answer. False when it has ended before. Whose claim it is
 * does not matter: every answer to this key is the same.
 */
export async function endIntent(manager: EntityManager, intent: ClaimedIntent): Promise<boolean> {
  return (await insurerIntentRecords.of(manager, intent).delete(identity(intent))) === 1;
}

/** Removes an intent that came to nothing. False when it is no longer as it was seen: another try may know more. */
export async function withdrawIntent(manager: EntityManager, seen: OpenIntent | ClaimedIntent): Promise<boolean> {
  return (await insurerIntentRecords.of(manager, seen).delete(asSeen(seen))) === 1;
}

/** Leaves an intent to whoever asks next, and to the settlement job after a while. Nothing when it is no longer ours. */
export async function releaseIntent(manager: EntityManager, intent: IntentTry, now: Date): Promise<void> {
  await insurerIntentRecords.of(manager, intent).update(asSeen(intent), {
    claimId: null,
    claimedBy: null,
    claimedAt: null,
    nextTryAt: afterTry(now, intent.tries),
  });
}

/** An intent as it was read. */
export function openIntent({ claimId, claimedBy, claimedAt, ...row }: Omit<InsurerIntentRow, "request">): OpenIntent {
  const { nextTryAt: _, ...intent } = row;
  const isClaimed = claimId !== null && claimedBy !== null && claimedAt !== null;
  return { ...intent, claim: isClaimed ? { id: claimId, by: claimedBy, at: claimedAt } : null };
}

function claimed({ id, by, at }: Claim, tries: number) {
  return { claimId: id, claimedBy: by, claimedAt: at, tries, nextTryAt: afterTry(at, tries) };
}

/** The insurer's key is in it because another intent may have followed on the same subject. */
function identity({ operation, subject, insurerKey }: OpenIntent | IntentTry) {
  return { operation, subject, insurerKey };
}

/** Unless another process has claimed or released it since. */
function asSeen(intent: OpenIntent | IntentTry) {
  const { claim } = intent;
  return { ...identity(intent), claimId: claim === null ? IsNull() : claim.id };
}

function afterTry(at: Date, tries: number): Date {
  return new Date(at.getTime() + retryDelayMs(tries));
}
