/** The table of intents: written before an insurer is asked, gone when its answer is written. */
import type { ClientBase, Pool } from "pg";
import type { Environment } from "#src/identity/environment.ts";
import type { Tenant } from "../tenant.ts";
import type { Intent } from "./operation.ts";
import { retryDelayMs } from "./outcome.ts";

/** An intent as it stands, without its request, which may be long. */
export interface OpenIntent extends Omit<Intent, "request"> {
  /** Of the seller's request: another one with the same key must match it. */
  readonly sha256: Buffer;
  /** Who works on it; null while nobody does. */
  readonly claim: Claim | null;
}

export interface Claim {
  /** Random, new with every try. */
  readonly id: string;
  /** The process, as `LivenessLock` numbers it. */
  readonly by: string;
  readonly at: Date;
}

/** An intent that we work on. */
export interface ClaimedIntent extends Intent {
  readonly sha256: Buffer;
  readonly claim: Claim;
}

/** Whose intents, and for what. */
export interface IntentScope extends Tenant {
  readonly operation: string;
}

/** The intent on this subject, and the one with this key of the seller's: none, one that is both, or two. */
export async function intentsFor(
  on: Pool | ClientBase,
  scope: IntentScope,
  subject: string,
  idempotencyKey: string | null,
): Promise<OpenIntent[]> {
  // By insurer_intents_pkey and insurer_intents_key.
  const { rows } = await on.query<Row>(
    `SELECT ${columns} FROM insurer_intents
     WHERE business_id = $1 AND environment = $2 AND operation = $3 AND (subject = $4 OR idempotency_key = $5)`,
    [...place(scope), subject, idempotencyKey],
  );
  return rows.map(fromRow);
}

/**
 * Keeps others from recording an intent on this subject or with this key until the transaction ends. False when somebody
 * does just that: nobody waits here, where a connection would wait along.
 */
export async function lockCreation(
  client: ClientBase,
  scope: IntentScope,
  subject: string,
  idempotencyKey: string | null,
): Promise<boolean> {
  const names = [subject, ...(idempotencyKey === null ? [] : [`key ${idempotencyKey}`])];
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT bool_and(pg_try_advisory_xact_lock(hashtextextended(name, ${seed}))) AS locked
     FROM unnest($1::text[]) AS lock (name)`,
    [names.map((name) => JSON.stringify([...place(scope), name]))],
  );
  return rows[0]?.locked === true;
}

export async function insertIntent(client: ClientBase, intent: ClaimedIntent): Promise<void> {
  const { subject, providerId, insurerKey, request, sha256, idempotencyKey, claim, tries, createdAt } = intent;
  await client.query(
    `INSERT INTO insurer_intents (business_id, environment, operation, subject, provider_id, insurer_key, request,
       request_sha256, idempotency_key, claim, claimed_by, claimed_at, tries, next_try_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...place(intent),
      subject,
      providerId,
      insurerKey,
      JSON.stringify(request),
      sha256,
      idempotencyKey,
      claim.id,
      claim.by,
      claim.at,
      tries,
      afterTry(claim.at, tries),
      createdAt,
    ],
  );
}

/** Takes an intent for the next try. Null when it is no longer as it was seen. */
export async function claimIntent(pool: Pool, seen: OpenIntent, claim: Claim): Promise<ClaimedIntent | null> {
  const tries = seen.tries + 1;
  const { rows } = await pool.query<{ request: unknown }>(
    `UPDATE insurer_intents SET claim = $6, claimed_by = $7, claimed_at = $8, tries = $9, next_try_at = $10
     WHERE ${isIntent} AND claim IS NOT DISTINCT FROM $11 RETURNING request`,
    [...identity(seen), claim.id, claim.by, claim.at, tries, afterTry(claim.at, tries), seen.claim?.id ?? null],
  );
  const [taken] = rows;
  return taken === undefined ? null : { ...seen, request: taken.request, claim, tries };
}

/**
 * Ends an intent that has its answer, in the transaction of the answer. False when it has ended before. Whose claim it is
 * does not matter: every answer to this key is the same.
 */
export async function endIntent(client: ClientBase, intent: ClaimedIntent): Promise<boolean> {
  const { rowCount } = await client.query(`DELETE FROM insurer_intents WHERE ${isIntent}`, identity(intent));
  return rowCount === 1;
}

/** Removes an intent that came to nothing. False when it is no longer as it was seen: another try may know more. */
export async function withdrawIntent(on: Pool | ClientBase, seen: OpenIntent | ClaimedIntent): Promise<boolean> {
  const { rowCount } = await on.query(
    `DELETE FROM insurer_intents WHERE ${isIntent} AND claim IS NOT DISTINCT FROM $6`,
    [...identity(seen), seen.claim?.id ?? null],
  );
  return rowCount === 1;
}

/** Leaves an intent to whoever asks next, and to the settlement job after a while. Nothing when it is no longer ours. */
export async function releaseIntent(pool: Pool, intent: ClaimedIntent, now: Date): Promise<void> {
  await pool.query(
    `UPDATE insurer_intents SET claim = NULL, claimed_by = NULL, claimed_at = NULL, next_try_at = $7
     WHERE ${isIntent} AND claim = $6`,
    [...identity(intent), intent.claim.id, afterTry(now, intent.tries)],
  );
}

/**
 * Intents of all tenants that are due, claimed or not: the longest due first, one of each insurer before a second of any. `youngerThan` leaves
 * those out that are given up.
 */
export async function dueIntents(
  pool: Pool,
  { now, youngerThan, limit }: { readonly now: Date; readonly youngerThan: Date; readonly limit: number },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const { rows } = await pool.query<Row>(
    `SELECT ${columns} FROM (
       SELECT *, row_number() OVER (PARTITION BY provider_id ORDER BY next_try_at) AS place FROM insurer_intents
       WHERE next_try_at <= $1 AND created_at > $2) AS due
     ORDER BY place, next_try_at LIMIT $3`,
    [now, youngerThan, limit],
  );
  return rows.map(fromRow);
}

/** Those that are due and were given up. They are due again, to be spoken of, at `again`. */
export async function givenUpIntents(
  pool: Pool,
  { now, olderThan, again }: { readonly now: Date; readonly olderThan: Date; readonly again: Date },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const { rows } = await pool.query<Row>(
    `UPDATE insurer_intents SET next_try_at = $3 WHERE next_try_at <= $1 AND created_at <= $2 RETURNING ${columns}`,
    [now, olderThan, again],
  );
  return rows.map(fromRow);
}

/** Keeps these advisory locks apart from others. */
const seed = 7_114;

const columns = `business_id, environment, operation, subject, provider_id, insurer_key, request_sha256, idempotency_key,
  claim, claimed_by, claimed_at, tries, created_at`;

/** The insurer's key is in it because another intent may have followed on the same subject. */
const isIntent = "business_id = $1 AND environment = $2 AND operation = $3 AND subject = $4 AND insurer_key = $5";

interface Row {
  readonly business_id: string;
  readonly environment: Environment;
  readonly operation: string;
  readonly subject: string;
  readonly provider_id: string;
  readonly insurer_key: string;
  readonly request_sha256: Buffer;
  readonly idempotency_key: string | null;
  readonly claim: string | null;
  readonly claimed_by: string | null;
  readonly claimed_at: Date | null;
  readonly tries: number;
  readonly created_at: Date;
}

function fromRow(row: Row): OpenIntent {
  const { claim, claimed_by: by, claimed_at: at } = row;
  return {
    businessId: row.business_id,
    environment: row.environment,
    operation: row.operation,
    subject: row.subject,
    providerId: row.provider_id,
    insurerKey: row.insurer_key,
    sha256: row.request_sha256,
    idempotencyKey: row.idempotency_key,
    claim: claim === null || by === null || at === null ? null : { id: claim, by, at },
    tries: row.tries,
    createdAt: row.created_at,
  };
}

function place({ businessId, environment, operation }: IntentScope): unknown[] {
  return [businessId, environment, operation];
}

function identity(intent: OpenIntent | ClaimedIntent): unknown[] {
  return [...place(intent), intent.subject, intent.insurerKey];
}

function afterTry(at: Date, tries: number): Date {
  return new Date(at.getTime() + retryDelayMs(tries));
}
