/**
 * Writes that a caller may send again with their Idempotency-Key: those to our own records, done in one transaction with the
 * key, and those that insurers carry out (intents/).
 */
import {
  type IdempotentAnswer,
  type IdempotentRequest,
  idempotently,
  isUuidV4,
  keyedRequest,
  recall,
  replayedHeader,
} from "#src/http/idempotency.ts";
import { Problem } from "#src/http/problem.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { Caller } from "./callers.ts";
import type { HandlerDependencies } from "./dependencies.ts";
import { type Tenant, tenantOf } from "./tenant.ts";

/** The key of a request, if it has one. Throws Problem BAD_REQUEST for anything but a UUID of version 4. */
export function idempotencyKeyOf(headers: KeyedRequest["headers"]): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined || isUuidV4(key)) return key;
  throw new Problem("BAD_REQUEST", {
    detail: "The Idempotency-Key is not a UUID of version 4.",
    fieldErrors: [{ path: "/header/idempotency-key", code: "pattern", message: "must be a UUID of version 4" }],
  });
}

export interface KeyedRequest {
  readonly path?: unknown;
  readonly body?: unknown;
  readonly headers: { readonly "idempotency-key"?: string | undefined };
}

export interface Write<Prepared, Done, Stored> {
  /** Slow preparation, such as a look-up in the DNS. It runs before the transaction, and not for a request that is replayed. */
  readonly prepare: () => Promise<Prepared>;
  /** All that it does, it does in this transaction. */
  readonly effect: (transaction: Transaction, prepared: Prepared) => Promise<Done>;
  /** The part of the answer that is kept for repeated requests. */
  readonly stored: (done: Done) => Stored;
}

export type WriteOutcome<Done, Stored> =
  | { readonly replayed: false; readonly body: Done; readonly headers: Readonly<Record<string, string>> }
  | { readonly replayed: true; readonly body: Stored; readonly headers: Readonly<Record<string, string>> };

/**
 * Throws Problem BAD_REQUEST for a key that is no UUIDv4, IDEMPOTENCY_KEY_CONFLICT when the key came with another request,
 * IDEMPOTENCY_IN_PROGRESS when an earlier request with it does not end, and what `prepare` and `effect` throw; the key is
 * then free again.
 */
export async function oncePerKey<Prepared, Done, Stored>(
  { database, now }: Pick<HandlerDependencies, "database" | "now">,
  { operationId, identity }: { readonly operationId: string; readonly identity: Tenant },
  { path, body, headers }: KeyedRequest,
  { prepare, effect, stored }: Write<Prepared, Done, Stored>,
): Promise<WriteOutcome<Done, Stored>> {
  const request: IdempotentRequest = {
    owner: identity.businessId,
    environment: identity.environment,
    operation: operationId,
    key: idempotencyKeyOf(headers),
    request: { path, body },
  };
  const keyed = await keyedRequest(request);
  const known = keyed && (await recall<Stored>(database.pool, keyed, now()));
  if (known !== null) return { replayed: true, body: known.body, headers: replayedHeader };
  const prepared = await prepare();
  return inTransaction(database, async (transaction) => {
    const outcomes: WriteOutcome<Done, Stored>[] = [];
    const work = async () => {
      const done = await effect(transaction, prepared);
      outcomes.push({ replayed: false, body: done, headers: {} });
      return { status: 200, body: stored(done) };
    };
    const answer = await idempotently<Stored>(transaction.client, keyed, work, { now });
    return outcomes[0] ?? { replayed: true, body: answer.body, headers: replayedHeader };
  });
}

/** A write that an insurer carries out. */
export interface WriteCall extends Tenant {
  /** A UUIDv4. */
  readonly idempotencyKey: string | undefined;
  /** For the insurer's log: X-Request-Id. */
  readonly requestId: string;
}

/** Throws Problem BAD_REQUEST for an Idempotency-Key that is no UUIDv4. */
export function writeCallOf(
  { headers }: Pick<KeyedRequest, "headers">,
  { identity, requestId }: { readonly identity: Caller; readonly requestId: string },
): WriteCall {
  return { ...tenantOf(identity), idempotencyKey: idempotencyKeyOf(headers), requestId };
}

/** 201 with what was created, 200 with what had been. */
export function createdAnswer<Body>({ replayed, body }: Pick<IdempotentAnswer<Body>, "replayed" | "body">) {
  return replayed ? ({ status: 200, body, headers: replayedHeader } as const) : ({ status: 201, body } as const);
}
