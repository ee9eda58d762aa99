// SQL: one statement a run, on one of the dispatcher's few connections.
/** The parts of an endpoint that a worker needs. */
import type { MasterKey } from "#src/storage/master-key.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { StopReason } from "./entities.ts";
import type { Owner } from "./owner.ts";
import { revealSecret, revealUrl } from "./secrets.ts";
import type { SigningSecret } from "./signature.ts";

/** Where to send and what to sign with. */
export interface Target {
  readonly url: string;
  /** The url as it is at rest: another one once the owner has changed it. */
  readonly storedUrl: string;
  readonly secrets: readonly [SigningSecret, ...SigningSecret[]];
  /** Attempts that have failed since the last that succeeded. */
  readonly failedAttempts: number;
}

/** Where to send to for an endpoint at `now`; the reason where nothing is to be sent. */
export async function targetOf(
  on: Queryable,
  masterKey: MasterKey,
  owner: Owner,
  endpointId: string,
  now: Date,
): Promise<Target | StopReason> {
  // By webhook_endpoints_pkey and webhook_secrets_pkey; the current secret is the one without an end.
  const { rows } = await on.query<TargetRow>(
    `SELECT endpoint.url, endpoint.enabled, endpoint.deleted_at IS NOT NULL AS deleted,
       endpoint.failed_attempts AS "failedAttempts", secret.id, secret.secret
     FROM webhook_endpoints AS endpoint LEFT JOIN webhook_secrets AS secret
       ON secret.owner_id = $1 AND secret.environment = $2 AND secret.endpoint_id = $3
       AND (secret.expires_at IS NULL OR secret.expires_at > $4)
     WHERE endpoint.owner_id = $1 AND endpoint.environment = $2 AND endpoint.id = $3
     ORDER BY secret.expires_at DESC NULLS FIRST`,
    [owner.ownerId, owner.environment, endpointId, now],
  );
  const [endpoint] = rows;
  if (endpoint === undefined || endpoint.deleted) return "ENDPOINT_DELETED";
  if (!endpoint.enabled) return "ENDPOINT_DISABLED";
  const [current, ...others] = rows.flatMap(({ id, secret }) =>
    id === null || secret === null ? [] : [revealSecret(masterKey, { ...owner, endpointId, id, secret })],
  );
  if (current === undefined) return "SECRET_REVOKED";
  const url = revealUrl(masterKey, { ...owner, id: endpointId }, endpoint.url);
  const { url: storedUrl, failedAttempts } = endpoint;
  return { url, storedUrl, secrets: [current, ...others], failedAttempts };
}

interface TargetRow {
  readonly url: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly failedAttempts: number;
  readonly id: string | null;
  readonly secret: Buffer | null;
}
