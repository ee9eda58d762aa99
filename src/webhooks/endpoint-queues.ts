// SQL: leases, and FOR UPDATE SKIP LOCKED.
/**
 * The queues of endpoints with due deliveries. Every endpoint has a queue of its own; a worker claims it for one run, by a lease,
 * and sends what is due in it. So an endpoint is served by one worker at a time, and a slow one holds up nobody else.
 * The transaction that causes an event only inserts an arrival (no row is shared, so transactions never wait for each other here); the
 * dispatcher turns arrivals into due queues. Both tables stay on the coordinator of a cluster:
 * docs/decisions/webhook-endpoint-queues.md.
 */
import { randomUUID } from "node:crypto";
import { notification } from "#src/storage/notification.ts";
import { rowsOfParameters, type Statement } from "#src/storage/parameters.ts";
import { afterCommit, type Queryable } from "#src/storage/transaction.ts";
import type { Owner } from "./owner.ts";

/** What `LISTEN` hears after an event was committed. */
export const arrivalChannel = "accord_webhooks";

/** Requests that one endpoint gets at the same time, at most. */
export const maxConcurrency = 16;

export interface EndpointQueue extends Owner {
  readonly endpointId: string;
  /** How many requests at a time: doubles while all goes well, halves when something fails. */
  readonly concurrency: number;
  readonly leaseId: string;
  /** Arrivals so far; one more of them during the run makes the queue due again. */
  readonly arrivals: string;
}

export interface Claim {
  readonly now: Date;
  readonly leaseMs: number;
  /** Whether to take queues whose last run was slow; the others must not wait for those. */
  readonly slow: boolean;
  /** Requests that the queues taken may have open, all together. */
  readonly permits: number;
}

/** The statement that tells the dispatcher of something due at these endpoints; `tellDispatcher` goes with it. */
export function announcement({ ownerId, environment }: Owner, endpointIds: readonly string[]): Statement {
  return {
    sql: `INSERT INTO webhook_arrivals (owner_id, environment, endpoint_id)
      VALUES ${rowsOfParameters(endpointIds.length, ["$1", "$2", null])}`,
    values: [ownerId, environment, ...endpointIds],
  };
}

/** Tells the dispatcher, when the transaction commits, that these endpoints have something due. */
export async function announce(on: Queryable, owner: Owner, endpointIds: readonly string[]): Promise<void> {
  const { sql, values } = announcement(owner, endpointIds);
  await on.query(sql, values);
  tellDispatcher(on);
}

/** Wakes dispatchers. */
const notifyDispatcher = notification(arrivalChannel);

/**
 * Wakes the dispatcher after the commit of `on`'s transaction. Without a transaction that reports its commit the dispatcher is not woken,
 * and polls within the second.
 */
export function tellDispatcher(on: object): void {
  afterCommit(on, notifyDispatcher);
}

/** Makes the queues of arrivals due. Returns whether there were any. */
export async function admitArrivals(on: Queryable, now: Date): Promise<boolean> {
  const { rowCount } = await on.query(
    `WITH arrived AS (
       DELETE FROM webhook_arrivals
       WHERE id IN (SELECT id FROM webhook_arrivals ORDER BY id LIMIT 5000 FOR UPDATE SKIP LOCKED)
       RETURNING endpoint_id, owner_id, environment)
     INSERT INTO webhook_endpoint_queues (endpoint_id, owner_id, environment, due_at)
     SELECT DISTINCT endpoint_id, owner_id, environment, $1::timestamptz FROM arrived ORDER BY endpoint_id
     ON CONFLICT (endpoint_id) DO UPDATE
       SET due_at = least(webhook_endpoint_queues.due_at, excluded.due_at), arrivals = webhook_endpoint_queues.arrivals + 1
     RETURNING endpoint_id`,
    [now],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Takes queues that are due and free: first one of every owner, then a second of every owner, and so on; the longest due
 * first. A queue whose lease has run out is free: its worker is gone. Uses webhook_endpoint_queues_due.
 */
export async function claimQueues(on: Queryable, { now, leaseMs, slow, permits }: Claim): Promise<EndpointQueue[]> {
  const leaseId = randomUUID();
  const { rows } = await on.query<EndpointQueue>(
    `WITH due AS (
       SELECT endpoint_id, owner_id, due_at, concurrency FROM webhook_endpoint_queues
       WHERE slow = $1 AND due_at <= $2 AND (leased_until IS NULL OR leased_until <= $2)
       ORDER BY due_at LIMIT 2000),
     ranked AS (
       SELECT endpoint_id, due_at, concurrency, row_number() OVER (PARTITION BY owner_id ORDER BY due_at) AS place FROM due),
     ordered AS (
       SELECT endpoint_id, sum(concurrency) OVER (ORDER BY place, due_at, endpoint_id) AS permits FROM ranked),
     taken AS (
       SELECT endpoint_id FROM webhook_endpoint_queues JOIN ordered USING (endpoint_id)
       WHERE permits <= $3 AND (leased_until IS NULL OR leased_until <= $2)
       FOR UPDATE OF webhook_endpoint_queues SKIP LOCKED)
     UPDATE webhook_endpoint_queues AS queue SET lease_id = $4, leased_until = $5
     FROM taken WHERE queue.endpoint_id = taken.endpoint_id
     RETURNING queue.endpoint_id AS "endpointId", queue.owner_id AS "ownerId", queue.environment, queue.concurrency,
       queue.lease_id AS "leaseId", queue.arrivals`,
    [slow, now, permits, leaseId, new Date(now.getTime() + leaseMs)],
  );
  return rows;
}

export interface RunEnd {
  readonly now: Date;
  /** When the queue has something due next; null when it has nothing left. */
  readonly dueAt: Date | null;
  readonly concurrency: number;
  readonly slow: boolean;
}

/** Gives a queue back, due at once when something arrived meanwhile. Does nothing when the lease went to another. */
export async function releaseQueue(
  on: Queryable,
  { endpointId, leaseId, arrivals }: EndpointQueue,
  { now, dueAt, concurrency, slow }: RunEnd,
): Promise<void> {
  await on.query(
    `UPDATE webhook_endpoint_queues
     SET due_at = CASE WHEN arrivals = $3 THEN $4::timestamptz ELSE least($4::timestamptz, $5::timestamptz) END,
       concurrency = $6, slow = $7, lease_id = NULL, leased_until = NULL
     WHERE endpoint_id = $1 AND lease_id = $2`,
    [endpointId, leaseId, arrivals, dueAt, now, concurrency, slow],
  );
}
