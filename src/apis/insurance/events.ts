/** The events of this API: what they are called, and how they are written. */
import type { webhooks } from "#generated/insurance/types.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { type EmittedEvent, emitEvent } from "#src/webhooks/events.ts";
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
  "document.available",
  testEvent,
] as const satisfies readonly (keyof webhooks)[];

export type EventName = Exclude<(typeof eventNames)[number], typeof testEvent>;

/** What an event tells, as the document has it. */
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

/** Writes an event in the transaction that causes it. The resource is what the event's name begins with. */
export function emitInsuranceEvent<Name extends EventName>(
  on: Queryable,
  { businessId, environment }: Tenant,
  { type, providerId, resourceId, data }: InsuranceEvent<Name>,
  now: Date,
): Promise<EmittedEvent> {
  const kind = type.startsWith("document.") ? "policy" : type.slice(0, type.indexOf("."));
  const resource = { type: kind, providerId, id: resourceId };
  return emitEvent(on, { ownerId: businessId, environment }, { type, apiVersion, resource, data }, now);
}
