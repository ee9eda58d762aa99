/** The products that the businesses of a demo may sell: nearly all, and each some that the other may not. */
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { insurerProductEntity } from "../entities.ts";
import { Insurers } from "../insurers/registry.ts";
import { allowProduct } from "./permissions.ts";
import { syncCatalog } from "./sync.ts";

export interface DemoBusinesses {
  /** Ids of businesses. What only the second may sell is of an insurer whose other products the first may sell. */
  readonly first: string;
  readonly second: string;
}

const onlyFirst = "farrier/device-damage";
const onlySecond = "borealis/home-contents";
/** In hundredths of a percent. Rates differ from product to product, so that readers see which is which. */
const lowestRate = 750;
const rateStep = 25;
const platformRate = 250;

/**
 * Asks the insurers for their products and lets both businesses sell them, with test as with live keys. Repeating it
 * changes nothing. Throws when an insurer's products cannot be read.
 */
export async function seedCatalog(
  database: Database,
  masterKey: MasterKey,
  { first, second }: DemoBusinesses,
): Promise<void> {
  const insurers = new Insurers(database, masterKey);
  try {
    const signal = AbortSignal.timeout(60_000);
    for (const { failure } of await syncCatalog({ database, insurers }, { signal }))
      if (failure !== null) throw failure;
  } finally {
    insurers.close();
  }
  // Products that are hidden are allowed too: a demo shows that they are not there.
  const listed = await database.dataSource
    .getRepository(insurerProductEntity)
    .find({ order: { providerId: "ASC", productId: "ASC" } });
  for (const [index, { providerId, productId }] of listed.entries()) {
    const product = `${providerId}/${productId}`;
    const businesses = product === onlyFirst ? [first] : product === onlySecond ? [second] : [first, second];
    const rates = { rateBasisPoints: lowestRate + rateStep * (index % 40), platformBasisPoints: platformRate };
    for (const businessId of businesses)
      for (const environment of ["test", "live"] as const)
        await allowProduct(database, { businessId, environment }, { providerId, productId, ...rates });
  }
}
