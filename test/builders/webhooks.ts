/** Endpoints, events and what sends them, on a database alone. */
import { randomUUID } from "node:crypto";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { Delivery } from "#src/webhooks/deliveries.ts";
import { type DispatcherOptions, type RunningDispatcher, startDispatcher } from "#src/webhooks/dispatcher.ts";
import {
  checkEndpoint,
  createEndpoint,
  type Endpoint,
  type EndpointChanges,
  type EndpointWithSecret,
  type NewEndpoint,
  updateEndpoint,
} from "#src/webhooks/endpoints.ts";
import { type EmittedEvent, emitEvents, type NewEvent } from "#src/webhooks/events.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import { openWebhooks, type Webhooks, type WebhooksOptions } from "#src/webhooks/webhooks.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { silent } from "#test/support/postgres.ts";
import { testMasterKey } from "#test/support/server.ts";
import type { Receiver } from "./receiver.ts";

export const eventNames = ["quote.created", "policy.issued", "policy.cancelled"];

export function anOwner(environment: Owner["environment"] = "test"): Owner {
  return { ownerId: randomUUID(), environment };
}

export function someWebhooks(database: Database, given: Partial<WebhooksOptions> = {}): Webhooks {
  const fixed = { database, masterKey: testMasterKey, allowLoopback: true, eventNames, apiVersion: "1.0.0" };
  return openWebhooks({ ...fixed, ...given });
}

export async function anEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  given: Partial<NewEndpoint> & Pick<NewEndpoint, "url">,
): Promise<EndpointWithSecret> {
  const checked = await checkEndpoint(webhooks, { events: ["*"], ...given });
  return inTransaction(webhooks.database, (transaction) => createEndpoint(webhooks, owner, checked, transaction));
}

export async function changeEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  endpointId: string,
  changes: EndpointChanges,
): Promise<Endpoint> {
  const checked = await checkEndpoint(webhooks, changes);
  return inTransaction(webhooks.database, (transaction) =>
    updateEndpoint(webhooks, owner, endpointId, checked, transaction),
  );
}

export function anEvent(given: Partial<NewEvent> = {}): NewEvent {
  const resource = { type: "policy", providerId: "acme", id: randomUUID() };
  return { type: "policy.issued", apiVersion: "1.0.0", resource, data: { premium: 1 }, ...given };
}

/** Emits one event in a transaction of its own. */
export async function emit(
  database: Database,
  owner: Owner,
  given: Partial<NewEvent> = {},
  now = new Date(),
): Promise<EmittedEvent> {
  const [emitted] = await inTransaction(database, (transaction) =>
    emitEvents(transaction, owner, [anEvent(given)], now),
  );
  if (emitted === undefined) throw new Error("nothing was emitted");
  return emitted;
}

/** A dispatcher that sends events until it is stopped. */
export function aDispatcher(database: Database, given: Partial<DispatcherOptions> = {}): RunningDispatcher {
  return startDispatcher({
    database,
    masterKey: testMasterKey,
    log: silent,
    allowLoopback: true,
    intervalMs: 50,
    ...given,
  });
}

/**
 * For a `describe`: ends, after each test, the receivers and dispatchers that the test has handed over. Where a server is given, no test
 * finds deliveries of others, which a dispatcher would send.
 */
export function endedAfterEach(server?: {
  readonly database: TestDatabase;
}): <T extends Receiver | RunningDispatcher>(opened: T) => T {
  beforeEach(() => server?.database.owner.query("DELETE FROM webhook_deliveries"));
  const all: (Receiver | RunningDispatcher)[] = [];
  afterEach(async () => {
    // Dispatchers first: they wait for attempts that have begun.
    const ending = all.splice(0).reverse();
    for (const one of ending) if ("stop" in one) await one.stop();
    for (const one of ending) if ("close" in one) await one.close();
  });
  return (opened) => {
    all.push(opened);
    return opened;
  };
}

/** A clock that stands still until it is moved. */
export class Clock {
  #time: number;

  constructor(start = "2026-11-21T07:45:12.345Z") {
    this.#time = Date.parse(start);
  }

  readonly now = (): Date => new Date(this.#time);

  advance(ms: number): void {
    this.#time += ms;
  }

  /** To the moment at which a delivery is attempted next. */
  moveTo({ nextAttemptAt }: Pick<Delivery, "nextAttemptAt">): void {
    if (nextAttemptAt === null) throw new Error("no attempt is to come");
    this.#time = Date.parse(nextAttemptAt);
  }
}
