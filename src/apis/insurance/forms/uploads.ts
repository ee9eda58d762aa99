/** Places for files with the insurer that is to keep them; those of files that we keep are in kept-files.ts. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound } from "#src/http/problem.ts";
import { sellsAnythingOf } from "../catalog/products.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import { declareOperation } from "../intents/operation.ts";
import { perform } from "../intents/perform.ts";
import { presentUploadSlot } from "../presenters/records.ts";

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
  return perform(intents, upload, {
    ...call,
    providerId,
    subject: null,
    sent: { providerId, ...file },
    prepare: async ({ client }) => {
      if (!(await sellsAnythingOf(client, call, providerId))) throw notFound("There is no such insurer.");
      return file;
    },
  });
}

type Reservation = Asked<"reserveUpload">["body"];

/** A place that nobody has heard of harms nobody. */
export const upload = declareOperation<Reservation, Answered<"reserveUpload">, Schemas["UploadSlot"]>({
  name: "reserveUpload",
  whenLost: "forget",
  ...protocolCall("reserveUpload", (body: Reservation) => ({ body })),
  async commit(_transaction, _intent, slot) {
    return { status: 201, body: presentUploadSlot(slot) };
  },
});
