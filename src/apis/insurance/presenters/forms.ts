/** How forms and places for files look to a business. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import type { Schemas as Insurer } from "../insurers/protocol.ts";

export function presentForm(providerId: string, form: Insurer["Form"]): Schemas["Form"] {
  const { formId, formVersion, context, productId, fields } = form;
  return { formId, formVersion, context, providerId, productId, fields };
}

export function presentUploadSlot({ expiresAt, ...slot }: Insurer["UploadSlot"]): Schemas["UploadSlot"] {
  return { ...slot, expiresAt: parseDateTime(expiresAt).toISOString() };
}
