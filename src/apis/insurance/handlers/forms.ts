import type { HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { fetchForm } from "../forms/fetched-forms.ts";
import { optionsOfField } from "../forms/field-options.ts";
import { prepareSlot, recordSlot, renewedSlot } from "../forms/kept-files.ts";
import { reserveWithInsurer } from "../forms/uploads.ts";
import { createdAnswer, oncePerKey, writeCallOf } from "../idempotent-writes.ts";
import { presentForm } from "../presenters/records.ts";

export function formHandlers(dependencies: HandlerDependencies): HandlersOf<"Forms"> {
  const { database, files } = dependencies;
  return {
    async getForm({ path, query: { context } }, { identity, requestId }) {
      const form = await fetchForm(dependencies, identity, { ...path, context }, requestId);
      return { status: 200, body: presentForm(path.providerId, form) };
    },

    async listFieldOptions({ path, body }, { identity, requestId }) {
      return { status: 200, body: await optionsOfField(dependencies, identity, path, body, requestId) };
    },

    async reserveUpload(request, call) {
      const { providerId, ...file } = request.body;
      if (providerId != null)
        return createdAnswer(await reserveWithInsurer(dependencies, providerId, file, writeCallOf(request, call)));
      const { identity } = call;
      const ours = await oncePerKey(dependencies, call, request, {
        prepare: () => prepareSlot(files, identity, file),
        effect: async ({ manager }, slot) => {
          await recordSlot(files, manager, identity, file, slot);
          return slot;
        },
        stored: (slot) => slot,
      });
      if (!ours.replayed) return createdAnswer(ours);
      const body = await renewedSlot(files, database, identity, file, ours.body);
      return createdAnswer({ replayed: true, body });
    },
  };
}
