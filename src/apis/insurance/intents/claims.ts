/** Who works on an intent, and for how long that is believed. */
import { randomUUID } from "node:crypto";
import { keptDays } from "#src/http/idempotency.ts";
import { deadAmong } from "#src/storage/liveness-lock.ts";
import type { IntentDependencies } from "./dependencies.ts";
import type { Claim, OpenIntent } from "./store.ts";

/**
 * A claim is given up at this age even if its process is there (ms): a try takes 30 s and a little, so this one was
 * forgotten, for example when the database was away at its end. Should it live after all, two tries with one key are one
 * effect.
 */
export const claimLifetimeMs = 120_000;

/** A process that was stopped for that long between claim and call (ms) does not call: it may lose the claim meanwhile. */
const latestCallMs = 60_000;

/** Insurers keep keys for 30 days. After that another try might be another effect (ms). */
export const intentLifetimeMs = keptDays * 86_400_000;

/** Those of these intents that nobody works on: never claimed again, or claimed by a process that is gone. */
export async function freeAmong<Seen extends Pick<OpenIntent, "claim">>(
  { database, liveness, now = Date.now }: IntentDependencies,
  intents: readonly Seen[],
): Promise<Seen[]> {
  const agedAt = now() - claimLifetimeMs;
  const others = intents.flatMap(({ claim }) => (claim === null || claim.by === liveness.id ? [] : [claim.by]));
  const absent = new Set(await deadAmong(database.pool, [...new Set(others)]));
  return intents.filter(({ claim }) => claim === null || absent.has(claim.by) || claim.at.getTime() <= agedAt);
}

/** A claim of this process, which others see from now on. Throws what pg throws when the database is away. */
export async function newClaim({ liveness, now = Date.now }: IntentDependencies): Promise<Claim> {
  await liveness.hold();
  return { id: randomUUID(), by: liveness.id, at: new Date(now()) };
}

/** Whether it is too late to call the insurer under this claim. */
export function isOverdue({ at }: Claim, { now = Date.now }: IntentDependencies): boolean {
  return now() >= at.getTime() + latestCallMs;
}
