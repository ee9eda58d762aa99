import { declareEntity, integer, json, key, type Row, text, textOf, timestamp } from "#src/storage/entity.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";

/** A form that was served to a business: quotes and options requests are held to it. */
export const fetchedFormEntity = declareEntity("fetched_forms", {
  ...tenantColumns,
  providerId: key(text),
  formId: key(text),
  formVersion: key(integer),
  productId: key(text),
  context: key(textOf<Schemas["FormContext"]>()),
  fields: json<Schemas["FormField"][]>(),
  fetchedAt: timestamp,
});

export type FetchedFormRow = Row<typeof fetchedFormEntity>;
