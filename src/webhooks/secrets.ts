/** Signing secrets: encrypted at rest under the master key, rotated with an overlap so that receivers can follow. */
import { randomBytes, randomUUIDv7 } from "node:crypto";
import type { Queryable } from "#src/jobs/enqueue.ts";
import { decryptSecret, encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import type { Owner } from "./owner.ts";
import type { SigningSecret } from "./signature.ts";

/** How long the previous secret keeps signing beside its successor (ms): 24 hours. */
const overlapMs = 86_400_000;

export type IssuedSecret = SigningSecret;

/**
 * A new current secret. The one before it signs on for 24 hours; an older one still in its overlap ends now, so that
 * never more than two sign. Callers hold the endpoint's row, which makes rotations take turns.
 */
export async function issueSecret(
  on: Queryable,
  masterKey: MasterKey,
  { ownerId, environment }: Owner,
  endpointId: string,
  now: Date,
): Promise<IssuedSecret> {
  const id = `whk_${randomUUIDv7()}`;
  // 24 bytes are 32 characters of base64 without padding; Standard Webhooks asks for 24 to 64.
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const tenant = [ownerId, environment, endpointId];
  await on.query(
    `DELETE FROM webhook_secrets
     WHERE owner_id = $1 AND environment = $2 AND endpoint_id = $3 AND expires_at IS NOT NULL`,
    tenant,
  );
  await on.query(
    `UPDATE webhook_secrets SET expires_at = $4 WHERE owner_id = $1 AND environment = $2 AND endpoint_id = $3`,
    [...tenant, new Date(now.getTime() + overlapMs)],
  );
  await on.query(
    `INSERT INTO webhook_secrets (owner_id, environment, endpoint_id, id, secret, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [...tenant, id, encryptSecret(masterKey, secret, belongsTo(tenant, id)), now],
  );
  return { id, secret };
}

/** A secret as it is stored. */
export interface StoredSecret {
  readonly id: string;
  readonly secret: Uint8Array;
}

/** Throws when the master key is not the one that it was stored under. */
export function revealSecret(
  masterKey: MasterKey,
  { ownerId, environment }: Owner,
  endpointId: string,
  { id, secret }: StoredSecret,
): SigningSecret {
  return { id, secret: decryptSecret(masterKey, secret, belongsTo([ownerId, environment, endpointId], id)) };
}

/** Ends all secrets of an endpoint that is deleted. */
export async function forgetSecrets(on: Queryable, { ownerId, environment }: Owner, endpointId: string): Promise<void> {
  await on.query("DELETE FROM webhook_secrets WHERE owner_id = $1 AND environment = $2 AND endpoint_id = $3", [
    ownerId,
    environment,
    endpointId,
  ]);
}

function belongsTo(tenant: readonly string[], id: string): string {
  return `webhook_secrets/${tenant.join("/")}/${id}`;
}
