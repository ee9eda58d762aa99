/** One try of a claimed intent: the insurer is asked, and what it says is written down. */
import { type KeyedRequest, recall, remember } from "#src/http/idempotency.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import { InsurerFailure } from "../insurers/failure.ts";
import { endClaim, giveBack, isOverdue } from "./claims.ts";
import { type IntentDependencies, Interruption } from "./dependencies.ts";
import type { AnyOperation, Committed } from "./operation.ts";
import { type Outcome, outcomeOf, whileUnknown } from "./outcome.ts";
import { type ClaimedIntent, endIntent, withdrawIntent } from "./rows.ts";

/** The outcome of an attempt. */
export type Try =
  | { readonly kind: "done"; readonly answer: Committed<unknown> }
  /** Another try works on it or has ended it; its state can be read. */
  | { readonly kind: "overtaken" }
  /** The intent is gone: nothing was done, or it does not matter. */
  | { readonly kind: "withdrawn"; readonly failure: unknown }
  /** Whether it was done is not known. The intent stays. */
  | { readonly kind: "open"; readonly failure: unknown };

/**
 * Never throws for what the insurer, the operation or the database does: an intent that cannot be ended stays, and the
 * failure is in the result. Holds no connection while it waits for the insurer.
 */
export async function execute(
  dependencies: IntentDependencies,
  operation: AnyOperation,
  intent: ClaimedIntent,
  requestId: string,
): Promise<Try> {
  try {
    return await attempt(dependencies, operation, intent, requestId);
  } finally {
    endClaim(dependencies, intent.claim);
  }
}

async function attempt(
  dependencies: IntentDependencies,
  operation: AnyOperation,
  intent: ClaimedIntent,
  requestId: string,
): Promise<Try> {
  await dependencies.faultPoint?.("claimed");
  if (isOverdue(intent.claim, dependencies)) {
    await giveBack(dependencies, intent);
    return { kind: "overtaken" };
  }
  let answered: unknown;
  try {
    answered = await operation.call(intent, { insurers: dependencies.insurers, requestId });
  } catch (failure) {
    if (failure instanceof Interruption) throw failure;
    await dependencies.faultPoint?.("failed");
    return await afterFailure(dependencies, operation, intent, failure);
  }
  await dependencies.faultPoint?.("called");
  try {
    const answer = await commitAnswer(dependencies, operation, intent, answered);
    await dependencies.faultPoint?.("committed");
    if (answer === null)
      dependencies.log.warn(named(intent), "Another try ended this request to an insurer before this one could");
    return answer === null ? { kind: "overtaken" } : { kind: "done", answer };
  } catch (failure) {
    if (failure instanceof Interruption) throw failure;
    // An answer that the operation cannot use.
    if (failure instanceof InsurerFailure) return await afterFailure(dependencies, operation, intent, failure);
    dependencies.log.error(
      { ...named(intent), err: failure },
      "An insurer has answered, and it could not be written down",
    );
    return await leaveOpen(dependencies, intent, failure);
  }
}

/** Null when another try has written the answer down. */
async function commitAnswer(
  dependencies: IntentDependencies,
  operation: AnyOperation,
  intent: ClaimedIntent,
  answered: unknown,
): Promise<Committed<unknown> | null> {
  const keyed = keyedBy(intent);
  const ended = Symbol("ended before");
  try {
    return await inTransaction(dependencies.database, async (transaction) => {
      const ending = transaction.statements.send(() => endIntent(transaction.manager, intent));
      await transaction.statements.sent();
      const writing = writeAnswer(dependencies, operation, transaction, intent, answered);
      transaction.statements.alongside(writing);
      // Another try has ended the intent: nothing of this one is written, and a failure of its writes does not matter.
      if (!(await ending)) throw ended;
      const answer = await writing;
      await dependencies.faultPoint?.("committing");
      return answer;
    });
  } catch (error) {
    if (error !== ended) throw error;
  }
  // There is no answer under its key, so another try withdrew the intent: the insurer, still at work, had told it that
  // nothing would be done. It was done all the same, so this answer counts. The key keeps away those who heard
  // otherwise.
  return await inTransaction(dependencies.database, async (transaction) => {
    if (keyed === null || (await recall(transaction.client, keyed, dependencies.now?.())) !== null) return null;
    const answer = await writeAnswer(dependencies, operation, transaction, intent, answered);
    await dependencies.faultPoint?.("committing");
    return answer;
  });
}

async function writeAnswer(
  { now = Date.now }: IntentDependencies,
  operation: AnyOperation,
  transaction: Transaction,
  intent: ClaimedIntent,
  answered: unknown,
): Promise<Committed<unknown>> {
  const keyed = keyedBy(intent);
  const at = now();
  const answer = await operation.commit(transaction, intent, answered, new Date(at));
  if (keyed !== null) await remember(transaction.client, keyed, answer.body, at);
  return answer;
}

async function afterFailure(
  dependencies: IntentDependencies,
  operation: AnyOperation,
  intent: ClaimedIntent,
  failure: unknown,
): Promise<Try> {
  const outcome = outcomeOf(failure, intent);
  if (outcome === "unknown" && operation.whenLost === "settle")
    return await leaveOpen(dependencies, intent, whileUnknown(failure));
  try {
    const withdrawn = await withdraw(dependencies, operation, intent, failure, outcome);
    await dependencies.faultPoint?.("released");
    return withdrawn ? { kind: "withdrawn", failure } : { kind: "overtaken" };
  } catch (error) {
    if (error instanceof Interruption) throw error;
    dependencies.log.error(
      { ...named(intent), err: error },
      "An insurer has refused, and it could not be written down",
    );
    // It is asked again, so the refusal is not the last word.
    return await leaveOpen(dependencies, intent, error);
  }
}

/** False when somebody else works on it: what they hear may be more than what we heard. */
function withdraw(
  { database, faultPoint, now = Date.now }: IntentDependencies,
  operation: AnyOperation,
  intent: ClaimedIntent,
  failure: unknown,
  outcome: Outcome,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    if (!(await withdrawIntent(transaction.manager, intent))) return false;
    if (outcome === "refused" && failure instanceof InsurerFailure)
      await operation.refused?.(transaction, intent, failure, new Date(now()));
    await faultPoint?.("withdrawing");
    return true;
  });
}

async function leaveOpen(dependencies: IntentDependencies, intent: ClaimedIntent, failure: unknown): Promise<Try> {
  await giveBack(dependencies, intent);
  await dependencies.faultPoint?.("released");
  return { kind: "open", failure };
}

function keyedBy({ businessId, environment, operation, idempotencyKey, sha256 }: ClaimedIntent): KeyedRequest | null {
  return idempotencyKey === null ? null : { owner: businessId, environment, operation, key: idempotencyKey, sha256 };
}

/** The log members of an intent, without its request. */
export function named(intent: Pick<ClaimedIntent, "businessId" | "environment" | "operation" | "subject" | "tries">) {
  const { businessId, environment, operation, subject, tries } = intent;
  return { businessId, environment, operation, subject, tries };
}
