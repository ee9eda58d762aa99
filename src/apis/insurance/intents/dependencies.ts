import type { Database } from "#src/storage/database.ts";
import type { LivenessLock } from "#src/storage/liveness-lock.ts";
import type { Log } from "#src/storage/log.ts";
import type { Insurers } from "../insurers/registry.ts";
import type { AnyOperation } from "./operation.ts";

/** Dependencies of the execution of intents. */
export interface IntentDependencies {
  readonly database: Pick<Database, "dataSource" | "pool">;
  /** Of this process. */
  readonly liveness: Pick<LivenessLock, "id" | "hold">;
  /** Ids of the claims of this process that a try is behind. Whatever else has its number was left behind. */
  readonly claims: Set<string>;
  readonly insurers: Pick<Insurers, "reach">;
  /** By their names. */
  readonly operations: Readonly<Record<string, AnyOperation>>;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Waits (ms) before it looks again whether another request has ended. */
  readonly wait?: (ms: number) => Promise<void>;
  /** How long a request waits for another one (ms); 5,000 when left out. */
  readonly patienceMs?: number;
  /** For tests: throws Interruption to stop there. */
  readonly faultPoint?: (point: FaultPoint) => Promise<void> | void;
}

/** Where tests may stop the way of a request: between any two things that last. */

export const faultPoints = [
  /** Nothing has happened. */
  "looked",
  /** In the transaction that records the intent, before its commit. */
  "recording",
  /** The intent is on record, or taken over, and claimed; the insurer has not been asked. */
  "claimed",
  /** The insurer has done it. */
  "called",
  /** In the transaction that records the answer, before its commit. */
  "committing",
  /** The answer is on record and has not been given. */
  "committed",
  /** The insurer has refused, or nobody knows. */
  "failed",
  /** In the transaction that removes the intent, before its commit. */
  "withdrawing",
  /** The intent is removed, or free for another try. */
  "released",
] as const;

export type FaultPoint = (typeof faultPoints)[number];

/** Ends the way where it is thrown, as a kill would: nothing is tidied up. */
export class Interruption extends Error {
  constructor(message = "interrupted") {
    super(message);
    this.name = "Interruption";
  }
}
