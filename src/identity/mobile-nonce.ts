// SQL: INSERT … ON CONFLICT, which lets one of several processes take a nonce.
/** Nonces of mobile tokens. A token is good for one body, which its device may send again until it is acknowledged. */
import type { ClientBase, Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { equalInConstantTime } from "./constant-time.ts";
import type { MobileToken } from "./mobile-token.ts";

/** How long a nonce is kept after its token has expired (milliseconds), so that a process with a slow clock still sees it. */
const purgeMarginMs = 5 * 60_000;

/**
 * Binds the token's nonce to the body, for all processes. The same body may be sent again. Throws Problem UNAUTHENTICATED when the
 * nonce was used with another body. In a transaction the nonce is bound with the commit.
 */
export async function consumeNonce(
  client: Pool | ClientBase,
  { projectId, environment, nonce, expiresAt }: MobileToken,
  bodySha256: Uint8Array,
): Promise<void> {
  // Index: mobile_nonces_pkey. On a conflict the existing row is locked and returned, even when it was committed just now.
  const { rows } = await client.query<{ body_sha256: Buffer }>(
    `INSERT INTO mobile_nonces AS used (project_id, environment, nonce, body_sha256, expires_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (project_id, environment, nonce) DO UPDATE SET body_sha256 = used.body_sha256
     RETURNING body_sha256`,
    [projectId, environment, nonce, bodySha256, expiresAt],
  );
  const [row] = rows;
  if (row === undefined || !equalInConstantTime(row.body_sha256, bodySha256)) {
    throw new Problem("UNAUTHENTICATED", { detail: "The mobile token was already used for another body." });
  }
}

/** Deletes nonces whose tokens expired more than five minutes ago, and returns how many. `now` is in ms since the epoch. */
export async function purgeNonces(client: Pool | ClientBase, now: number): Promise<number> {
  const { rowCount } = await client.query("DELETE FROM mobile_nonces WHERE expires_at < $1", [
    new Date(now - purgeMarginMs),
  ]);
  return rowCount ?? 0;
}
