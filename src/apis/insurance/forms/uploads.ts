/** Places for files with the insurer that is to keep them; those of files that we keep are in kept-files.ts. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound } from "#src/http/problem.ts";
import { sellsAnythingOf } from "../catalog/products.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { perform } from "../intents/perform.ts";

export type UploadedFile = Omit<Schemas["UploadRequest"], "providerId">;

/**
 * A place that the insurer keeps. Throws Problem NOT_FOUND for an insurer of which the business may sell nothing, Problem as
 * `perform` does, and InsurerFailure.
 */
export function reserveWithInsurer(
  { intents }: Pick<HandlerDependencies, "intents">,
  providerId: string,
  file: UploadedFile,
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["UploadSlot"]>> {
  return perform(intents, {
    ...call,
    operation: "reserveUpload",
    providerId,
    subject: null,
    sent: { providerId, ...file },
    prepare: async ({ client }) => {
      if (!(await sellsAnythingOf(client, call, providerId))) throw notFound("There is no such insurer.");
      return file;
    },
  });
}
