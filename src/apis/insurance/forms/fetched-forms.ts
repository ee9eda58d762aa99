// SQL: an upsert on a condition, and a search inside JSON.
/** Forms as they were served to a business: its quotes and its requests for options are held to them. */
import type { EntityManager } from "typeorm";
import { notFound, Problem } from "#src/http/problem.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { OnSale } from "../catalog/on-sale.ts";
import { sellableProduct } from "../catalog/products.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { fetchedFormEntity } from "../entities.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { type Tenant, tenantOf } from "../tenant.ts";

type Context = Schemas["FormContext"];

/** A version of a form, as a seller names it. */
export interface FormName {
  readonly providerId: string;
  readonly formId: string;
  readonly formVersion: number;
}

/**
 * The names of the fields of a form of this product for an occasion; null when the business has not fetched it. By
 * fetched_forms_pkey.
 */
export async function fieldsOf(
  manager: EntityManager,
  tenant: Tenant,
  { providerId, formId, formVersion }: FormName,
  productId: string,
  context: Context,
): Promise<ReadonlySet<string> | null> {
  const form = await manager.findOneBy(fetchedFormEntity, {
    ...tenantOf(tenant),
    providerId,
    formId,
    formVersion,
    productId,
    context,
  });
  return form === null ? null : new Set(form.fields.map(({ fieldId }) => fieldId));
}

/** Whether the business has fetched any version of this form of this product for an occasion. By fetched_forms_pkey. */
function hasFetched(
  manager: EntityManager,
  tenant: Tenant,
  { providerId, formId }: Omit<FormName, "formVersion">,
  productId: string,
  context: Context,
): Promise<boolean> {
  return manager.existsBy(fetchedFormEntity, { ...tenantOf(tenant), providerId, formId, productId, context });
}

const occasions: Readonly<Record<Context, string>> = {
  new_business: "new business",
  renewal: "a renewal",
  endorsement: "an endorsement",
  claim: "a claim",
  cancellation: "a cancellation",
};

/** The finding for a form that was not fetched for this product and occasion. */
export async function notFetched(
  manager: EntityManager,
  tenant: Tenant,
  form: FormName,
  productId: string,
  context: Context,
): Promise<Problem> {
  const finding = (await hasFetched(manager, tenant, form, productId, context))
    ? { path: "/body/formVersion", message: "is not a version that you fetched from this insurer" }
    : {
        path: "/body/formId",
        message: `is not a form for ${occasions[context]} of this product that you fetched from this insurer`,
      };
  return new Problem("VALIDATION_FAILED", { fieldErrors: [{ ...finding, code: "unknown" }] });
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

export interface WantedForm {
  readonly providerId: string;
  readonly productId: string;
  readonly context: Schemas["FormContext"];
}

/**
 * The form of a product as its insurer has it now, from now on one that this business has fetched. Throws Problem
 * NOT_FOUND for a product that it may not sell, and InsurerFailure: refused with 404 where the product has no such form.
 */
export async function fetchForm(
  { database: { pool }, insurers, now }: Pick<HandlerDependencies, "database" | "insurers" | "now">,
  tenant: Tenant,
  { providerId, productId, context }: WantedForm,
  requestId: string,
): Promise<Schemas["Form"]> {
  if ((await sellableProduct(pool, tenant, providerId, productId)) === null)
    throw notFound("There is no such product.");
  const insurer = await insurers.reach(providerId, "getForm");
  const form = await insurer.call("getForm", { path: { productId, context } }, { requestId });
  await keepForm(pool, tenant, providerId, form, new Date(now()));
  return form;
}
