// SQL: advisory locks.
/**
 * Flushes of one tenant's events at the same time. A flush of few rows has the tenant to itself. One of many is parted by a hash
 * of the event's id into lanes, each a transaction with a lock of its own, so that other flushes, and other servers, store
 * the lanes that it does not hold: an id is always in the same lane, and so a repeat of it is found.
 *
 * The locks are advisory and end with the transaction; PostgreSQL grants them in the order in which they were asked for.
 */
import { escapeLiteral, type PoolClient, type QueryResult } from "pg";
import { lockSeeds } from "#src/storage/advisory-locks.ts";
import type { EventRecord, Tenant } from "../records.ts";
import type { Admission, Locked } from "./flush.ts";
import type { Batch, EventBatch } from "./table.ts";

export const lanes = 4;

/** Keeps every other flush of the tenant's events away. */
export const lockAllLanes = (tenant: Tenant): string =>
  `SELECT pg_advisory_xact_lock(${lockNumber(tenant, lockSeeds.events)})`;

const lockLane = (tenant: Tenant, lane: number): string =>
  `SELECT pg_advisory_xact_lock_shared(${lockNumber(tenant, lockSeeds.events)}), pg_advisory_xact_lock(${lockNumber(tenant, lockSeeds.events + 1 + lane)})`;

/** Two locks with one number would only wait for each other. */
function lockNumber({ projectId, environment }: Tenant, seed: number): string {
  return `hashtextextended(${escapeLiteral(`events ${projectId} ${environment}`)}, ${seed})`;
}

/** FNV-1a over the code units: the same in every process. */
export function laneOf(eventId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < eventId.length; at++) hash = Math.imul(hash ^ eventId.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % lanes;
}

/** The part of the batches that belongs to the lane. Batches without any are left out. */
export interface LanePart {
  /** Positions among the batches. */
  readonly of: number[];
  readonly batches: EventBatch[];
}

export function partedByLane(batches: readonly EventBatch[]): LanePart[] {
  const parts = Array.from({ length: lanes }, (): LanePart => ({ of: [], batches: [] }));
  for (const [position, { rows }] of batches.entries()) {
    const split = Array.from({ length: lanes }, (): EventRecord[] => []);
    for (const row of rows) split[laneOf(row.eventId)]?.push(row);
    for (const [lane, part] of parts.entries()) {
      const own = split[lane] ?? [];
      if (own.length === 0) continue;
      part.of.push(position);
      part.batches.push({ kind: "events", rows: own });
    }
  }
  return parts;
}

/** Stores one lane's part; answers how many rows of each batch were new. */
export class LaneFlush implements Admission<number> {
  readonly #tenant: Tenant;
  readonly #lane: number;
  readonly #batches: readonly Batch[];

  constructor(tenant: Tenant, lane: number, batches: readonly Batch[]) {
    this.#tenant = tenant;
    this.#lane = lane;
    this.#batches = batches;
  }

  async lock(client: PoolClient, begin: string): Promise<Locked> {
    // The clock is read when the locks are granted.
    const answer: unknown = await client.query(
      `${begin}; ${lockLane(this.#tenant, this.#lane)}; SELECT clock_timestamp() AS now`,
    );
    const begun = answer as QueryResult[];
    const now = (begun.at(-1)?.rows as { now: Date }[] | undefined)?.[0]?.now;
    if (now === undefined) throw new Error("The lane's lock returned no time");
    return { now: now.getTime(), begun };
  }

  admit(): readonly Batch[] {
    return this.#batches;
  }

  answers(stored: readonly number[]): number[] {
    return [...stored];
  }

  saving(rows: number): string[] | null {
    return rows > 0 ? [] : null;
  }
}
