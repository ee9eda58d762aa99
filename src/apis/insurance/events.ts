/** The events of this API: what they are called, and how they are written. */
import type { webhooks } from "#generated/insurance/types.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { endpointEvents } from "#src/webhooks/endpoint-health.ts";
import { type EmittedEvent, emitEvents, type NewEvent } from "#src/webhooks/events.ts";
import { testEvent } from "#src/webhooks/test-delivery.ts";
import type { Tenant } from "./tenant.ts";

export const eventNames = [
  "quote.created",
  "quote.expired",
  "purchase.created",
  "policy.issued",
  "policy.cancellation_requested",
  "policy.cancelled",
  "policy.expired",
  "policy.renewed",
  "policy.endorsed",
  "document.available",
  "claim.created",
  "claim.information_requested",
  "claim.approved",
  "claim.rejected",
  "claim.paid",
  ...endpointEvents,
  testEvent,
] as const satisfies readonly (keyof webhooks)[];

/** Those that sales and policies cause: what is said of endpoints is the webhooks' own. */
export type EventName = Exclude<(typeof eventNames)[number], typeof testEvent | (typeof endpointEvents)[number]>;

/** The data of an event, as the document has it. */
export type EventData<Name extends EventName> =
  webhooks[Name]["post"]["requestBody"]["content"]["application/json"]["data"];

/** Of the interface, as its document has it. */
export const apiVersion = "1.0.0";

export interface InsuranceEvent<Name extends EventName = EventName> {
  readonly type: Name;
  readonly providerId: string;
  /** The id that the insurer gave the quote, purchase, policy; for documents, that of their policy. */
  readonly resourceId: string;
  readonly data: EventData<Name>;
}

/** Writes events in the transaction that causes them. The resource is what an event's name begins with. */
export function emitInsuranceEvents(
  transaction: Pick<Transaction, "client" | "statements">,
  { businessId, environment }: Tenant,
  events: readonly AnyInsuranceEvent[],
  now: Date,
): Promise<EmittedEvent[]> {
  return emitEvents(transaction, { ownerId: businessId, environment }, events.map(asNewEvent), now);
}

/** An event of any name, with the data of that name. */
export type AnyInsuranceEvent = { [Name in EventName]: InsuranceEvent<Name> }[EventName];

function asNewEvent({ type, providerId, resourceId, data }: AnyInsuranceEvent): NewEvent {
  const kind = type.startsWith("document.") ? "policy" : type.slice(0, type.indexOf("."));
  return { type, apiVersion, resource: { type: kind, providerId, id: resourceId }, data };
}
