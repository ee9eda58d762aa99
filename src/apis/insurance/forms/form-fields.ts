// SQL: an upsert on a condition, and a search inside JSON.
/** Forms are kept as they are served, and their remote fields are found again. */
import type { Queryable } from "#src/storage/transaction.ts";
import { OnSale } from "../catalog/on-sale.ts";
import type { Schemas } from "../insurers/protocol.ts";
import type { Tenant } from "../tenant.ts";
import type { FormName } from "./fetched-forms.ts";

/** Remembers a form that is served now. One that is known as it is stays as it is. By fetched_forms_pkey. */
export async function keepForm(
  on: Queryable,
  { businessId, environment }: Tenant,
  providerId: string,
  { formId, formVersion, productId, context, fields }: Schemas["Form"],
  now: Date,
): Promise<void> {
  await on.query(
    `INSERT INTO fetched_forms AS known
       (business_id, environment, provider_id, form_id, form_version, product_id, context, fields, fetched_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (business_id, environment, provider_id, form_id, form_version, product_id, context) DO UPDATE
     SET fields = excluded.fields, fetched_at = excluded.fetched_at WHERE known.fields::text <> excluded.fields::text`,
    [businessId, environment, providerId, formId, formVersion, productId, context, searchable(fields), now],
  );
}

/** PostgreSQL cannot look into JSON whose texts have NUL or half of a surrogate pair: both become U+FFFD. */
function searchable(fields: readonly Schemas["FormField"][]): string {
  return JSON.stringify(fields, (_name, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "\ufffd").toWellFormed() : value,
  );
}

/**
 * A field that loads its options remotely. Null when the form has no such field, the business has not fetched the form,
 * or may no longer sell any product that it is for. By fetched_forms_pkey and sellable_products_pkey.
 */
export async function remoteField(
  on: Queryable,
  tenant: Tenant,
  { providerId, formId, formVersion }: FormName,
  fieldId: string,
): Promise<Schemas["RemoteChoiceField"] | null> {
  const onSale = new OnSale(tenant).where(
    providerId,
    (id) => `f.provider_id = ${id} AND s.provider_id = ${id} AND s.product_id = f.product_id`,
  );
  const { rows } = await on.query<{ field: Schemas["RemoteChoiceField"] }>(
    `SELECT field FROM fetched_forms f CROSS JOIN LATERAL json_array_elements(f.fields) AS field
     WHERE f.business_id = $1 AND f.environment = $2
       AND f.form_id = ${onSale.bind(formId)} AND f.form_version = ${onSale.bind(formVersion)}
       AND field->>'fieldId' = ${onSale.bind(fieldId)} AND field->>'type' = 'remote_choice'
       AND EXISTS (SELECT ${onSale})
     ORDER BY f.fetched_at DESC LIMIT 1`,
    onSale.values,
  );
  return rows[0]?.field ?? null;
}
