/** Whether all nodes of a cluster answer; nothing to tell on a single PostgreSQL. */
import type { Pool } from "pg";
import { nodesAway } from "#src/storage/cluster.ts";
import type { ReadinessCheck } from "./readiness.ts";

/** Each node asks each other: not with every probe (milliseconds). */
const freshMs = 5_000;

/**
 * Tells of nodes that are away, without making the server unready: requests of tenants on other nodes go on. One look at a time,
 * since it may wait for a node that does not answer.
 */
export function nodesCheck(pool: Pool, now: () => number = () => performance.now()): ReadinessCheck {
  let look: { readonly at: number; readonly answer: Promise<string | null>; ended: boolean } | undefined;
  return {
    name: "nodes",
    forInformation: true,
    run: () => {
      if (look !== undefined && (!look.ended || now() - look.at < freshMs)) return look.answer;
      const answer = nodesAway(pool).then((away) => (away.length === 0 ? null : `away: ${away.join(", ")}`));
      const begun = { at: now(), answer, ended: false };
      look = begun;
      answer
        .catch(() => {})
        .finally(() => {
          begun.ended = true;
        });
      return answer;
    },
  };
}
