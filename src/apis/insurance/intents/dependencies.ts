import type { Database } from "#src/storage/database.ts";
import type { LivenessLock } from "#src/storage/liveness-lock.ts";
import type { Log } from "#src/storage/log.ts";
import type { Insurers } from "../insurers/registry.ts";
import type { FaultPoint } from "./fault-points.ts";
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
