/** The state of a seller's request: answered, open, or unknown. */
import { randomUUID } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import type { EntityManager } from "typeorm";
import {
  type IdempotentAnswer,
  type KeyedRequest,
  keyedRequest,
  recall,
  requestDigest,
} from "#src/http/idempotency.ts";
import { Problem } from "#src/http/problem.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../tenant.ts";
import { type IntentScope, intentsFor, type OpenIntent } from "./rows.ts";

/** A seller's request. */
export interface SellerRequest<Request> extends Tenant {
  /** The insurer. */
  readonly providerId: string;
  /** The subject that allows one intent, for example `quote/<providerId>/<quoteId>`; null when only the key identifies it. */
  readonly subject: string | null;
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  /** For the insurer's log: X-Request-Id. */
  readonly requestId: string;
  /** The request: the body, and the parts of the path that count. One key stands for one request. */
  readonly sent: unknown;
  /**
   * Checks the request, and returns what the operation will need. Throws Problem when it may not be asked for. Only
   * reads, perhaps several times; the result counts when no other request on the subject is under way.
   */
  readonly prepare: (reader: Reader) => Promise<Request>;
}

/** The identity of a request. */
export interface RequestIdentity extends IntentScope {
  readonly providerId: string;
  readonly subject: string;
  readonly sha256: Buffer;
  /** Null when it has no key. */
  readonly keyed: KeyedRequest | null;
}

/** Throws Problem VALIDATION_FAILED for a key that is no UUIDv4. */
export async function identify(
  operation: string,
  { businessId, environment, providerId, subject, idempotencyKey: key, sent }: SellerRequest<unknown>,
): Promise<RequestIdentity> {
  const request = [subject, sent];
  const keyed = await keyedRequest({ owner: businessId, environment, operation, key, request });
  return {
    businessId,
    environment,
    operation,
    providerId,
    subject: subject ?? (keyed === null ? `once/${randomUUID()}` : `key/${keyed.key}`),
    sha256: keyed?.sha256 ?? (await requestDigest(request)),
    keyed,
  };
}

/** Where something is read: in a transaction, or outside of any. */
export interface Reader {
  readonly manager: EntityManager;
  readonly client: ClientBase | Pool;
}

export type RequestState =
  | { readonly kind: "answered"; readonly answer: IdempotentAnswer<unknown> }
  /** An intent is on record, worked on or left behind: this request's (`ours`), or another's on the subject. */
  | { readonly kind: "open"; readonly intent: OpenIntent; readonly ours: boolean }
  | { readonly kind: "none" };

/** `now` is in milliseconds since the epoch. Throws Problem IDEMPOTENCY_KEY_CONFLICT. */
export async function readState(
  { manager, client }: Reader,
  identity: RequestIdentity,
  now: number,
): Promise<RequestState> {
  // Intents first: an intent goes in the commit that brings its answer, so one of the two is seen.
  const intents = await intentsFor(manager, identity, identity.subject, identity.keyed?.key ?? null);
  return await stateAmong(intents, identity, () => answerOf(client, identity, now));
}

/** The same in a transaction, sent behind what was sent before. */
export async function readStateWithin(
  { manager, client, statements }: Transaction,
  identity: RequestIdentity,
  now: number,
): Promise<RequestState> {
  const { keyed, subject } = identity;
  const found = statements.send(() => intentsFor(manager, identity, subject, keyed?.key ?? null));
  const answer = keyed === null ? Promise.resolve(null) : statements.send(() => answerOf(client, identity, now));
  return await stateAmong(await found, identity, () => answer);
}

async function answerOf(on: ClientBase | Pool, { keyed }: RequestIdentity, now: number) {
  return keyed === null ? null : await recall(on, keyed, now);
}

async function stateAmong(
  intents: readonly OpenIntent[],
  { keyed, sha256 }: RequestIdentity,
  readAnswer: () => Promise<IdempotentAnswer<unknown> | null>,
): Promise<RequestState> {
  const key = keyed?.key ?? null;
  const withKey = key === null ? undefined : intents.find(({ idempotencyKey }) => idempotencyKey === key);
  if (withKey !== undefined) {
    if (!withKey.sha256.equals(sha256)) throw new Problem("IDEMPOTENCY_KEY_CONFLICT");
    return { kind: "open", intent: withKey, ours: true };
  }
  const answer = await readAnswer();
  if (answer !== null) return { kind: "answered", answer };
  const [intent] = intents;
  if (intent === undefined) return { kind: "none" };
  return { kind: "open", intent, ours: key === null && intent.idempotencyKey === null && intent.sha256.equals(sha256) };
}
