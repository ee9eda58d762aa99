/** Forms as they were served to a business: its quotes and its requests for options are held to them. */
import type { EntityManager } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { fetchedFormEntity } from "../entities/fetched-form.ts";
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
