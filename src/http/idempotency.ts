/**
 * Idempotency keys: a request that is sent again with its key is not done again. The key is reserved in the transaction
 * of the effect, so both are there or neither is; only answers of success are stored.
 */
import { createHash } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { canonicalJson } from "./canonical-json.ts";
import { Problem } from "./problem.ts";

/** How long a key is known. */
export const keptDays = 30;

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const lockNotAvailable = "55P03";

/** Whose key it is and for what; the same key elsewhere is another key. */
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
  { key, request, ...scope }: IdempotentRequest,
  work: () => Promise<Effect<T>>,
  { waitMs = 5_000, now = Date.now }: IdempotentOptions = {},
): Promise<IdempotentAnswer<T>> {
  if (key === undefined) return { ...(await work()), replayed: false };
  if (!uuidV4.test(key)) {
    const fieldErrors = [{ path: "/header/idempotency-key", code: "pattern", message: "must be a UUID of version 4" }];
    throw new Problem("VALIDATION_FAILED", { fieldErrors });
  }
  const own = { ...scope, key };
  const sha256 = digest(request);
  if (!(await reserve(client, own, sha256, waitMs, new Date(now())))) return await replay<T>(client, own, sha256);
  const { status, body } = await work();
  if (status >= 200 && status < 300) {
    await client.query(`UPDATE idempotency_keys SET answer = $5 WHERE ${isKey}`, [
      ...values(own),
      JSON.stringify(body),
    ]);
  } else {
    await client.query(`DELETE FROM idempotency_keys WHERE ${isKey}`, values(own));
  }
  return { status, body, replayed: false };
}

type Key = KeyScope & { readonly key: string };

/** Whether the key was free. The insert waits for a transaction that has the key and has not ended. */
async function reserve(client: ClientBase, key: Key, sha256: Buffer, waitMs: number, at: Date): Promise<boolean> {
  await client.query("SELECT set_config('lock_timeout', $1, true)", [`${waitMs}ms`]);
  try {
    const { rowCount } = await client.query(
      `INSERT INTO idempotency_keys AS known (owner, environment, operation, key, request_sha256, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (owner, environment, operation, key)
       DO UPDATE SET request_sha256 = excluded.request_sha256, answer = NULL, created_at = excluded.created_at
       WHERE known.created_at <= excluded.created_at - make_interval(days => ${keptDays})`,
      [...values(key), sha256, at],
    );
    return rowCount === 1;
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
    throw new Problem("IDEMPOTENCY_IN_PROGRESS", { headers: { "Retry-After": "1" }, cause: error });
  } finally {
    // In a failed transaction this does nothing, and needs to do nothing.
    await client.query("SET LOCAL lock_timeout TO DEFAULT").catch(() => {});
  }
}

async function replay<T>(client: ClientBase, key: Key, sha256: Buffer): Promise<IdempotentAnswer<T>> {
  const { rows } = await client.query<{ request_sha256: Buffer; answer: T }>(
    `SELECT request_sha256, answer FROM idempotency_keys WHERE ${isKey}`,
    values(key),
  );
  const [known] = rows;
  // Swept away between the two statements: as old as that, the request can only be repeated as a new one.
  if (known === undefined) throw new Problem("IDEMPOTENCY_IN_PROGRESS", { headers: { "Retry-After": "1" } });
  if (!known.request_sha256.equals(sha256)) throw new Problem("IDEMPOTENCY_KEY_CONFLICT");
  return { status: 200, body: known.answer, replayed: true };
}

/** Forgets keys that are older than 30 days. Returns how many. */
export async function sweepIdempotencyKeys(pool: Pool, now: number): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM idempotency_keys WHERE created_at <= $1::timestamptz - make_interval(days => ${keptDays})`,
    [new Date(now)],
  );
  return rowCount ?? 0;
}

const isKey = "owner = $1 AND environment = $2 AND operation = $3 AND key = $4";

function values({ owner, environment, operation, key }: Key): unknown[] {
  return [owner, environment, operation, key];
}

function digest(request: unknown): Buffer {
  return createHash("sha256").update(canonicalJson(request)).digest();
}
