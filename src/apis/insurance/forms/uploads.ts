/** Places for files: with the insurer that is to keep a file, or with us as long as none is named. */
import { randomUUIDv7 } from "node:crypto";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound, Problem } from "#src/http/problem.ts";
import { sellsAnythingOf } from "../catalog/products.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { WriteCall } from "../insurer-write.ts";
import { perform } from "../intents/perform.ts";
import { type Tenant, tenantOf } from "../tenant.ts";

/** Of a file that we keep. */
export const mostBytes = 25 * 1024 * 1024;
const slotSeconds = 15 * 60;

export type UploadedFile = Omit<Schemas["UploadRequest"], "providerId">;

/**
 * A place that the insurer keeps. Throws Problem NOT_FOUND for an insurer of which the business may sell nothing, Problem as
 * `perform` does, and InsurerFailure.
 */
export function reserveWithInsurer(
  { intents }: Pick<HandlerDependencies, "intents">,
  providerId: string,
  file: UploadedFile,
  { tenant, idempotencyKey, requestId }: WriteCall,
): Promise<IdempotentAnswer<Schemas["UploadSlot"]>> {
  return perform(intents, {
    ...tenantOf(tenant),
    operation: "reserveUpload",
    providerId,
    subject: null,
    idempotencyKey,
    sent: { providerId, ...file },
    requestId,
    admit: async ({ client }) => {
      if (!(await sellsAnythingOf(client, tenant, providerId))) throw notFound("There is no such insurer.");
      return file;
    },
  });
}

/** A place in our own object store. Throws Problem UPLOAD_TOO_LARGE. */
export async function ownSlot(
  { objects }: Pick<HandlerDependencies, "objects">,
  tenant: Tenant,
  { bytes, mediaType }: UploadedFile,
): Promise<Schemas["UploadSlot"]> {
  if (bytes > mostBytes)
    throw new Problem("UPLOAD_TOO_LARGE", {
      detail: `Files are at most ${mostBytes} bytes.`,
      details: { limitBytes: mostBytes },
    });
  const fileId = `fil_${randomUUIDv7()}`;
  const { url, headers, expiresAt } = await objects.presignPut(uploadKey(tenant, fileId), {
    contentLength: bytes,
    contentType: mediaType,
    expiresInSeconds: slotSeconds,
  });
  return { fileId, uploadUrl: url, method: "PUT", headers: { ...headers }, expiresAt: expiresAt.toISOString() };
}

/** Where a file lies in the object store: its owner first, as everything of a tenant's. */
export function uploadKey({ businessId, environment }: Tenant, fileId: string): string {
  return `${businessId}/insurance/${environment}/uploads/${fileId}`;
}
