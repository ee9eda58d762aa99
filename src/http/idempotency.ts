/**
 * Idempotency keys: a request that is sent again with its key is not done again. The key is reserved in the transaction
 * of the effect, so both are there or neither is; only answers of success are stored.
 */
import { createHash } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { canonicalJson } from "./canonical-json.ts";
import { lockTimeoutMs } from "./lock-timeout.ts";
import { Problem } from "./problem.ts";

/** How long a key is known. */
export const keptDays = 30;

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a text can be an Idempotency-Key (RFC 9562, 5.4). */
export function isUuidV4(text: string): boolean {
  return uuidV4.test(text);
}

const lockNotAvailable = "55P03";

/** The tenant, environment and operation of a key. The same key in another scope is another key. */
export interface KeyScope {
  /** The tenant: a business, a customer. */
  readonly owner: string;
  readonly environment: string;
  readonly operation: string;
}

export interface IdempotentRequest extends KeyScope {
  /** The Idempotency-Key header; undefined when there was none, and then nothing is remembered. */
  readonly key: string | undefined;
  /** All that makes it this request: the body, and the path's values where there are any. */
  readonly request: unknown;
}

export interface IdempotentOptions {
  /** How long a request waits for an earlier one with its key (milliseconds). */
  readonly waitMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

interface Effect<T> {
  /** Anything but 2xx is answered and forgotten. */
  readonly status: number;
  readonly body: T;
}

export interface IdempotentAnswer<T> extends Effect<T> {
  /** Whether this is the stored answer of an earlier request; its status is then 200. */
  readonly replayed: boolean;
}

/** The header of a replayed answer. */
export const replayedHeader = { "Idempotency-Replayed": "true" } as const;

/**
 * Runs `work` once for a key, in the transaction that `client` is in: commit makes the effect and the key real together,
 * and a rollback leaves the key free. `work` must do everything on that client: a second connection could wait for the
 * first one's key for ever.
 *
 * Throws Problem VALIDATION_FAILED for a key that is no UUIDv4, IDEMPOTENCY_KEY_CONFLICT when the key was used with
 * another request, and IDEMPOTENCY_IN_PROGRESS when an earlier request with it does not end within `waitMs`; roll back
 * then.
 */
export async function idempotently<T>(
  client: ClientBase,
  request: IdempotentRequest,
  work: () => Promise<Effect<T>>,
  { waitMs = 5_000, now = Date.now }: IdempotentOptions = {},
): Promise<IdempotentAnswer<T>> {
  const keyed = keyedRequest(request);
  if (keyed === null) return { ...(await work()), replayed: false };
  const at = now();
  if (!(await reserve(client, keyed, waitMs, at))) {
    const answer = await recall<T>(client, keyed, at);
    // Swept away between the two statements: as old as that, the request can only be repeated as a new one.
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

/** A request with a key: what is known of it is looked up by the key and held against the digest. */
export interface KeyedRequest extends KeyScope {
  /** In lower case. */
  readonly key: string;
  readonly sha256: Buffer;
}

/** Null for a request without a key. Throws Problem VALIDATION_FAILED for a key that is no UUIDv4. */
export function keyedRequest({ key, request, ...scope }: IdempotentRequest): KeyedRequest | null {
  if (key === undefined) return null;
  if (!isUuidV4(key)) {
    const fieldErrors = [{ path: "/header/idempotency-key", code: "pattern", message: "must be a UUID of version 4" }];
    throw new Problem("VALIDATION_FAILED", { fieldErrors });
  }
  return { ...scope, key: key.toLowerCase(), sha256: requestDigest(request) };
}

/** SHA-256 of a request's canonical JSON. */
export function requestDigest(request: unknown): Buffer {
  return createHash("sha256").update(canonicalJson(request)).digest();
}

/**
 * The stored answer; null when there is none, or it is older than 30 days. With `remember`, for work that no single
 * transaction spans: whoever uses them keeps two requests with one key from working at the same time. `now` is in
 * milliseconds since the epoch. Throws Problem IDEMPOTENCY_KEY_CONFLICT when the key was used with another request.
 */
export async function recall<T>(
  on: Pool | ClientBase,
  keyed: KeyedRequest,
  now: number = Date.now(),
): Promise<IdempotentAnswer<T> | null> {
  // By idempotency_keys_pkey.
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
 * Stores an answer of success in the transaction of the effect. Throws Problem IDEMPOTENCY_KEY_CONFLICT when the key has
 * an answer already; roll back then.
 */
export async function remember(
  client: ClientBase,
  keyed: KeyedRequest,
  body: unknown,
  now: number = Date.now(),
): Promise<void> {
  if (!(await store(client, keyed, JSON.stringify(body), now))) throw new Problem("IDEMPOTENCY_KEY_CONFLICT");
}

/** Whether the key was free. Waits for a transaction that has the key and has not ended. */
async function reserve(client: ClientBase, keyed: KeyedRequest, waitMs: number, now: number): Promise<boolean> {
  // SET LOCAL, which a cluster passes on to its nodes.
  await client.query(`SET LOCAL lock_timeout = ${Math.ceil(waitMs)}`);
  try {
    return await store(client, keyed, null, now);
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
    throw new Problem("IDEMPOTENCY_IN_PROGRESS", { headers: { "Retry-After": "1" }, cause: error });
  } finally {
    // In a failed transaction this does nothing, and needs to do nothing.
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`).catch(() => {});
  }
}

/** Whether the key was free: unknown, or so old that it counts as unknown. */
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

/** Forgets keys that are older than 30 days. Returns how many. */
export async function purgeIdempotencyKeys(pool: Pool, now: number): Promise<number> {
  const { rowCount } = await pool.query("DELETE FROM idempotency_keys WHERE created_at <= $1", [forgottenBefore(now)]);
  return rowCount ?? 0;
}

/** Keys that were stored at this time or earlier count as unknown. */
function forgottenBefore(now: number): Date {
  return new Date(now - keptDays * 86_400_000);
}

const isKey = "owner = $1 AND environment = $2 AND operation = $3 AND key = $4";

function values({ owner, environment, operation, key }: KeyedRequest): unknown[] {
  return [ownerId(owner), environment, operation, key];
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The column is a uuid, so that a key lies where its business does; of any other id it is the beginning of its SHA-256. */
function ownerId(owner: string): string {
  return uuid.test(owner) ? owner : createHash("sha256").update(owner).digest("hex").slice(0, 32);
}
