import { column, declareEntity } from "#src/storage/entity.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";

/** A form that was served to a business: quotes and options requests are held to it. */
export const fetchedFormEntity = declareEntity("fetched_forms", {
  ...tenantColumns,
  providerId: column.text.key,
  formId: column.text.key,
  formVersion: column.integer.key,
  productId: column.text.key,
  context: column.textOf<Schemas["FormContext"]>().key,
  fields: column.json<Schemas["FormField"][]>(),
  fetchedAt: column.timestamp,
});
