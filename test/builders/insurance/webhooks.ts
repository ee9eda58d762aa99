/** Endpoints, events and deliveries of merchants, over HTTP where a merchant would use it. */
import { type RunningDispatcher, startDispatcher } from "#src/webhooks/dispatcher.ts";
import type { Receiver } from "#test/builders/receiver.ts";
import { silent } from "#test/support/postgres.ts";
import type { InsuranceServer } from "./server.ts";

/** What sends events, until it is stopped. `now` is the clock that attempts become due by. */
export function aDispatcher({ database, masterKey }: InsuranceServer, now?: () => Date): RunningDispatcher {
  const clock = now === undefined ? {} : { now };
  return startDispatcher({ database, masterKey, log: silent, allowLoopback: true, intervalMs: 50, ...clock });
}

/**
 * For a `describe`: ends, after each test, the receivers and dispatchers that the test has handed over. Where a server is given, no test
 * finds deliveries of others, which a dispatcher would send.
 */
export function endedAfterEach(server?: InsuranceServer): <T extends Receiver | RunningDispatcher>(opened: T) => T {
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
