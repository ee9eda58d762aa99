/**
 * Idempotency keys: a request that is repeated with its key is not executed again. The key is stored in the transaction of the effect,
 * so that neither exists without the other. Only 2xx answers are stored.
 */

import { createHash } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { canonicalDigest } from "./canonical-json.ts";
import { fromNowInSlices } from "./event-loop.ts";
import { lockTimeoutMs } from "./lock-timeout.ts";
import { Problem } from "./problem.ts";

/** How long a key is kept (days). */
export const keptDays = 30;

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an Idempotency-Key: a UUIDv4 (RFC 9562, 5.4). */
export function isUuidV4(text: string): boolean {
  return uuidV4.test(text);
}

const lockNotAvailable = "55P03";

/** The scope of a key: tenant, environment and operation. The same text in another scope is another key. */
export interface KeyScope {
  /** The tenant, such as a business or a customer. */
  readonly owner: string;
  readonly environment: string;
  readonly operation: string;
}

export interface IdempotentRequest extends KeyScope {
  /** The Idempotency-Key header. When it is undefined, nothing is stored. */
  readonly key: string | undefined;
  /** What the request is compared by: the body, and the path parameters if any. */
  readonly request: unknown;
}

export interface IdempotentOptions {
  /** How long a request waits for an earlier request with the same key (milliseconds). */
  readonly waitMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

interface Effect<T> {
  /** Only answers with a 2xx status are stored. */
  readonly status: number;
  readonly body: T;
}

export interface IdempotentAnswer<T> extends Effect<T> {
  /** Whether this is the stored answer of an earlier request. Its status is then 200. */
  readonly replayed: boolean;
}

/** The header of a replayed answer. */
export const replayedHeader = { "Idempotency-Replayed": "true" } as const;

/**
 * Runs `work` once for a key, in the transaction of `client`. A commit stores the effect and the key together; a rollback leaves the key
 * free. `request` may have been read before (`keyedRequest`), null where it has no key. `work` must use only this client: a second connection could wait forever for the key that the first one holds.
 *
 * Throws Problem VALIDATION_FAILED when the key is not a UUIDv4, IDEMPOTENCY_KEY_CONFLICT when the key was used with another request, and
 * IDEMPOTENCY_IN_PROGRESS when an earlier request with the key does not end within `waitMs`. The caller must then roll back.
 */
export async function idempotently<T>(
  client: ClientBase,
  request: IdempotentRequest | KeyedRequest | null,
  work: () => Promise<Effect<T>>,
  { waitMs = 5_000, now = Date.now }: IdempotentOptions = {},
): Promise<IdempotentAnswer<T>> {
  const keyed = request === null || "sha256" in request ? request : await keyedRequest(request);
  if (keyed === null) return { ...(await work()), replayed: false };
  const at = now();
  if (!(await reserve(client, keyed, waitMs, at))) {
    const answer = await recall<T>(client, keyed, at);
    // The purge has deleted the key between the two statements. A repeated request will count as new.
    if (answer === null) throw new Problem("IDEMPOTENCY_IN_PROGRESS", { headers: { "Retry-After": "1" } });
    return answer;
  }
  const { status, body } = await work();
  if (status >= 200 && status < 300) {
    await client.query(`UPDATE idempotency_keys SET answer = $5 WHERE ${isKey}`, [
      ...values(keyed),
      JSON.stringify(body),
    ]);
  } else {
    await client.query(`DELETE FROM idempotency_keys WHERE ${isKey}`, values(keyed));
  }
  return { status, body, replayed: false };
}

/** A request with a key. The stored answer is looked up by the key, and its request is compared by the digest. */
export interface KeyedRequest extends KeyScope {
  /** The key in lower case. */
  readonly key: string;
  readonly sha256: Buffer;
}

/** Reads the key of a request; null when it has none. Throws Problem VALIDATION_FAILED when the key is not a UUIDv4. */
export async function keyedRequest({ key, request, ...scope }: IdempotentRequest): Promise<KeyedRequest | null> {
  if (key === undefined) return null;
  if (!isUuidV4(key)) {
    const fieldErrors = [{ path: "/header/idempotency-key", code: "pattern", message: "must be a UUID of version 4" }];
    throw new Problem("VALIDATION_FAILED", { fieldErrors });
  }
  return { ...scope, key: key.toLowerCase(), sha256: await requestDigest(request) };
}

/** The SHA-256 of the canonical JSON of a request. */
export function requestDigest(request: unknown): Promise<Buffer> {
  return fromNowInSlices(canonicalDigest(request));
}

/**
 * Returns the stored answer; null when there is none, or it is older than 30 days. `recall` and `remember` are for work that needs more
 * than one transaction. Their caller must ensure that two requests with the same key do not run at the same time. `now` is in milliseconds
 * since the epoch. Throws Problem IDEMPOTENCY_KEY_CONFLICT when the key was used with another request.
 */
export async function recall<T>(
  on: Pool | ClientBase,
  keyed: KeyedRequest,
  now: number = Date.now(),
): Promise<IdempotentAnswer<T> | null> {
  // Index: idempotency_keys_pkey.
  const { rows } = await on.query<{ request_sha256: Buffer; answer: T }>(
    `SELECT request_sha256, answer FROM idempotency_keys
     WHERE ${isKey} AND created_at > $5`,
    [...values(keyed), forgottenBefore(now)],
  );
  const [known] = rows;
  if (known === undefined) return null;
  if (!known.request_sha256.equals(keyed.sha256)) throw new Problem("IDEMPOTENCY_KEY_CONFLICT");
  return { status: 200, body: known.answer, replayed: true };
}

/**
 * Stores a 2xx answer in the transaction of the effect. Throws Problem IDEMPOTENCY_KEY_CONFLICT when the key already has an answer; the
 * caller must then roll back.
 */
export async function remember(
  client: ClientBase,
  keyed: KeyedRequest,
  body: unknown,
  now: number = Date.now(),
): Promise<void> {
  if (!(await store(client, keyed, JSON.stringify(body), now))) throw new Problem("IDEMPOTENCY_KEY_CONFLICT");
}

/** Reserves the key; returns whether it was free. Waits for a transaction that holds the key and has not ended. */
async function reserve(client: ClientBase, keyed: KeyedRequest, waitMs: number, now: number): Promise<boolean> {
  // SET LOCAL is passed on to the nodes of a cluster.
  await client.query(`SET LOCAL lock_timeout = ${Math.ceil(waitMs)}`);
  try {
    return await store(client, keyed, null, now);
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
    throw new Problem("IDEMPOTENCY_IN_PROGRESS", { headers: { "Retry-After": "1" }, cause: error });
  } finally {
    // In a failed transaction this statement fails too, and is not needed.
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`).catch(() => {});
  }
}

/** Inserts the key; returns whether it was free: unknown, or older than 30 days. */
async function store(client: ClientBase, keyed: KeyedRequest, answer: string | null, now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO idempotency_keys AS known (owner, environment, operation, key, request_sha256, answer, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (owner, environment, operation, key) DO UPDATE
     SET request_sha256 = excluded.request_sha256, answer = excluded.answer, created_at = excluded.created_at
     WHERE known.created_at <= $8`,
    [...values(keyed), keyed.sha256, answer, new Date(now), forgottenBefore(now)],
  );
  return rowCount === 1;
}

/** Deletes keys that are older than 30 days, and returns how many. `now` is in milliseconds since the epoch. */
export async function purgeIdempotencyKeys(pool: Pool, now: number): Promise<number> {
  const { rowCount } = await pool.query("DELETE FROM idempotency_keys WHERE created_at <= $1", [forgottenBefore(now)]);
  return rowCount ?? 0;
}

/** The time at or before which stored keys count as unknown. */
function forgottenBefore(now: number): Date {
  return new Date(now - keptDays * 86_400_000);
}

const isKey = "owner = $1 AND environment = $2 AND operation = $3 AND key = $4";

function values({ owner, environment, operation, key }: KeyedRequest): unknown[] {
  return [ownerId(owner), environment, operation, key];
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The owner as a UUID, the type of the column: on a cluster, keys are then on the node of their business. For an owner that is not a
 * UUID, the first bytes of its SHA-256.
 */
function ownerId(owner: string): string {
  return uuid.test(owner) ? owner : createHash("sha256").update(owner).digest("hex").slice(0, 32);
}
