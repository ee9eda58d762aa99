import type { InsuranceHandlers } from "../callers.ts";
import { fetchForm } from "../forms/fetch-form.ts";
import { optionsOfField } from "../forms/field-options.ts";
import { ownSlot, reserveWithInsurer } from "../forms/uploads.ts";
import { createdAnswer, writeCallOf } from "../insurer-write.ts";
import { oncePerKey } from "../once-per-key.ts";
import type { InsuranceParts } from "../parts.ts";
import { presentForm } from "../presenters/forms.ts";

type Served = Pick<InsuranceHandlers, "getForm" | "listFieldOptions" | "reserveUpload">;

export function formHandlers(parts: InsuranceParts): Served {
  return {
    async getForm({ path, query: { context } }, { identity, requestId }) {
      const form = await fetchForm(parts, identity, { ...path, context }, requestId);
      return { status: 200, body: presentForm(path.providerId, form) };
    },

    async listFieldOptions({ path, body }, { identity, requestId }) {
      return { status: 200, body: await optionsOfField(parts, identity, path, body, requestId) };
    },

    async reserveUpload(request, call) {
      const { providerId, ...file } = request.body;
      if (providerId != null)
        return createdAnswer(await reserveWithInsurer(parts, providerId, file, writeCallOf(request, call)));
      const ours = await oncePerKey(parts, call, request, {
        prepare: () => ownSlot(parts, call.identity, file),
        effect: async (_on, slot) => slot,
        stored: (slot) => slot,
      });
      return createdAnswer(ours);
    },
  };
}
