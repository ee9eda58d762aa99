import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import type { Schemas } from "../insurers/protocol.ts";

/** A form that was served to a business: quotes and options requests are held to it. */
export interface FetchedFormRow {
  businessId: string;
  environment: Environment;
  providerId: string;
  formId: string;
  formVersion: number;
  productId: string;
  context: Schemas["FormContext"];
  fields: Schemas["FormField"][];
  fetchedAt: Date;
}

export const fetchedFormEntity = new EntitySchema<FetchedFormRow>({
  name: "FetchedForm",
  tableName: "fetched_forms",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text", primary: true },
    formId: { name: "form_id", type: "text", primary: true },
    formVersion: { name: "form_version", type: "integer", primary: true },
    productId: { name: "product_id", type: "text", primary: true },
    context: { type: "text", primary: true },
    fields: { type: "json" },
    fetchedAt: { name: "fetched_at", type: "timestamptz" },
  },
});
