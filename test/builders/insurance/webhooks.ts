/** Endpoints, events and deliveries of merchants, over HTTP where a merchant would use it. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/insurance/contract.ts";
import {
  type AnyInsuranceEvent,
  type EventData,
  type EventName,
  emitInsuranceEvents,
} from "#src/apis/insurance/events.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type RunningDispatcher, startDispatcher } from "#src/webhooks/dispatcher.ts";
import type { EmittedEvent } from "#src/webhooks/events.ts";
import type { Receiver } from "#test/builders/receiver.ts";
import { silent } from "#test/support/postgres.ts";
import { eventExample } from "./event-document.ts";
import type { InsuranceServer, Merchant } from "./server.ts";

type Endpoint = Schemas["Endpoint"];

/** Nobody listens there, and nothing is sent as long as no dispatcher runs. */
export const somewhere = "http://127.0.0.1:9/hook";

/** An endpoint of the merchant, registered over HTTP. */
export function anEndpoint(
  server: InsuranceServer,
  merchant: Merchant,
  given: Partial<Schemas["EndpointRequest"]> = {},
): Promise<{ endpoint: Endpoint; secret: string }> {
  const request: Schemas["EndpointRequest"] = { url: somewhere, events: ["*"], ...given };
  return server.must(server.post<Schemas["EndpointAndSecret"]>("/webhook-endpoints", request, merchant.key));
}

/** What the document gives as an example of an event's data. */
export function exampleData<Name extends EventName>(name: Name): EventData<Name> {
  return eventExample(name).data as EventData<Name>;
}

/** An event as a sale would cause it. */
export function anEvent(
  server: InsuranceServer,
  tenant: Tenant,
  { type = "policy.issued", resourceId = `pol_${randomUUID()}` }: { type?: EventName; resourceId?: string } = {},
): Promise<EmittedEvent> {
  const event = { type, providerId: "aegis", resourceId, data: exampleData(type) } as AnyInsuranceEvent;
  return inTransaction(server.database, async (transaction) => {
    const [emitted] = await emitInsuranceEvents(transaction, tenant, [event], new Date());
    if (emitted === undefined) throw new Error("no event was emitted");
    return emitted;
  });
}

/** An event, and its delivery to the one endpoint that the merchant has. */
export async function aDelivery(server: InsuranceServer, merchant: Merchant): Promise<Schemas["Delivery"]> {
  const { eventId } = await anEvent(server, merchant);
  return deliveryOf(server, merchant, eventId);
}

export async function deliveryOf(
  server: InsuranceServer,
  merchant: Merchant,
  eventId: string,
): Promise<Schemas["Delivery"]> {
  const { items } = await server.must(server.get<Schemas["DeliveryPage"]>("/webhooks/deliveries", merchant.key));
  const delivery = items.find((item) => item.eventId === eventId);
  if (delivery === undefined) throw new Error(`${eventId} is delivered nowhere`);
  return delivery;
}

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

/** Who must see nothing of a merchant's records: another business, and the other environment of the same. */
export async function strangersOf(server: InsuranceServer, merchant: Merchant): Promise<readonly Merchant[]> {
  const { businessId } = merchant;
  return [
    await server.aMerchant({ sells: [] }),
    await server.aMerchant({ sells: [], environment: "live", businessId }),
  ];
}
