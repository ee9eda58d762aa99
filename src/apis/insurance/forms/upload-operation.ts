/** Has an insurer reserve a place for a file, once for a key. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import type { EffectDependencies } from "../insurers/registry.ts";
import { declareOperation } from "../intents/operation.ts";
import { presentUploadSlot } from "../presenters/forms.ts";

/** A place that nobody has heard of harms nobody. */
export function uploadOperation({ insurers }: Pick<EffectDependencies, "insurers">) {
  return declareOperation<Asked<"reserveUpload">["body"], Answered<"reserveUpload">, Schemas["UploadSlot"]>({
    whenLost: "forget",

    ...protocolCall(insurers, "reserveUpload", (body: Asked<"reserveUpload">["body"]) => ({ body })),

    async commit(_client, _intent, slot) {
      return { status: 201, body: presentUploadSlot(slot) };
    },
  });
}
