/** Writes that insurers carry out: who asks for one, and how its answer is given, for the first time or again. */
import { type IdempotentAnswer, replayedHeader } from "#src/http/idempotency.ts";
import type { Caller } from "./callers.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import type { Tenant } from "./tenant.ts";

export interface WriteCall {
  readonly tenant: Tenant;
  /** A UUIDv4. */
  readonly idempotencyKey: string | undefined;
  /** For the insurer's log: X-Request-Id. */
  readonly requestId: string;
}

/** Throws Problem BAD_REQUEST for an Idempotency-Key that is no UUIDv4. */
export function writeCallOf(
  { headers }: { readonly headers: Parameters<typeof idempotencyKeyOf>[0] },
  { identity, requestId }: { readonly identity: Caller; readonly requestId: string },
): WriteCall {
  return { tenant: identity, idempotencyKey: idempotencyKeyOf(headers), requestId };
}

/** 201 with what was created, 200 with what had been. */
export function createdAnswer<Body>({ replayed, body }: Pick<IdempotentAnswer<Body>, "replayed" | "body">) {
  return replayed ? ({ status: 200, body, headers: replayedHeader } as const) : ({ status: 201, body } as const);
}
