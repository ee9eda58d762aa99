/**
 * Has an insurer do something once, however often and from wherever it is asked for, and whatever dies meanwhile. See
 * docs/decisions/insurer-intents.md.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { Problem } from "#src/http/problem.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import { freeAmong, giveBackLater, intentLifetimeMs, takeIntent, underClaim } from "./claims.ts";
import { lockCreation } from "./creation-lock.ts";
import type { IntentDependencies } from "./dependencies.ts";
import { execute } from "./execute.ts";
import { derivedInsurerKey } from "./insurer-key.ts";
import type { BodyOf, Operation, Operations, RequestOf } from "./operation.ts";
import { identify, type RequestIdentity, type RequestState, readState, type SellerRequest } from "./request-state.ts";
import { type ClaimedIntent, insertIntent, type OpenIntent } from "./store.ts";

const defaultPatienceMs = 5_000;
const shortestPauseMs = 20;
const longestPauseMs = 250;

/**
 * Answers with what the operation committed, or with the stored answer of its key. Throws Problem: what `admit` throws,
 * VALIDATION_FAILED for a key that is no UUIDv4, IDEMPOTENCY_KEY_CONFLICT, and IDEMPOTENCY_IN_PROGRESS or
 * OPERATION_IN_PROGRESS when another request with the key or on the subject takes longer than 5 seconds. Throws
 * InsurerFailure: when that leaves the outcome open, the same request may be sent again with the same key and finds out;
 * the settlement job finds out otherwise.
 */
export async function perform<Ops extends Operations, Name extends keyof Ops & string>(
  dependencies: IntentDependencies<Ops>,
  request: SellerRequest<Name, RequestOf<Ops[Name]>>,
): Promise<IdempotentAnswer<BodyOf<Ops[Name]>>> {
  const operation = dependencies.operations[request.operation];
  if (operation === undefined) throw new Error(`There is no operation ${request.operation}`);
  return (await performWith(operation, dependencies, request)) as IdempotentAnswer<BodyOf<Ops[Name]>>;
}

async function performWith(
  operation: Operation<unknown, unknown, unknown>,
  dependencies: IntentDependencies,
  request: SellerRequest<string, unknown>,
): Promise<IdempotentAnswer<unknown>> {
  const { now = Date.now, wait = delay, patienceMs = defaultPatienceMs } = dependencies;
  const { database } = dependencies;
  const outside = { manager: database.dataSource.manager, client: database.pool };
  const identity = identify(request);
  const impatientAt = now() + patienceMs;
  let settledAnother = false;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const state = await readState(outside, identity, now());
    await dependencies.faultPoint?.("looked");
    if (state.kind === "answered") return state.answer;

    const ours = state.kind === "none" || state.ours;
    const intent = ours || !settledAnother ? await take(dependencies, operation, identity, state, request.admit) : null;
    if (intent === null) {
      const leftMs = impatientAt - now();
      if (leftMs <= 0) throw inProgress(identity, state);
      await wait(Math.min(pauseMs, leftMs));
      continue;
    }

    // Another's request is settled first, and ours is judged by what came of it.
    const tried = await execute(dependencies, operation, intent, request);
    if (tried.kind === "open") throw tried.failure;
    if (ours && tried.kind === "done") return { ...tried.answer, replayed: false };
    if (ours && tried.kind === "withdrawn") throw tried.failure;
    settledAnother ||= !ours;
  }
}

/** The intent that is to be carried out now, claimed; null when somebody else works on it or is about to. */
function take(
  dependencies: IntentDependencies,
  operation: Operation<unknown, unknown, unknown>,
  identity: RequestIdentity,
  state: Exclude<RequestState, { kind: "answered" }>,
  admit: (transaction: Transaction) => Promise<unknown>,
): Promise<ClaimedIntent | null> {
  return state.kind === "none"
    ? record(dependencies, operation, identity, admit)
    : takeOver(dependencies, operation, state.intent);
}

/** A new intent, when there is still none and the request is admitted; null when somebody else is about to record one. */
async function record(
  dependencies: IntentDependencies,
  { whenLost }: Operation<unknown, unknown, unknown>,
  identity: RequestIdentity,
  admit: (transaction: Transaction) => Promise<unknown>,
): Promise<ClaimedIntent | null> {
  const { keyed, ...scope } = identity;
  let written: ClaimedIntent | null = null;
  const recording = underClaim(dependencies, (claim) =>
    inTransaction(dependencies.database, async (transaction) => {
      const { manager, client } = transaction;
      const isNew = async () => (await readState(transaction, identity, claim.at.getTime())).kind === "none";
      if (!(await lockCreation(client, identity, identity.subject, keyed?.key ?? null))) {
        // Of many at once, those who come too late need not wait to hear so.
        await refusalOf(admit(transaction), isNew);
        return null;
      }
      if (!(await isNew())) return null;
      const intent = {
        ...scope,
        insurerKey: whenLost === "forget" && keyed !== null ? derivedInsurerKey(keyed) : randomUUID(),
        // The first try sees what all others will see.
        request: JSON.parse(JSON.stringify(await admit(transaction))) as unknown,
        idempotencyKey: keyed?.key ?? null,
        claim,
        tries: 1,
        createdAt: claim.at,
      };
      await insertIntent(manager, intent);
      written = intent;
      await dependencies.faultPoint?.("recording");
      return intent;
    }),
  );
  return await recording.catch((error: unknown) => {
    // The commit may have taken place without an answer.
    if (written !== null) void giveBackLater(dependencies, written);
    throw error;
  });
}

/** Throws the problem of an admission, unless it comes of this very request, which was answered a moment ago. */
async function refusalOf(admission: Promise<unknown>, isNew: () => Promise<boolean>): Promise<void> {
  try {
    await admission;
  } catch (error) {
    if (!(error instanceof Problem) || (await isNew())) throw error;
  }
}

/** An intent that somebody left behind, for its next try. */
async function takeOver(
  dependencies: IntentDependencies,
  { whenLost }: Operation<unknown, unknown, unknown>,
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
