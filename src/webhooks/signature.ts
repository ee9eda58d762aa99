/**
 * How a delivery is signed, in two ways beside each other: the Hook-* headers of the API's reference, and the headers
 * of Standard Webhooks (github.com/standard-webhooks), for receivers that use its libraries.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface SigningSecret {
  /** `Hook-Key-Id`. */
  readonly id: string;
  /** The whole secret, `whsec_` included. */
  readonly secret: string;
}

export interface Signable {
  readonly eventId: string;
  readonly eventType: string;
  /** 1 on the first. */
  readonly attempt: number;
  /** Exactly what is sent. */
  readonly body: string;
}

/** A receiver refuses timestamps further from its clock than this (seconds). */
const toleranceSeconds = 300;

const prefix = "whsec_";

/** The headers of one attempt at `now`, signed with every active secret; the first of them is the current one. */
export function signedHeaders(
  { eventId, eventType, attempt, body }: Signable,
  secrets: readonly [SigningSecret, ...SigningSecret[]],
  now: Date,
): Record<string, string> {
  const timestamp = hookTimestamp(now);
  const seconds = String(Math.floor(now.getTime() / 1000));
  return {
    "Hook-Event-Id": eventId,
    "Hook-Event-Type": eventType,
    "Hook-Timestamp": timestamp,
    "Hook-Key-Id": secrets[0].id,
    "Hook-Delivery-Attempt": String(attempt),
    "Hook-Signature": secrets.map(({ secret }) => `v1=${hookDigest(secret, timestamp, eventId, body)}`).join(","),
    "webhook-id": eventId,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map(({ secret }) => `v1,${standardDigest(secret, eventId, seconds, body)}`).join(" "),
  };
}

/** UTC to the second: `2026-11-21T07:45:12Z`. */
function hookTimestamp(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** Lowercase hex HMAC-SHA256 under the whole secret, prefix included. */
export function hookDigest(secret: string, timestamp: string, eventId: string, body: string | Uint8Array): string {
  return createHmac("sha256", secret).update(`${timestamp}.${eventId}.`).update(body).digest("hex");
}

/** Standard Webhooks, "Signature scheme": base64 HMAC-SHA256 under the decoded part of the secret. */
function standardDigest(secret: string, id: string, seconds: string, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  return createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest("base64");
}

/** Why a receiver must refuse a delivery. */
export type SignatureRefusal = "HEADER_MISSING" | "TIMESTAMP_MALFORMED" | "TIMESTAMP_TOO_FAR" | "NO_SIGNATURE_MATCHES";

/** Verifies a delivery as a receiver does: null when it is genuine and fresh. Header names are in lower case. */
export function verifySignature(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: Uint8Array,
  now: Date,
): SignatureRefusal | null {
  const { "hook-timestamp": timestamp, "hook-event-id": eventId, "hook-signature": signatures } = headers;
  if (typeof timestamp !== "string" || typeof eventId !== "string" || typeof signatures !== "string") {
    return "HEADER_MISSING";
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(timestamp)) return "TIMESTAMP_MALFORMED";
  const sentAt = Date.parse(timestamp);
  if (Number.isNaN(sentAt)) return "TIMESTAMP_MALFORMED";
  if (Math.abs(now.getTime() - sentAt) > toleranceSeconds * 1000) return "TIMESTAMP_TOO_FAR";
  const expected = Buffer.from(`v1=${hookDigest(secret, timestamp, eventId, rawBody)}`);
  const matches = signatures.split(",").some((given) => {
    const bytes = Buffer.from(given.trim());
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return matches ? null : "NO_SIGNATURE_MATCHES";
}
