/** How the catalog looks to a business. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { CommercialRate } from "../catalog/commercial-rates.ts";
import type { ProductConfig } from "../catalog/product-config.ts";
import type { CatalogProduct } from "../catalog/products.ts";
import type { Tenant } from "../tenant.ts";

export function presentProduct({ updatedAt, ...product }: CatalogProduct, { environment }: Tenant): Schemas["Product"] {
  return { ...product, environment, updatedAt: updatedAt.toISOString() };
}

/** `config` is null where the insurer could not be asked. */
export function presentConfiguredProduct(
  product: CatalogProduct,
  config: ProductConfig | null,
  tenant: Tenant,
): Schemas["ConfiguredProduct"] {
  return { ...presentProduct(product, tenant), config, configStatus: config === null ? "unavailable" : "available" };
}

export function presentCommercialRate(
  { updatedAt, ...rate }: CommercialRate,
  { environment }: Tenant,
): Schemas["CommercialRate"] {
  return { ...rate, environment, updatedAt: updatedAt.toISOString() };
}
