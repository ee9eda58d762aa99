/** The id under which a request is logged, and by which its sender finds it again. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const pattern = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's X-Request-Id where it is well formed, otherwise a new one of ours. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && pattern.test(given) ? given : `req_${randomUUID()}`;
}
