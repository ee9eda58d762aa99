/** Places for files with the insurer that is to keep them; those of files that we keep are in kept-files.ts. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound } from "#src/http/problem.ts";
import { sellsAnythingOf } from "../catalog/products.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { perform } from "../intents/perform.ts";
import { tenantOf } from "../tenant.ts";

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
    prepare: async ({ client }) => {
      if (!(await sellsAnythingOf(client, tenant, providerId))) throw notFound("There is no such insurer.");
      return file;
    },
  });
}
