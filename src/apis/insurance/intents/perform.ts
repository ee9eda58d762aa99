/**
 * Has an insurer do something once, however often and from wherever it is asked for, and whatever dies meanwhile. See
 * docs/decisions/insurer-intents.md.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { Problem } from "#src/http/problem.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import { InsurerFailure } from "../insurers/failure.ts";
import { freeAmong, giveBackLater, intentLifetimeMs, takeIntent, underClaim } from "./claims.ts";
import type { IntentDependencies } from "./dependencies.ts";
import { execute } from "./execute.ts";
import { derivedInsurerKey } from "./insurer-key.ts";
import type { AnyOperation, Operation } from "./operation.ts";
import { outcomeOf } from "./outcome.ts";
import {
  identify,
  type RequestIdentity,
  type RequestState,
  readState,
  readStateWithin,
  type SellerRequest,
} from "./request-state.ts";
import { type ClaimedIntent, insertIntent, lockCreation, type OpenIntent } from "./rows.ts";

const defaultPatienceMs = 5_000;
const shortestPauseMs = 20;
const longestPauseMs = 250;

/**
 * Answers with what the operation committed, or with the stored answer of its key. Throws Problem: what `prepare` throws,
 * VALIDATION_FAILED for a key that is no UUIDv4, IDEMPOTENCY_KEY_CONFLICT, and IDEMPOTENCY_IN_PROGRESS or
 * OPERATION_IN_PROGRESS when another request with the key or on the subject takes longer than 5 seconds. Throws
 * InsurerFailure: when that leaves the outcome open, the same request may be sent again with the same key and finds out;
 * the settlement job finds out otherwise.
 */
export function perform<Request, Answered, Body>(
  dependencies: IntentDependencies,
  operation: Operation<Request, Answered, Body>,
  request: SellerRequest<Request>,
): Promise<IdempotentAnswer<Body>>;
export async function perform(
  dependencies: IntentDependencies,
  operation: AnyOperation,
  request: SellerRequest<unknown>,
): Promise<IdempotentAnswer<unknown>> {
  // The settlement job could not find it.
  if (dependencies.operations[operation.name] === undefined) throw new Error(`There is no operation ${operation.name}`);
  const { now = Date.now, wait = delay, patienceMs = defaultPatienceMs } = dependencies;
  const { database } = dependencies;
  const outside = { manager: database.dataSource.manager, client: database.pool };
  const identity = await identify(operation.name, request);
  if (operation.whenLost === "forget" && identity.keyed === null && request.subject === null)
    return await performUnrecorded(operation, dependencies, identity, request);
  const impatientAt = now() + patienceMs;
  let settledAnother = false;
  // Most requests are new, and recording one looks whether it is.
  let seen = { kind: "none" } as RequestState | null;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const state = await (seen ?? readState(outside, identity, now()));
    seen = null;
    await dependencies.faultPoint?.("looked");
    if (state.kind === "answered") return state.answer;

    const ours = state.kind === "none" || state.ours;
    const taken =
      ours || !settledAnother ? await take(dependencies, operation, identity, state, request.prepare) : null;
    if (taken === null) {
      const leftMs = impatientAt - now();
      if (leftMs <= 0) throw inProgress(identity, state);
      await wait(Math.min(pauseMs, leftMs));
      continue;
    }
    if ("kind" in taken) {
      seen = taken;
      continue;
    }
    const intent = taken;

    // Another's request is settled first, and ours is judged by what came of it.
    const tried = await execute(dependencies, operation, intent, request.requestId);
    if (tried.kind === "open") throw tried.failure;
    if (ours && tried.kind === "done") return { ...tried.answer, replayed: false };
    if (ours && tried.kind === "withdrawn") throw tried.failure;
    settledAnother ||= !ours;
  }
}

/**
 * Carries out an effect that is not recorded: it does no harm when it is lost, and no key or subject names the request,
 * so that nobody can ask for it again. Throws what fails.
 */
async function performUnrecorded(
  operation: AnyOperation,
  dependencies: IntentDependencies,
  { keyed: _, ...scope }: RequestIdentity,
  { prepare, requestId }: SellerRequest<unknown>,
): Promise<IdempotentAnswer<unknown>> {
  const { database, insurers, faultPoint, now = Date.now } = dependencies;
  await faultPoint?.("looked");
  const request = await prepare({ manager: database.dataSource.manager, client: database.pool });
  const intent = {
    ...scope,
    insurerKey: randomUUID(),
    request,
    idempotencyKey: null,
    tries: 1,
    createdAt: new Date(now()),
  };
  await faultPoint?.("claimed");
  const answered = await operation.call(intent, { insurers, requestId }).catch(async (failure: unknown) => {
    await faultPoint?.("failed");
    if (failure instanceof InsurerFailure && outcomeOf(failure, intent) === "refused")
      await inTransaction(database, async (transaction) =>
        operation.refused?.(transaction, intent, failure, new Date(now())),
      );
    throw failure;
  });
  await faultPoint?.("called");
  const answer = await inTransaction(database, async (transaction) => {
    const committed = await operation.commit(transaction, intent, answered, new Date(now()));
    await faultPoint?.("committing");
    return committed;
  });
  await faultPoint?.("committed");
  return { ...answer, replayed: false };
}

type Prepare = SellerRequest<unknown>["prepare"];

/**
 * Claims the intent that is to be carried out now. Null when another request works on it or is about to. The state of
 * the request where it turns out not to be new.
 */
function take(
  dependencies: IntentDependencies,
  operation: AnyOperation,
  identity: RequestIdentity,
  state: Exclude<RequestState, { kind: "answered" }>,
  prepare: Prepare,
): Promise<ClaimedIntent | RequestState | null> {
  return state.kind === "none"
    ? record(dependencies, operation, identity, prepare)
    : takeOver(dependencies, operation, state.intent);
}

/** A new intent, when there is none yet and the request passes its checks; null when another request is about to record one. */
async function record(
  dependencies: IntentDependencies,
  { whenLost }: AnyOperation,
  identity: RequestIdentity,
  prepare: Prepare,
): Promise<ClaimedIntent | RequestState | null> {
  const { keyed, ...scope } = identity;
  let written: ClaimedIntent | null = null;
  let found: RequestState | null = null;
  const recording = underClaim(dependencies, (claim) =>
    inTransaction(dependencies.database, async (transaction) => {
      const { manager, client, statements } = transaction;
      // In this order: once the lock keeps others from recording an intent and none exists, what was checked stays true.
      const locking = statements.send(() => lockCreation(client, identity, identity.subject, keyed?.key ?? null));
      const looking = readStateWithin(transaction, identity, claim.at.getTime());
      await statements.sent();
      const preparing = prepare(transaction);
      const [locked, state, prepared] = await Promise.allSettled([locking, looking, preparing]);
      const isLocked = fulfilled(locked);
      const known = fulfilled(state);
      if (known.kind !== "none") {
        found = known;
        return null;
      }
      if (!isLocked) {
        // A refused request need not wait for the lock to hear so, unless the very same request has been answered
        // meanwhile.
        if (prepared.status === "rejected") found = await stateBehind(prepared.reason, transaction, identity, claim.at);
        return null;
      }
      const intent = {
        ...scope,
        insurerKey: whenLost === "forget" && keyed !== null ? derivedInsurerKey(keyed) : randomUUID(),
        // The first try sees what all others will see.
        request: JSON.parse(JSON.stringify(fulfilled(prepared))) as unknown,
        idempotencyKey: keyed?.key ?? null,
        claim,
        tries: 1,
        createdAt: claim.at,
      };
      void statements.send(() => insertIntent(manager, intent));
      written = intent;
      await dependencies.faultPoint?.("recording");
      return intent;
    }),
  );
  const intent = await recording.catch((error: unknown) => {
    // The commit may have taken place without an answer.
    if (written !== null) void giveBackLater(dependencies, written);
    throw error;
  });
  return intent ?? found;
}

function fulfilled<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/**
 * Rethrows why `prepare` failed, unless it is a Problem that the very same request caused by being carried out: then returns
 * that request's state.
 */
async function stateBehind(
  refusal: unknown,
  transaction: Transaction,
  identity: RequestIdentity,
  at: Date,
): Promise<RequestState> {
  const state = refusal instanceof Problem ? await readStateWithin(transaction, identity, at.getTime()) : null;
  if (state === null || state.kind === "none") throw refusal;
  return state;
}

/** An intent that somebody left behind, for its next try. */
async function takeOver(
  dependencies: IntentDependencies,
  { whenLost }: AnyOperation,
  intent: OpenIntent,
): Promise<ClaimedIntent | null> {
  const { now = Date.now } = dependencies;
  if (whenLost === "settle" && intent.createdAt.getTime() <= now() - intentLifetimeMs)
    throw new Problem("OPERATION_IN_PROGRESS", {
      detail: "An earlier request that did the same was never answered by the insurer. Ask for help with it.",
    });
  const [free] = await freeAmong(dependencies, [intent]);
  return free === undefined ? null : await takeIntent(dependencies, free);
}

function inProgress({ keyed }: RequestIdentity, state: RequestState): Problem {
  const sameKey = state.kind === "open" && keyed !== null && state.intent.idempotencyKey === keyed.key;
  return new Problem(sameKey ? "IDEMPOTENCY_IN_PROGRESS" : "OPERATION_IN_PROGRESS", {
    headers: { "Retry-After": "1" },
  });
}
