// SQL: a count that rises by what a round has seen, guarded by what it found.
/** Endpoints whose attempts fail, or that are disabled: the owner's other endpoints are told. */
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import { type Outcome, recordOutcomes, stopDeliveries } from "./delivery-state.ts";
import { endpoints, type WebhookEndpoint } from "./entities.ts";
import { emitToOthers } from "./events.ts";
import type { Owner } from "./owner.ts";
import type { Target } from "./target.ts";

/** The events about endpoints, each sent to the owner's other endpoints that want it. */
export const endpointEvents = ["webhook_endpoint.failing", "webhook_endpoint.disabled"] as const;

/** Of the interface that these events are written in. */
const apiVersion = "1.0.0";

/** An endpoint counts as failing when so many attempts have failed in a row, of whatever deliveries. */
const failuresInARow = 5;

type Failure = NonNullable<Outcome["failure"]>;

/** The outcomes of the attempts of a round. */
export interface Round {
  readonly failures: readonly Failure[];
  readonly succeeded: number;
  /** Where they were sent. */
  readonly target: Pick<Target, "storedUrl" | "failedAttempts">;
}

/**
 * Writes down how attempts went: nothing while all go well, nor when the endpoint has another url by now. Emits
 * webhook_endpoint.failing once, when an endpoint begins to fail.
 */
export async function noteAttempts(
  {
    database,
    transact,
  }: {
    readonly database: Queryable;
    readonly transact: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  },
  owner: Owner,
  endpointId: string,
  { failures, succeeded, target }: Round,
  now: Date,
): Promise<void> {
  const lastFailure = failures.at(-1);
  if (succeeded > 0 || lastFailure === undefined) {
    if (target.failedAttempts > 0) await forgetFailures(database, owner, endpointId, target);
    return;
  }
  // By webhook_endpoints_pkey.
  const { rows } = await database.query<{ begins: boolean }>(
    `UPDATE webhook_endpoints SET failed_attempts = least(failed_attempts + $4, 1000000)
     WHERE owner_id = $1 AND environment = $2 AND id = $3 AND url = $5
     RETURNING failing_since IS NULL AND failed_attempts >= ${failuresInARow} AS begins`,
    [owner.ownerId, owner.environment, endpointId, failures.length, target.storedUrl],
  );
  if (rows[0]?.begins === true)
    await transact((transaction) => tellOfFailing(transaction, owner, endpointId, lastFailure, now));
}

async function forgetFailures(
  on: Queryable,
  { ownerId, environment }: Owner,
  endpointId: string,
  { storedUrl }: Pick<Target, "storedUrl">,
): Promise<void> {
  await on.query(
    `UPDATE webhook_endpoints SET failed_attempts = 0, failing_since = NULL
     WHERE owner_id = $1 AND environment = $2 AND id = $3 AND url = $4`,
    [ownerId, environment, endpointId, storedUrl],
  );
}

async function tellOfFailing(
  transaction: Transaction,
  owner: Owner,
  id: string,
  { reason, httpStatus, at }: Failure,
  now: Date,
): Promise<void> {
  const endpoint = await lockEnabled(transaction, owner, id);
  if (endpoint === null || endpoint.failingSince !== null || endpoint.failedAttempts < failuresInARow) return;
  await endpoints.of(transaction.manager, owner).update({ id }, { failingSince: now });
  await tell(transaction, endpoint, "webhook_endpoint.failing", now, {
    failingSince: now.toISOString(),
    failedAttempts: endpoint.failedAttempts,
    lastFailure: { reason, httpStatus, at: at.toISOString() },
  });
}

/**
 * Disables an endpoint whose receiver at the target's url answered 410: nothing more is sent until the owner enables it again.
 * Records the `outcomes` of the deliveries that were answered so: they are not attempted again, unless the endpoint has
 * another url by now.
 */
export async function disableGone(
  transaction: Transaction,
  owner: Owner,
  id: string,
  { storedUrl }: Pick<Target, "storedUrl">,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const endpoint = await lockEnabled(transaction, owner, id);
  if (endpoint !== null && endpoint.url !== storedUrl) return recordOutcomes(transaction.client, owner, outcomes);
  if (endpoint !== null) {
    const gone = { enabled: false, disabledReason: "GONE", updatedAt: now } as const;
    await endpoints.of(transaction.manager, owner).update({ id }, gone);
    await tellOfDisabled(transaction, { ...endpoint, ...gone }, now);
  }
  const last = outcomes.map((outcome) => ({ ...outcome, status: "FAILED", nextAttemptAt: null }) as const);
  await recordOutcomes(transaction.client, owner, last);
  await stopDeliveries(transaction.client, owner, id, "ENDPOINT_DISABLED", now);
}

/** Tells the owner's other endpoints, in the transaction that disables this one. */
export async function tellOfDisabled(transaction: Transaction, endpoint: WebhookEndpoint, now: Date): Promise<void> {
  const { disabledReason } = endpoint;
  await tell(transaction, endpoint, "webhook_endpoint.disabled", now, {
    disabledReason,
    disabledAt: now.toISOString(),
  });
}

/** The url is in no event: it may hold a secret. */
function tell(
  transaction: Transaction,
  { ownerId, environment, id, description }: WebhookEndpoint,
  type: (typeof endpointEvents)[number],
  now: Date,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const resource = { type: "webhook_endpoint", providerId: null, id };
  const event = { type, apiVersion, resource, data: { endpointId: id, description, ...data } };
  return emitToOthers(transaction, { ownerId, environment }, event, now);
}

function lockEnabled({ manager }: Transaction, owner: Owner, id: string): Promise<WebhookEndpoint | null> {
  return endpoints.of(manager, owner).findOne({ id, enabled: true }, { mode: "for_no_key_update" });
}
