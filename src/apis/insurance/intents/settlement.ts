/** The settlement job: what a crash or an unresponsive insurer left open is settled, whether or not the seller asks again. */
import { randomUUID } from "node:crypto";
import { declareJob, type Job } from "#src/jobs/job.ts";
import { type GroupLimits, runGrouped } from "../grouped-concurrency.ts";
import { isUnresponsive } from "../insurers/failure.ts";
import { freeAmong, intentLifetimeMs, takeIntent } from "./claims.ts";
import type { IntentDependencies } from "./dependencies.ts";
import { execute, named } from "./execute.ts";
import { dueIntents, givenUpIntents, type OpenIntent, withdrawIntent } from "./rows.ts";

const defaultLimit = 500;
const limits: GroupLimits = { most: 8, mostPerGroup: 2 };
const dayMs = 86_400_000;
/** A run begins no try after this long (ms): the next one goes on, and workers are free for other jobs meanwhile. */
const runMs = 45_000;
/** One line of the log names no more. */
const mostNamed = 100;

export interface SettleOptions {
  /** Most intents of one run; 500 when left out. */
  readonly limit?: number;
  /** Begins no more tries when it aborts. */
  readonly signal?: AbortSignal;
}

/** The outcome of a run, in intents. */
export interface Settled {
  readonly done: number;
  readonly withdrawn: number;
  readonly open: number;
}

/**
 * Tries every due intent that nobody works on once. Eight at a time, two of one insurer, and no more of one that gives no
 * answer. Intents of 30 days are only spoken of, once a day. Any number of processes may do this at the same time. Throws
 * what the database throws.
 */
export async function settleOpenIntents(
  dependencies: IntentDependencies,
  { limit = defaultLimit, signal }: SettleOptions = {},
): Promise<Settled> {
  const { database, now = Date.now } = dependencies;
  await giveUp(dependencies);
  const at = now();
  const due = await dueIntents(database.pool, {
    now: new Date(at),
    youngerThan: new Date(at - intentLifetimeMs),
    limit,
  });
  const count = { done: 0, withdrawn: 0, open: 0 };
  await runGrouped(await freeAmong(dependencies, due), groupOf, limits, async (intent) => {
    if (signal?.aborted || now() >= at + runMs) return false;
    const result = await settle(dependencies, intent);
    if (result !== "overtaken") count[result === "unresponsive" ? "open" : result]++;
    return result !== "unresponsive";
  });
  return count;
}

const groupOf = ({ providerId }: OpenIntent) => providerId;

/** `unresponsive`: the insurer gives no answer, and will give none to the next either. */
async function settle(
  dependencies: IntentDependencies,
  seen: OpenIntent,
): Promise<"done" | "withdrawn" | "open" | "unresponsive" | "overtaken"> {
  const { database, log } = dependencies;
  const { manager } = database.dataSource;
  const operation = dependencies.operations[seen.operation];
  if (operation === undefined) {
    log.error(named(seen), "A request to an insurer is open whose operation this version does not know");
    return "open";
  }
  if (operation.whenLost === "forget") return (await withdrawIntent(manager, seen)) ? "withdrawn" : "overtaken";
  const intent = await takeIntent(dependencies, seen);
  if (intent === null) return "overtaken";
  const requestId = `req_${randomUUID()}`;
  const tried = await execute(dependencies, operation, intent, requestId);
  const facts = { ...named(intent), requestId };
  switch (tried.kind) {
    case "overtaken":
      return "overtaken";
    case "done":
      log.info(facts, "An open request to an insurer is done");
      return "done";
    case "withdrawn":
      log.info({ ...facts, err: tried.failure }, "An open request to an insurer was refused");
      return "withdrawn";
    case "open":
      log.warn({ ...facts, err: tried.failure }, "A request to an insurer is still open");
      return isUnresponsive(tried.failure) ? "unresponsive" : "open";
  }
}

async function giveUp({ database, operations, log, now = Date.now }: IntentDependencies): Promise<void> {
  const at = now();
  const old = await givenUpIntents(database.pool, {
    now: new Date(at),
    olderThan: new Date(at - intentLifetimeMs),
    again: new Date(at + dayMs),
  });
  const harmless = old.filter(({ operation }) => operations[operation]?.whenLost === "forget");
  for (const intent of harmless) await withdrawIntent(database.dataSource.manager, intent);
  const intents = old.filter((intent) => !harmless.includes(intent)).map(named);
  if (intents.length > 0)
    log.error(
      { count: intents.length, intents: intents.slice(0, mostNamed) },
      "Insurers never answered these requests, and are not asked again: find out what became of them",
    );
}

/** Runs each minute. `dependencies` are those of the process that runs it. */
export function settleInsurerIntents(dependencies: IntentDependencies): Job<unknown> {
  return declareJob<unknown>({
    name: "settle-insurer-intents",
    cron: "* * * * *",
    maxAttempts: 3,
    run: async (_payload, { signal }) => {
      await settleOpenIntents(dependencies, { signal });
    },
  });
}
