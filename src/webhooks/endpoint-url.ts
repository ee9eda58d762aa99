/** The url of an endpoint at rest: many receivers know their senders by a secret in the path or the query alone. */
import { decryptSecret, encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import type { WebhookEndpoint } from "./entities.ts";

type EndpointKey = Pick<WebhookEndpoint, "ownerId" | "environment" | "id">;

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
