// SQL: advisory locks, rows ranked within their insurer, and an update that returns its rows.
/** Intents on record: written before an insurer is asked, deleted in the transaction that writes its answer. */
import type { ClientBase, Pool } from "pg";
import { type EntityManager, IsNull } from "typeorm";
import { lockSeeds } from "#src/storage/advisory-locks.ts";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { type InsurerIntentRow, insurerIntentEntity, insurerIntentRecords } from "../entities.ts";
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

/**
 * Keeps others from recording an intent on this subject or with this key until the transaction ends. False when somebody
 * does just that: nobody waits here, where a connection would wait along.
 */
export async function lockCreation(
  client: ClientBase,
  { businessId, environment, operation }: IntentScope,
  subject: string,
  idempotencyKey: string | null,
): Promise<boolean> {
  const names = [subject, ...(idempotencyKey === null ? [] : [`key ${idempotencyKey}`])];
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT bool_and(pg_try_advisory_xact_lock(hashtextextended(name, ${lockSeeds.creations}))) AS locked
     FROM unnest($1::text[]) AS lock (name)`,
    [names.map((name) => JSON.stringify([businessId, environment, operation, name]))],
  );
  return rows[0]?.locked === true;
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

const properties = [
  "businessId",
  "environment",
  "operation",
  "subject",
  "providerId",
  "insurerKey",
  "sha256",
  "idempotencyKey",
  "claimId",
  "claimedBy",
  "claimedAt",
  "tries",
  "nextTryAt",
  "createdAt",
] as const;

/**
 * The intents that are due, claimed or not: the longest due first, one of each insurer before a second of any. Older
 * ones than `youngerThan` are given up and left out.
 */
export async function dueIntents(
  pool: Pool,
  { now, youngerThan, limit }: { readonly now: Date; readonly youngerThan: Date; readonly limit: number },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const rows = await dueRecords(pool, {
    entity: insurerIntentEntity,
    properties,
    from: (source) => `(
       SELECT *, row_number() OVER (PARTITION BY provider_id ORDER BY next_try_at) AS place FROM ${source}
       WHERE next_try_at <= ${literal(now)} AND created_at > ${literal(youngerThan)}) AS ranked
     ORDER BY place, next_try_at LIMIT ${limit}`,
  });
  return rows.map(openIntent);
}

/** Most that are spoken of in one round; the others come in the next. */
const mostGivenUp = 1_000;

/** Those that are due and were given up. They are due again, to be spoken of, at `again`. */
export async function givenUpIntents(
  pool: Pool,
  { now, olderThan, again }: { readonly now: Date; readonly olderThan: Date; readonly again: Date },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const rows = await dueRecords(pool, {
    entity: insurerIntentEntity,
    properties,
    from: (source) => `${source}
     WHERE next_try_at <= ${literal(now)} AND created_at <= ${literal(olderThan)} ORDER BY next_try_at LIMIT ${mostGivenUp}`,
  });
  const givenUp: OpenIntent[] = [];
  for (const row of rows) {
    // By insurer_intents_pkey. Another process may have been faster.
    const { rowCount } = await pool.query(
      `UPDATE insurer_intents SET next_try_at = $6
       WHERE business_id = $1 AND environment = $2 AND operation = $3 AND subject = $4 AND next_try_at <= $5`,
      [row.businessId, row.environment, row.operation, row.subject, now, again],
    );
    if (rowCount === 1) givenUp.push(openIntent(row));
  }
  return givenUp;
}
