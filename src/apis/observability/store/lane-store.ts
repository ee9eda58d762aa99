/** Many events of one tenant, stored in lanes (lanes.ts): charged first, then committed lane by lane, several at a time. */
import type { Pool } from "pg";
import type { Problem } from "#src/http/problem.ts";
import type { QuotaState } from "#src/http/rate-limit.ts";
import type { Place } from "#src/storage/places.ts";
import type { Tenant } from "../records.ts";
import { type Attempts, refusal } from "./attempts.ts";
import { type AppendOutcome, type Charged, chargeEach, isAdmitted, namesOf } from "./charged-flush.ts";
import { eventsTable } from "./events-table.ts";
import { LaneFlush, lanes, partedByLane } from "./lanes.ts";
import { chargeAlone } from "./quota.ts";
import type { EventBatch } from "./table.ts";

export interface ChargedEvents extends Charged {
  readonly batch: EventBatch;
}

export interface LaneStoreDependencies {
  readonly pool: Pool;
  readonly attempts: Attempts;
}

/** Lanes of a tenant that one process stores at a time, each on a connection of the pool. */
const lanesAtOnce = 2;

/** Longer ids may be more than an entry of an index holds. */
const longestSureId = 1_000;
const latestSureTime = 8e12;

/**
 * Whether PostgreSQL takes all rows. A request with one that it refuses is refused whole, which a flush of whole requests
 * does: in lanes its other rows would be stored.
 */
export function isStorable({ rows }: EventBatch): boolean {
  return rows.every(
    ({ eventId, time, level, payloadJson, ...texts }) =>
      eventId.length <= longestSureId &&
      Math.abs(time) < latestSureTime &&
      Math.abs(level) < 0x8000 &&
      ![
        eventId,
        payloadJson,
        texts.message,
        texts.release,
        texts.stage,
        texts.platform,
        texts.traceId,
        texts.spanId,
      ].some((text) => text?.includes("\0")),
  );
}

export class LaneStore {
  readonly #dependencies: LaneStoreDependencies;

  constructor(dependencies: LaneStoreDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Of each request, what became of it: the outcome when its rows are committed in all lanes that they are in, else what it is
   * refused with. Where a lane fails, the rows of others may be stored, and stay charged.
   */
  async store(tenant: Tenant, requests: readonly ChargedEvents[], place: Place): Promise<(AppendOutcome | Error)[]> {
    const { attempts, pool } = this.#dependencies;
    let charges: (QuotaState | Problem)[];
    try {
      charges = await attempts.run(() => chargeAhead(pool, tenant, requests), place);
    } catch (error) {
      return requests.map(() => refusal(error));
    }
    const admitted = requests.filter((_, index) => isAdmitted(charges[index])).map(({ batch }) => batch);
    const stored = await this.#storeParts(tenant, admitted, place);
    let position = 0;
    return charges.map((quota): AppendOutcome | Error => {
      if (!isAdmitted(quota)) return quota;
      const written = stored[position] ?? 0;
      const sent = admitted[position++]?.rows.length ?? 0;
      return written instanceof Error ? written : { stored: written, deduped: sent - written, quota };
    });
  }

  /** The rows of each batch that were new, or why not all of them are stored. */
  async #storeParts(tenant: Tenant, batches: readonly EventBatch[], place: Place): Promise<(number | Error)[]> {
    const { attempts } = this.#dependencies;
    const stored: (number | Error)[] = batches.map(() => 0);
    const parts = [...partedByLane(batches).entries()];
    // Servers that begin with different lanes wait less for each other.
    const first = Math.floor(Math.random() * lanes);
    const queue = [...parts.slice(first), ...parts.slice(0, first)].values();
    const storeNext = async (): Promise<void> => {
      for (const [lane, { of, batches }] of queue) {
        if (batches.length === 0) continue;
        const admission = () => new LaneFlush(tenant, lane, batches);
        const written = await attempts.flush(admission, { tenant, table: eventsTable }, place).catch(refusal);
        for (const [index, position] of of.entries()) {
          const before = stored[position] ?? 0;
          if (before instanceof Error) continue;
          stored[position] = written instanceof Error ? written : before + (written[index] ?? 0);
        }
      }
    };
    await Promise.all(Array.from({ length: lanesAtOnce }, storeNext));
    return stored;
  }
}

/**
 * Charges requests whose rows are stored in lanes afterwards; in a transaction of its own, since lanes that charge the same
 * quota would wait for each other's commit. After a crash of PostgreSQL what is not stored may stay charged. Of each request,
 * what is left, or that it does not fit.
 */
function chargeAhead(pool: Pool, tenant: Tenant, requests: readonly Charged[]): Promise<(QuotaState | Problem)[]> {
  return chargeAlone(pool, tenant, namesOf("events", requests), (ledger) => chargeEach(ledger, requests));
}
