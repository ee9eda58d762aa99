/** Forms as they were served to a business: its quotes and its requests for options are held to them. */
import type { EntityManager } from "typeorm";
import { fetchedFormEntity } from "../entities/fetched-form.ts";
import { type Tenant, tenantOf } from "../tenant.ts";

/** A version of a form, as a seller names it. */
export interface FormName {
  readonly providerId: string;
  readonly formId: string;
  readonly formVersion: number;
}

/**
 * The names of the fields of a form for new business of this product; null when the business has not fetched it. By
 * fetched_forms_pkey.
 */
export async function fieldsForQuote(
  manager: EntityManager,
  tenant: Tenant,
  { providerId, formId, formVersion }: FormName,
  productId: string,
): Promise<ReadonlySet<string> | null> {
  const form = await manager.findOneBy(fetchedFormEntity, {
    ...tenantOf(tenant),
    providerId,
    formId,
    formVersion,
    productId,
    context: "new_business",
  });
  return form === null ? null : new Set(form.fields.map(({ fieldId }) => fieldId));
}

/** Whether the business has fetched any version of this form for new business of this product. By fetched_forms_pkey. */
export function hasFetched(
  manager: EntityManager,
  tenant: Tenant,
  { providerId, formId }: Omit<FormName, "formVersion">,
  productId: string,
): Promise<boolean> {
  const form = { ...tenantOf(tenant), providerId, formId, productId, context: "new_business" as const };
  return manager.existsBy(fetchedFormEntity, form);
}
