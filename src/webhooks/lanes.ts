/**
 * The queue. Every endpoint has a lane; a worker takes a lane for one turn, by a lease, and sends what is due in it.
 * So an endpoint is served by one worker at a time and a slow one holds up nobody else. Whoever causes an event only
 * inserts an arrival (no row is shared, so transactions never wait for each other here); the sweep turns arrivals into
 * due lanes. Both tables stay on the coordinator of a cluster: docs/decisions/webhook-lanes.md.
 */
import { randomUUID } from "node:crypto";
import type { Queryable } from "#src/jobs/enqueue.ts";
import type { Owner } from "./owner.ts";
import { rowsOf } from "./statement.ts";

/** What `LISTEN` hears after an event was committed. */
export const arrivalChannel = "accord_webhooks";

/** Requests that one endpoint gets at the same time, at most. */
export const maxWidth = 16;

export interface Lane extends Owner {
  readonly endpointId: string;
  /** How many requests at a time: doubles while all goes well, halves when something fails. */
  readonly width: number;
  readonly leaseId: string;
  /** Arrivals so far; one more of them during the turn makes the lane due again. */
  readonly wakes: string;
}

export interface Claim {
  readonly now: Date;
  readonly leaseMs: number;
  /** Whether to take lanes whose last turn was slow; the others must not wait for those. */
  readonly slow: boolean;
  /** The sum of the widths of what is taken, at most. */
  readonly sockets: number;
}

/** Tells the sweep, when the transaction commits, that these endpoints have something due. */
export async function announce(
  on: Queryable,
  { ownerId, environment }: Owner,
  endpointIds: readonly string[],
): Promise<void> {
  await on.query(
    `INSERT INTO webhook_arrivals (owner_id, environment, endpoint_id)
     SELECT $1, $2, endpoint_id FROM unnest($3::text[]) AS endpoint_id`,
    [ownerId, environment, endpointIds],
  );
  await on.query("SELECT pg_notify($1, '')", [arrivalChannel]);
}

/** Makes the lanes of arrivals due. Returns whether there were any. */
export async function admitArrivals(on: Queryable, now: Date): Promise<boolean> {
  const admitted = await rowsOf(
    on,
    `WITH arrived AS (
       DELETE FROM webhook_arrivals
       WHERE id IN (SELECT id FROM webhook_arrivals ORDER BY id LIMIT 5000 FOR UPDATE SKIP LOCKED)
       RETURNING endpoint_id, owner_id, environment)
     INSERT INTO webhook_lanes (endpoint_id, owner_id, environment, due_at)
     SELECT DISTINCT endpoint_id, owner_id, environment, $1::timestamptz FROM arrived ORDER BY endpoint_id
     ON CONFLICT (endpoint_id) DO UPDATE
       SET due_at = least(webhook_lanes.due_at, excluded.due_at), wakes = webhook_lanes.wakes + 1
     RETURNING endpoint_id`,
    [now],
  );
  return admitted.length > 0;
}

/**
 * Takes lanes that are due and free: first one of every owner, then a second of every owner, and so on; the longest due
 * first. A lane whose lease has run out is free: its worker is gone. Uses webhook_lanes_due.
 */
export async function claimLanes(on: Queryable, { now, leaseMs, slow, sockets }: Claim): Promise<Lane[]> {
  const leaseId = randomUUID();
  return rowsOf<Lane>(
    on,
    `WITH due AS (
       SELECT endpoint_id, owner_id, due_at, width FROM webhook_lanes
       WHERE slow = $1 AND due_at <= $2 AND (leased_until IS NULL OR leased_until <= $2)
       ORDER BY due_at LIMIT 2000),
     ranked AS (
       SELECT endpoint_id, due_at, width, row_number() OVER (PARTITION BY owner_id ORDER BY due_at) AS turn FROM due),
     ordered AS (
       SELECT endpoint_id, sum(width) OVER (ORDER BY turn, due_at, endpoint_id) AS sockets FROM ranked),
     taken AS (
       SELECT endpoint_id FROM webhook_lanes JOIN ordered USING (endpoint_id)
       WHERE sockets <= $3 AND (leased_until IS NULL OR leased_until <= $2)
       FOR UPDATE OF webhook_lanes SKIP LOCKED)
     UPDATE webhook_lanes AS lane SET lease_id = $4, leased_until = $5
     FROM taken WHERE lane.endpoint_id = taken.endpoint_id
     RETURNING lane.endpoint_id AS "endpointId", lane.owner_id AS "ownerId", lane.environment, lane.width,
       lane.lease_id AS "leaseId", lane.wakes`,
    [slow, now, sockets, leaseId, new Date(now.getTime() + leaseMs)],
  );
}

export interface TurnEnd {
  readonly now: Date;
  /** When the lane has something due next; null when it has nothing left. */
  readonly dueAt: Date | null;
  readonly width: number;
  readonly slow: boolean;
}

/** Gives a lane back, due at once when something arrived meanwhile. Does nothing when the lease went to another. */
export async function releaseLane(
  on: Queryable,
  { endpointId, leaseId, wakes }: Lane,
  { now, dueAt, width, slow }: TurnEnd,
): Promise<void> {
  await on.query(
    `UPDATE webhook_lanes
     SET due_at = CASE WHEN wakes = $3 THEN $4::timestamptz ELSE least($4::timestamptz, $5::timestamptz) END,
       width = $6, slow = $7, lease_id = NULL, leased_until = NULL
     WHERE endpoint_id = $1 AND lease_id = $2`,
    [endpointId, leaseId, wakes, dueAt, now, width, slow],
  );
}
