/** Leases on intents: the process that works on one, and for how long it holds it. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { keptDays } from "#src/http/idempotency.ts";
import { deadAmong } from "#src/storage/liveness-lock.ts";
import type { IntentDependencies } from "./dependencies.ts";
import { type Claim, type ClaimedIntent, claimIntent, type IntentTry, type OpenIntent, releaseIntent } from "./rows.ts";

/**
 * A claim ends at this age even if its process is alive (ms). A try takes little more than 30 s, so an older one hangs
 * or could not be given back. Should it live after all, two tries with one key are one effect.
 */
const claimLifetimeMs = 120_000;

/** A process that was stopped for that long between claim and call (ms) does not call: it may lose the claim meanwhile. */
const latestCallMs = 60_000;

/** Insurers keep keys for 30 days. After that another try might be another effect (ms). */
export const intentLifetimeMs = keptDays * 86_400_000;

/** How soon a claim that could not be given back is tried again, and how often at most (ms). */
const firstPauseMs = 100;
const longestPauseMs = 2_000;

/** Those of these intents that nobody works on: not claimed, or claimed by a process that is gone or has ended its try. */
export async function freeAmong<Seen extends Pick<OpenIntent, "claim">>(
  { database, liveness, claims, now = Date.now }: IntentDependencies,
  intents: readonly Seen[],
): Promise<Seen[]> {
  const agedAt = now() - claimLifetimeMs;
  const others = intents.flatMap(({ claim }) => (claim === null || claim.by === liveness.id ? [] : [claim.by]));
  const absent = new Set(await deadAmong(database.pool, [...new Set(others)]));
  return intents.filter(({ claim }) => {
    if (claim === null || claim.at.getTime() <= agedAt) return true;
    return claim.by === liveness.id ? !claims.has(claim.id) : absent.has(claim.by);
  });
}

/**
 * Takes an intent under a claim of this process, which others see from now on; its try ends with `endClaim`. Null when
 * `take` gives none. Throws what it throws, and what pg throws when the database is away.
 */
export async function underClaim<Taken extends IntentTry>(
  dependencies: IntentDependencies,
  take: (claim: Claim) => Promise<Taken | null>,
): Promise<Taken | null> {
  const { liveness, claims, now = Date.now } = dependencies;
  await liveness.hold();
  const claim = { id: randomUUID(), by: liveness.id, at: new Date(now()) };
  claims.add(claim.id);
  let taken: Taken | null = null;
  try {
    taken = await take(claim);
    return taken;
  } finally {
    if (taken === null) endClaim(dependencies, claim);
  }
}

/** Takes an intent for its next try. Null when it is no longer as it was seen. Throws what pg throws. */
export function takeIntent(dependencies: IntentDependencies, seen: OpenIntent): Promise<ClaimedIntent | null> {
  return underClaim(dependencies, (claim) =>
    claimIntent(dependencies.database.dataSource.manager, seen, claim).catch((error: unknown) => {
      // It may have been claimed without an answer.
      void giveBackLater(dependencies, { ...seen, claim, tries: seen.tries + 1 });
      throw error;
    }),
  );
}

/** Says that no try is behind it any more. */
export function endClaim({ claims }: IntentDependencies, { id }: Claim): void {
  claims.delete(id);
}

/** Leaves an intent to whoever asks next; later, when the database cannot be told now. */
export async function giveBack(dependencies: IntentDependencies, intent: IntentTry): Promise<void> {
  const { log } = dependencies;
  await release(dependencies, intent).catch((error: unknown) => {
    log.warn({ err: error, subject: intent.subject }, "The claim on a request to an insurer is given back later");
    void giveBackLater(dependencies, intent);
  });
}

/**
 * Gives a claim back as soon as the database can be told, until the claim ends by its age: only this process knows that
 * nobody is behind it.
 */
export async function giveBackLater(dependencies: IntentDependencies, intent: IntentTry): Promise<void> {
  const { now = Date.now } = dependencies;
  const lostAt = intent.claim.at.getTime() + claimLifetimeMs;
  for (let pauseMs = firstPauseMs; now() < lostAt; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await delay(pauseMs, undefined, { ref: false });
    const told = await release(dependencies, intent).then(
      () => true,
      () => false,
    );
    if (told) return;
  }
}

function release({ database, now = Date.now }: IntentDependencies, intent: IntentTry): Promise<void> {
  return releaseIntent(database.dataSource.manager, intent, new Date(now()));
}

/** Whether it is too late to call the insurer under this claim. */
export function isOverdue({ at }: Claim, { now = Date.now }: IntentDependencies): boolean {
  return now() >= at.getTime() + latestCallMs;
}
