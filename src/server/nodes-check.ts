/** Whether all nodes of a cluster answer; nothing to tell on a single PostgreSQL. */
import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { nodesAway } from "#src/storage/cluster.ts";
import type { ReadinessCheck } from "./readiness.ts";

/** Nodes are not asked with every probe (milliseconds). */
const freshMs = 5_000;
export interface NodesCheckOptions {
  /** Milliseconds; the clock that only goes forward when left out. */
  readonly now?: () => number;
  /** How long a probe waits for nodes that are being asked, before it is told what was known last; 2,000 when left out. */
  readonly patienceMs?: number;
  readonly nodesAway?: (pool: Pool) => Promise<readonly string[]>;
}

const defaults = { now: () => performance.now(), patienceMs: 2_000, nodesAway };

/**
 * Tells of nodes that are away, without making the server unready: requests of tenants on other nodes go on. One look at a time,
 * since it waits for every node that does not answer.
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
