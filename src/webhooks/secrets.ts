/**
 * Signing secrets: encrypted at rest under the master key, rotated with an overlap so that receivers can follow. So are the urls of
 * endpoints: many receivers know their senders by a secret in the path or the query alone.
 */
import { randomBytes } from "node:crypto";
import { type EntityManager, IsNull, Not } from "typeorm";
import { decryptSecret, encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import { secrets, type WebhookEndpoint, type WebhookSecret } from "./entities.ts";
import type { SigningSecret } from "./signature.ts";

/** How long the previous secret keeps signing beside its successor (ms): 24 hours. */
export const secretOverlapMs = 86_400_000;

type EndpointKey = Pick<WebhookEndpoint, "ownerId" | "environment" | "id">;

/**
 * A new current secret. The one before it signs on for 24 hours; an older one still in its overlap ends now, so that
 * never more than two sign. Callers hold the endpoint's row, which makes rotations take turns.
 */
export async function issueSecret(
  manager: EntityManager,
  masterKey: MasterKey,
  endpoint: EndpointKey,
  now: Date,
): Promise<SigningSecret> {
  const id = `whk_${risingId()}`;
  // 24 bytes are 32 characters of base64 without padding; Standard Webhooks asks for 24 to 64.
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const { ownerId, environment, id: endpointId } = endpoint;
  const known = secrets.of(manager, endpoint);
  await known.delete({ endpointId, expiresAt: Not(IsNull()) });
  await known.update({ endpointId }, { expiresAt: new Date(now.getTime() + secretOverlapMs) });
  const sealed = encryptSecret(masterKey, secret, rowIdentity({ ownerId, environment, endpointId, id }));
  await known.insert({ endpointId, id, secret: sealed, createdAt: now, expiresAt: null });
  return { id, secret };
}

/** Throws when the master key is not the one that it was stored under. */
export function revealSecret(
  masterKey: MasterKey,
  row: Pick<WebhookSecret, "ownerId" | "environment" | "endpointId" | "id" | "secret">,
): SigningSecret {
  return { id: row.id, secret: decryptSecret(masterKey, row.secret, rowIdentity(row)) };
}

/** Ends all secrets of an endpoint that is deleted. */
export async function forgetSecrets(manager: EntityManager, endpoint: EndpointKey): Promise<void> {
  await secrets.of(manager, endpoint).delete({ endpointId: endpoint.id });
}

/** Where they are, for another master key. */
export const sealedSigningSecrets: SealedColumn = {
  table: "webhook_secrets",
  key: ["owner_id", "environment", "endpoint_id", "id"],
  column: "secret",
  placeOf: ([ownerId = "", environment = "", endpointId = "", id = ""]) =>
    rowIdentity({ ownerId, environment, endpointId, id }),
};

function rowIdentity(row: Record<"ownerId" | "environment" | "endpointId" | "id", string>): string {
  return `webhook_secrets/${row.ownerId}/${row.environment}/${row.endpointId}/${row.id}`;
}

/** No url begins so. */
const mark = "sealed:";

/** The url, encrypted for this endpoint. */
export function sealUrl(masterKey: MasterKey, endpoint: EndpointKey, url: string): string {
  return mark + encryptSecret(masterKey, url, placeOf(endpoint)).toString("base64");
}

/** Unseals a url; one that was stored before urls were sealed is returned as it is. Throws for another master key. */
export function revealUrl(masterKey: MasterKey, endpoint: EndpointKey, stored: string): string {
  if (!stored.startsWith(mark)) return stored;
  return decryptSecret(masterKey, Buffer.from(stored.slice(mark.length), "base64"), placeOf(endpoint));
}

/** Where they are, for another master key. */
export const sealedUrls: SealedColumn = {
  table: "webhook_endpoints",
  key: ["owner_id", "environment", "id"],
  column: "url",
  mark,
  placeOf: ([ownerId = "", environment = "", id = ""]) => placeOf({ ownerId, environment, id }),
};

function placeOf({ ownerId, environment, id }: Record<keyof EndpointKey, string>): string {
  return `webhook_endpoints/${ownerId}/${environment}/${id}/url`;
}
