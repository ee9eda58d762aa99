import { EntitySchema } from "typeorm";
import type { Owner } from "../owner.ts";
import type { SendFailure } from "../sender.ts";

/**
 * PENDING: to be attempted at once. FAILED: the last attempt failed, and there is another at `nextAttemptAt`, or none
 * because the endpoint is off. SUCCEEDED and DEAD are final unless someone retries a dead one.
 */
export type DeliveryStatus = "PENDING" | "SUCCEEDED" | "FAILED" | "DEAD";

/** Why nothing was sent at all. */
export type StopReason = "ENDPOINT_DISABLED" | "ENDPOINT_DELETED" | "SECRET_REVOKED";

export type FailureReason = SendFailure | StopReason;

/** One event on its way to one endpoint. The ids are UUIDv7 and sort by time. */
export interface WebhookDelivery extends Owner {
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  /** Attempts begun so far; zero again after a retry. */
  attempt: number;
  /** Null when no attempt is to come. */
  nextAttemptAt: Date | null;
  /** Of the last attempt that failed, null before one has. */
  failureReason: FailureReason | null;
  failureStatus: number | null;
  failedAt: Date | null;
  createdAt: Date;
}

export const deliveryEntity = new EntitySchema<WebhookDelivery>({
  name: "WebhookDelivery",
  tableName: "webhook_deliveries",
  columns: {
    ownerId: { name: "owner_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    id: { type: "text", primary: true },
    endpointId: { name: "endpoint_id", type: "text" },
    eventId: { name: "event_id", type: "text" },
    eventType: { name: "event_type", type: "text" },
    status: { type: "text" },
    attempt: { type: "integer" },
    nextAttemptAt: { name: "next_attempt_at", type: "timestamptz", nullable: true },
    failureReason: { name: "failure_reason", type: "text", nullable: true },
    failureStatus: { name: "failure_status", type: "integer", nullable: true },
    failedAt: { name: "failed_at", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
