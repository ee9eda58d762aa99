/** Commands of operators for requests that an insurer has left open. The settlement job ends most, and gives up after 30 days. */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import { conflict, invalid, notFound } from "#src/http/problem.ts";
import { insurerIntentEntity } from "../entities.ts";
import { freeAmong, intentLifetimeMs, takeIntent } from "./claims.ts";
import type { IntentDependencies } from "./dependencies.ts";
import { execute } from "./execute.ts";
import type { AnyOperation } from "./operation.ts";
import { type OpenIntent, openIntent, withdrawIntent } from "./rows.ts";

/** One answer lists no more. */
const mostListed = 1_000;

export interface ListedIntent extends OpenIntent {
  /** When the settlement job asks next. */
  readonly nextTryAt: Date;
  /** Insurers may have forgotten its key, so nobody asks any more. */
  readonly givenUp: boolean;
}

/** Of all businesses, the oldest first. `now` is in milliseconds since the epoch. */
export async function listIntents(manager: EntityManager, now: number): Promise<ListedIntent[]> {
  const rows = await manager.find(insurerIntentEntity, { order: { createdAt: "ASC" }, take: mostListed });
  return rows.map((row) => ({ ...openIntent(row), nextTryAt: row.nextTryAt, givenUp: isGivenUp(row, now) }));
}

function isGivenUp({ createdAt }: Pick<OpenIntent, "createdAt">, now: number): boolean {
  return createdAt.getTime() <= now - intentLifetimeMs;
}

/**
 * Asks the insurer once more, at once, or takes `answer` for what it has said: the body of its success, as the protocol has
 * it. Returns whether the insurer has done it (`done`) or has refused it (`refused`); in both cases it is open no more. Throws
 * Problem NOT_FOUND; VALIDATION_FAILED for an answer that breaks the protocol or belongs to another request;
 * INVALID_STATE_TRANSITION where it stays open, or is not to be asked for again.
 */
export async function settleByHand(
  dependencies: IntentDependencies,
  insurerKey: string,
  answer?: unknown,
): Promise<"done" | "refused"> {
  const seen = await freeIntent(dependencies, insurerKey);
  const operation = dependencies.operations[seen.operation];
  if (operation === undefined) throw conflict(`This version does not know the operation ${seen.operation}.`);
  if (answer !== undefined) await requireAnswer(dependencies, operation, seen, answer);
  else if (isGivenUp(seen, (dependencies.now ?? Date.now)()))
    throw conflict(
      "It is older than 30 days, so the insurer may have forgotten its key and would do it again. Ask the insurer what became of it; then settle it with its answer, or clear it.",
    );
  const intent = await takeIntent(dependencies, seen);
  if (intent === null) throw inOtherHands();
  const asked = answer === undefined ? operation : { ...operation, call: async () => answer };
  const tried = await execute(dependencies, asked, intent, `req_${randomUUID()}`);
  switch (tried.kind) {
    case "done":
      return "done";
    case "withdrawn":
      return "refused";
    case "overtaken":
      throw inOtherHands();
    case "open":
      throw conflict(
        `It stays open: ${tried.failure instanceof Error ? tried.failure.message : String(tried.failure)}`,
      );
  }
}

/**
 * Forgets a request of which the insurer has said that nothing was done: its subject and the seller's key are free again.
 * Throws Problem NOT_FOUND, and INVALID_STATE_TRANSITION while somebody works on it.
 */
export async function clearByHand(dependencies: IntentDependencies, insurerKey: string): Promise<OpenIntent> {
  const seen = await freeIntent(dependencies, insurerKey);
  if (!(await withdrawIntent(dependencies.database.dataSource.manager, seen))) throw inOtherHands();
  return seen;
}

async function freeIntent(dependencies: IntentDependencies, insurerKey: string): Promise<OpenIntent> {
  const row = await dependencies.database.dataSource.manager.findOneBy(insurerIntentEntity, { insurerKey });
  if (row === null) throw notFound(`No request with the key ${insurerKey} is open.`);
  const [free] = await freeAmong(dependencies, [openIntent(row)]);
  if (free === undefined) throw inOtherHands();
  return free;
}

function inOtherHands() {
  return conflict("Somebody works on it at this moment. Look again in a minute.");
}

async function requireAnswer(
  { database }: IntentDependencies,
  { findingsIn }: AnyOperation,
  { operation, insurerKey }: OpenIntent,
  answer: unknown,
): Promise<void> {
  const { manager } = database.dataSource;
  const row = await manager.findOne(insurerIntentEntity, { where: { insurerKey }, select: { request: true } });
  if (row === null) throw inOtherHands();
  const [first] = findingsIn(row.request, answer);
  if (first !== undefined) throw invalid(`This is no answer to ${operation}: ${first.path} ${first.message}.`);
}
