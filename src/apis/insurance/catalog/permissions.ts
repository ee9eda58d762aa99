/** The products that a business may sell, and its share of their price. Operators decide both. */
import { invalid, notFound } from "#src/http/problem.ts";
import { existing } from "#src/identity/naming.ts";
import type { Database } from "#src/storage/database.ts";
import { insurerEntity, insurerProductEntity, type SellableProductRow, sellableProductEntity } from "../entities.ts";
import { type Tenant, tenantOf } from "../tenant.ts";

export interface Permission {
  readonly providerId: string;
  readonly productId: string;
  /** The business's share of the product's price, in hundredths of a percent. */
  readonly rateBasisPoints: number;
  /** The platform's own share, which no API serves; 0 when left out. */
  readonly platformBasisPoints?: number;
}

/** The whole price. */
export const wholeBasisPoints = 10_000;

/**
 * Lets a business sell a product, or changes its rate where it may already. Throws Problem NOT_FOUND when no insurer
 * has listed the product, and VALIDATION_FAILED when the shares are not within the price.
 */
export async function allowProduct(
  database: Database,
  tenant: Tenant,
  { providerId, productId, rateBasisPoints, platformBasisPoints = 0 }: Permission,
  now = new Date(),
): Promise<SellableProductRow> {
  const shares = [rateBasisPoints, platformBasisPoints];
  if (!shares.every((share) => Number.isInteger(share) && share >= 0))
    throw invalid("A share of the price is a whole number of basis points, from 0.");
  if (rateBasisPoints + platformBasisPoints > wholeBasisPoints)
    throw invalid("The business's and the platform's shares come to more than the whole price.");
  const product = await database.dataSource.getRepository(insurerProductEntity).findOneBy({ providerId, productId });
  if (product === null) throw notFound(await unknownProduct(database, providerId, productId));
  const place = { ...tenantOf(tenant), providerId, productId };
  await database.dataSource
    .createQueryBuilder()
    .insert()
    .into(sellableProductEntity)
    .values({ ...place, rateBasisPoints, platformBasisPoints, createdAt: now, updatedAt: now })
    .orUpdate(
      ["rate_basis_points", "platform_basis_points", "updated_at"],
      ["business_id", "environment", "provider_id", "product_id"],
    )
    .execute();
  return await database.dataSource.getRepository(sellableProductEntity).findOneByOrFail(place);
}

/** Throws Problem NOT_FOUND when the business was not allowed to sell it. */
export async function withdrawProduct(
  database: Database,
  tenant: Tenant,
  providerId: string,
  productId: string,
): Promise<void> {
  const { affected } = await database.dataSource
    .getRepository(sellableProductEntity)
    .delete({ ...tenantOf(tenant), providerId, productId });
  if (affected === 0)
    throw notFound(
      `The business may not sell ${providerId}/${productId} in ${tenant.environment} as it is. ` +
        '"accord insurance products" lists what it may.',
    );
}

/** Names the unknown one of the two, and lists those that exist. */
async function unknownProduct(database: Database, providerId: string, productId: string): Promise<string> {
  const insurers = await database.dataSource.getRepository(insurerEntity).find({ order: { id: "ASC" } });
  if (!insurers.some(({ id }) => id === providerId))
    return `There is no insurer ${JSON.stringify(providerId)}; ${existing(insurers.map(({ id }) => id))}.`;
  const products = await database.dataSource
    .getRepository(insurerProductEntity)
    .find({ where: { providerId }, order: { productId: "ASC" } });
  return (
    `${providerId} has listed no product ${JSON.stringify(productId)}; ` +
    `${existing(products.map((product) => product.productId))}. "accord insurers sync ${providerId}" asks it again.`
  );
}
