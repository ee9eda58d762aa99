import type { Queryable } from "#src/jobs/enqueue.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import type { StopReason } from "./delivery-state.ts";
import type { Owner } from "./owner.ts";
import { activeSecrets } from "./secrets.ts";
import type { SigningSecret } from "./signature.ts";
import { rowsOf } from "./statement.ts";

/** An endpoint as a worker sees it: where to send and what to sign with. */
export interface Target {
  readonly url: string;
  readonly secrets: readonly [SigningSecret, ...SigningSecret[]];
}

/** The target of an endpoint at `now`, or why it is sent nothing. */
export async function targetOf(
  on: Queryable,
  masterKey: MasterKey,
  owner: Owner,
  endpointId: string,
  now: Date,
): Promise<Target | StopReason> {
  const [endpoint] = await rowsOf<{ url: string; enabled: boolean; deleted: boolean }>(
    on,
    `SELECT url, enabled, deleted_at IS NOT NULL AS deleted FROM webhook_endpoints
     WHERE owner_id = $1 AND environment = $2 AND id = $3`,
    [owner.ownerId, owner.environment, endpointId],
  );
  if (endpoint === undefined || endpoint.deleted) return "ENDPOINT_DELETED";
  if (!endpoint.enabled) return "ENDPOINT_DISABLED";
  const [current, ...others] = await activeSecrets(on, masterKey, owner, endpointId, now);
  return current === undefined ? "SECRET_REVOKED" : { url: endpoint.url, secrets: [current, ...others] };
}
