/** The sweep: what a crash or a silent insurer left open is settled, whether or not the seller asks again. */
import { randomUUID } from "node:crypto";
import { declareJob, type Job } from "#src/jobs/job.ts";
import { isSilence } from "../insurers/failure.ts";
import { carryOut, named } from "./carry-out.ts";
import { freeAmong, intentLifetimeMs, newClaim } from "./claims.ts";
import { inFairLanes, type LaneLimits } from "./fair-lanes.ts";
import type { IntentParts } from "./parts.ts";
import { claimIntent, dueIntents, givenUpIntents, type OpenIntent, withdrawIntent } from "./store.ts";

const defaultLimit = 500;
const limits: LaneLimits = { most: 8, mostPerLane: 2 };
const dayMs = 86_400_000;
/** A sweep begins no try after this long (ms): the next one goes on, and workers are free for other jobs meanwhile. */
const turnMs = 45_000;
/** One line of the log names no more. */
const mostNamed = 100;

export interface SettleOptions {
  /** Most intents of one sweep; 500 when left out. */
  readonly limit?: number;
  /** Begins no more tries when it aborts. */
  readonly signal?: AbortSignal;
}

/** What a sweep did, in intents. */
export interface Settled {
  readonly done: number;
  readonly withdrawn: number;
  readonly open: number;
}

/**
 * Tries every due intent that nobody works on once. Eight at a time, two of one insurer, and no more of one that gives no
 * answer. Intents of 30 days are only spoken of, once a day. Any number of processes may sweep at the same time. Throws
 * what the database throws.
 */
export async function settleOpenIntents(
  parts: IntentParts,
  { limit = defaultLimit, signal }: SettleOptions = {},
): Promise<Settled> {
  const { pool, now = Date.now } = parts;
  await giveUp(parts);
  const at = now();
  const due = await dueIntents(pool, { now: new Date(at), youngerThan: new Date(at - intentLifetimeMs), limit });
  const count = { done: 0, withdrawn: 0, open: 0 };
  await inFairLanes(await freeAmong(parts, due), laneOf, limits, async (intent) => {
    if (signal?.aborted || now() >= at + turnMs) return false;
    const result = await settle(parts, intent);
    if (result !== "overtaken") count[result === "silent" ? "open" : result]++;
    return result !== "silent";
  });
  return count;
}

const laneOf = ({ providerId }: OpenIntent) => providerId;

/** `silent`: the insurer gives no answer, and will give none to the next either. */
async function settle(
  parts: IntentParts,
  seen: OpenIntent,
): Promise<"done" | "withdrawn" | "open" | "silent" | "overtaken"> {
  const { pool, log } = parts;
  const operation = parts.operations[seen.operation];
  if (operation === undefined) {
    log.error(named(seen), "A request to an insurer is open whose operation this version does not know");
    return "open";
  }
  if (operation.whenLost === "forget") return (await withdrawIntent(pool, seen)) ? "withdrawn" : "overtaken";
  const intent = await claimIntent(pool, seen, await newClaim(parts));
  if (intent === null) return "overtaken";
  const requestId = `req_${randomUUID()}`;
  const tried = await carryOut(parts, operation, intent, { requestId });
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
      return isSilence(tried.failure) ? "silent" : "open";
  }
}

async function giveUp({ pool, operations, log, now = Date.now }: IntentParts): Promise<void> {
  const at = now();
  const old = await givenUpIntents(pool, {
    now: new Date(at),
    olderThan: new Date(at - intentLifetimeMs),
    again: new Date(at + dayMs),
  });
  const harmless = old.filter(({ operation }) => operations[operation]?.whenLost === "forget");
  for (const intent of harmless) await withdrawIntent(pool, intent);
  const intents = old.filter((intent) => !harmless.includes(intent)).map(named);
  if (intents.length > 0)
    log.error(
      { count: intents.length, intents: intents.slice(0, mostNamed) },
      "Insurers never answered these requests, and are not asked again: find out what became of them",
    );
}

/** The sweep of each minute. `parts` are those of the process that runs it. */
export function settleInsurerIntents(parts: IntentParts): Job<unknown> {
  return declareJob<unknown>({
    name: "settle-insurer-intents",
    cron: "* * * * *",
    maxAttempts: 3,
    run: async (_payload, { signal }) => {
      await settleOpenIntents(parts, { signal });
    },
  });
}
