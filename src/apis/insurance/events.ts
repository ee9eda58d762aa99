/** The events of this API: what they are called, and how they are written. */
import type { Queryable } from "#src/jobs/enqueue.ts";
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
] as const;

type EventName = Exclude<(typeof eventNames)[number], typeof testEvent>;

/** Of the interface, as its document has it. */
export const apiVersion = "1.0.0";

export interface InsuranceEvent {
  readonly type: EventName;
  readonly providerId: string;
  /** The id that the insurer gave the quote, purchase, policy; for documents, that of their policy. */
  readonly resourceId: string;
  /** The record as the API presents it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Writes an event in the transaction that causes it. The resource is what the event's name begins with. */
export function emitInsuranceEvent(
  on: Queryable,
  { businessId, environment }: Tenant,
  { type, providerId, resourceId, data }: InsuranceEvent,
  now: Date,
): Promise<EmittedEvent> {
  const kind = type.startsWith("document.") ? "policy" : type.slice(0, type.indexOf("."));
  const resource = { type: kind, providerId, id: resourceId };
  return emitEvent(on, { ownerId: businessId, environment }, { type, apiVersion, resource, data }, now);
}
