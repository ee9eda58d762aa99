/** Forms as they were served to a business: its quotes and its requests for options are held to them. */
import { OnSale } from "../catalog/on-sale.ts";
import type { Schemas } from "../insurers/protocol.ts";
import type { Queryable } from "../queryable.ts";
import type { Tenant } from "../tenant.ts";

/** A version of a form, as a seller names it. */
export interface FormName {
  readonly providerId: string;
  readonly formId: string;
  readonly formVersion: number;
}

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
 * The names of the fields of a form for new business of this product; null when the business has not fetched it. By
 * fetched_forms_pkey.
 */
export async function fieldsForQuote(
  on: Queryable,
  { businessId, environment }: Tenant,
  { providerId, formId, formVersion }: FormName,
  productId: string,
): Promise<ReadonlySet<string> | null> {
  const { rows } = await on.query<{ fields: Schemas["FormField"][] }>(
    `SELECT fields FROM fetched_forms WHERE business_id = $1 AND environment = $2 AND provider_id = $3
       AND form_id = $4 AND form_version = $5 AND product_id = $6 AND context = 'new_business'`,
    [businessId, environment, providerId, formId, formVersion, productId],
  );
  return rows[0] === undefined ? null : new Set(rows[0].fields.map(({ fieldId }) => fieldId));
}

/** Whether the business has fetched any version of this form for new business of this product. By fetched_forms_pkey. */
export async function hasFetched(
  on: Queryable,
  { businessId, environment }: Tenant,
  { providerId, formId }: Omit<FormName, "formVersion">,
  productId: string,
): Promise<boolean> {
  const { rowCount } = await on.query(
    `SELECT FROM fetched_forms WHERE business_id = $1 AND environment = $2 AND provider_id = $3
       AND form_id = $4 AND product_id = $5 AND context = 'new_business' LIMIT 1`,
    [businessId, environment, providerId, formId, productId],
  );
  return rowCount === 1;
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
