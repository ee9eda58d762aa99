/** Readiness check: whether all nodes of a cluster answer. On a single PostgreSQL it reports nothing. */
import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { nodesAway } from "#src/storage/cluster.ts";
import type { ReadinessCheck } from "./readiness.ts";

/** How long a result is reused, so that probes do not ask the nodes each time (milliseconds). */
const freshMs = 5_000;
export interface NodesCheckOptions {
  /** Returns milliseconds; a monotonic clock when left out. */
  readonly now?: () => number;
  /** How long a probe waits for the nodes before it gets the last known result (ms); 2,000 when left out. */
  readonly patienceMs?: number;
  readonly nodesAway?: (pool: Pool) => Promise<readonly string[]>;
}

const defaults = { now: () => performance.now(), patienceMs: 2_000, nodesAway };

/**
 * Reports nodes that are away. They do not make the server unready, because it still serves the tenants of other nodes. Only one check
 * runs at a time, because a check waits for every node that does not answer.
 */
export function nodesCheck(pool: Pool, options: NodesCheckOptions = {}): ReadinessCheck {
  const { now, patienceMs, nodesAway } = { ...defaults, ...options };
  let known: { readonly at: number; readonly said: string | null } | undefined;
  let looking: Promise<string | null> | undefined;
  const look = async (): Promise<string | null> => {
    try {
      const nodes = await nodesAway(pool);
      const said = nodes.length === 0 ? null : `away: ${nodes.join(", ")}`;
      known = { at: now(), said };
      return said;
    } finally {
      looking = undefined;
    }
  };
  return {
    name: "nodes",
    forInformation: true,
    run: async () => {
      if (looking === undefined && known !== undefined && now() - known.at < freshMs) return known.said;
      looking ??= look();
      return known === undefined ? looking : Promise.race([looking, delay(patienceMs, known.said, { ref: false })]);
    },
  };
}
