import { notFound } from "#src/http/problem.ts";
import { sellableProduct } from "../catalog/products.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { Schemas } from "../insurers/protocol.ts";
import type { Tenant } from "../tenant.ts";
import { keepForm } from "./form-fields.ts";

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
