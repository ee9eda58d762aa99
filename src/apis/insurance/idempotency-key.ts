import { isUuidV4 } from "#src/http/idempotency.ts";
import { Problem } from "#src/http/problem.ts";

/** The key of a request, if it has one. Throws Problem BAD_REQUEST for anything but a UUID of version 4. */
export function idempotencyKeyOf(headers: { readonly "idempotency-key"?: string | undefined }): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined || isUuidV4(key)) return key;
  throw new Problem("BAD_REQUEST", {
    detail: "The Idempotency-Key is not a UUID of version 4.",
    fieldErrors: [{ path: "/header/idempotency-key", code: "pattern", message: "must be a UUID of version 4" }],
  });
}
