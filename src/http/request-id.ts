/** The request id, under which a request is logged and which its answer carries. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const pattern = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's X-Request-Id when it is well formed, otherwise a new UUID. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && pattern.test(given) ? given : `req_${randomUUID()}`;
}
