import { destinationRules } from "./destinations.ts";
import { getEndpoint } from "./endpoints.ts";
import type { StopReason } from "./entities.ts";
import { envelope, newEventId } from "./events.ts";
import type { Owner } from "./owner.ts";
import type { SendFailure, SendResult } from "./sender.ts";
import { signedHeaders } from "./signature.ts";
import { targetOf } from "./target.ts";
import type { Webhooks } from "./webhooks.ts";

/** The event that the test operation sends, whatever an endpoint subscribes to. */
export const testEvent = "webhook.test";

export interface TestReply {
  /** Whether the receiver answered 2xx. */
  readonly delivered: boolean;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  /** The first KiB of what the receiver answered. */
  readonly bodyExcerpt: string | null;
  /** For people; null when it was delivered. */
  readonly error: string | null;
}

/**
 * Signs a test event and sends it at once: one attempt, outside the queue and the delivery log. Nothing goes to a disabled
 * endpoint. Throws Problem NOT_FOUND.
 */
export async function sendTest(webhooks: Webhooks, owner: Owner, endpointId: string): Promise<TestReply> {
  const { database, masterKey, sender, apiVersion } = webhooks;
  const now = webhooks.now();
  await getEndpoint(webhooks, owner, endpointId);
  const target = await targetOf(database.pool, masterKey, owner, endpointId, now);
  if (typeof target === "string") {
    return { delivered: false, httpStatus: null, durationMs: 0, bodyExcerpt: null, error: notSent[target] };
  }
  const eventId = newEventId();
  const resource = { type: "webhook_endpoint", providerId: null, id: endpointId };
  const body = envelope(owner, { type: testEvent, apiVersion, resource, data: {} }, eventId, 1, now);
  const headers = signedHeaders({ eventId, eventType: testEvent, attempt: 1, body }, target.secrets, now);
  const result = await sender.send(target.url, headers, body);
  const { failure, httpStatus, durationMs, bodyExcerpt } = result;
  return { delivered: failure === null, httpStatus, durationMs, bodyExcerpt, error: errorOf(result) };
}

const notSent: Readonly<Record<StopReason, string>> = {
  ENDPOINT_DELETED: "Nothing was sent: the endpoint was deleted.",
  ENDPOINT_DISABLED: "Nothing was sent: the endpoint is disabled.",
  SECRET_REVOKED: "Nothing was sent: the endpoint has no active signing secret.",
};

const explained: Readonly<Record<Exclude<SendFailure, "URL_REFUSED">, string>> = {
  HTTP_STATUS: "The receiver did not answer 2xx.",
  REDIRECT: "The receiver answered with a redirect; redirects are not followed.",
  TIMEOUT: "The receiver did not answer in time.",
  CONNECTION_FAILED: "No connection could be made, or it ended before an answer.",
  TLS_FAILED: "The TLS handshake failed; is the certificate valid for this host?",
  UNRESOLVABLE: "The host name could not be resolved.",
};

function errorOf({ failure, rule }: SendResult): string | null {
  if (failure === null) return null;
  if (failure !== "URL_REFUSED") return explained[failure];
  return rule === null ? "The url is refused." : `The url is refused: it ${destinationRules[rule]}.`;
}
