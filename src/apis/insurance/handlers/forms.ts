import { replayedHeader } from "#src/http/idempotency.ts";
import type { InsuranceHandlers } from "../callers.ts";
import { fetchForm } from "../forms/fetch-form.ts";
import { optionsOfField } from "../forms/field-options.ts";
import { ownSlot, reserveWithInsurer } from "../forms/uploads.ts";
import { idempotencyKeyOf } from "../idempotency-key.ts";
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
      const idempotencyKey = idempotencyKeyOf(request.headers);
      const { requestId, identity: tenant } = call;
      const reserved =
        providerId == null
          ? await oncePerKey(parts, call, request, {
              prepare: () => ownSlot(parts, tenant, file),
              effect: async (_on, slot) => slot,
              stored: (slot) => slot,
            })
          : await reserveWithInsurer(parts, providerId, file, { tenant, idempotencyKey, requestId });
      return reserved.replayed
        ? { status: 200, body: reserved.body, headers: replayedHeader }
        : { status: 201, body: reserved.body };
    },
  };
}
