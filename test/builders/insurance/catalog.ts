/** Records of insurers, products and quotes, without an insurer that could be called. */

import { randomBytes } from "node:crypto";
import { allowProduct } from "#src/apis/insurance/catalog/permissions.ts";
import type { CatalogProduct } from "#src/apis/insurance/catalog/products.ts";
import type { QuoteRow } from "#src/apis/insurance/entities.ts";
import { insurerEntity, insurerProductEntity } from "#src/apis/insurance/entities.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import { Cursors } from "#src/http/cursor.ts";
import type { Row } from "#src/storage/entity.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { aBusiness } from "#test/builders/identity.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { testMasterKey } from "#test/support/server.ts";
import { anInsurersQuote } from "./answers.ts";

export const cursors = new Cursors(testMasterKey);

/** A business of its own. */
export async function aTenant(database: TestDatabase, environment: Tenant["environment"] = "test"): Promise<Tenant> {
  const { id } = await aBusiness(database);
  return { businessId: id, environment };
}

/** An insurer that nobody can call, under a fresh id. */
export async function anInsurer(
  database: TestDatabase,
  given: { readonly id?: string; readonly name?: string; readonly active?: boolean } = {},
): Promise<string> {
  const id = given.id ?? `insurer-${randomBytes(6).toString("hex")}`;
  const at = new Date(0);
  const nowhere = { baseUrl: "https://insurer.example", credential: Buffer.alloc(0), redirectHosts: [] };
  const operator = await database.operator();
  await operator.dataSource
    .getRepository(insurerEntity)
    .insert({ name: "Acme Mutual", active: true, ...given, id, ...nowhere, createdAt: at, updatedAt: at });
  return id;
}

/** A motor product as it is read from the catalog. */
export function aCatalogProduct(changes: Partial<CatalogProduct> = {}): CatalogProduct {
  return {
    providerId: "aegis",
    providerName: "Aegis Mutual",
    productId: "motor",
    name: "Drive",
    description: "",
    category: "MOTOR",
    productType: "MOTOR_COMPREHENSIVE",
    classCode: "GENERAL",
    country: "NG",
    currency: "NGN",
    publishedPrice: null,
    updatedAt: new Date(0),
    ...changes,
  };
}

/** A motor product on sale, of an insurer of its own, or of the one given. */
export async function aProduct(
  database: TestDatabase,
  given: Partial<Row<typeof insurerProductEntity>> = {},
): Promise<Pick<Row<typeof insurerProductEntity>, "providerId" | "productId">> {
  const product: Row<typeof insurerProductEntity> = {
    productId: `product-${randomBytes(6).toString("hex")}`,
    name: "Drive Complete",
    description: "Damage to others and to the vehicle.",
    category: "MOTOR",
    productType: "MOTOR_COMPREHENSIVE",
    classCode: "GENERAL",
    country: "NG",
    currency: "NGN",
    status: "ACTIVE",
    publishedMinor: null,
    publishedCurrency: null,
    updatedAt: new Date("2026-10-01T08:00:00.000Z"),
    listed: true,
    seenAt: new Date("2026-11-01T08:00:00.000Z"),
    ...given,
    providerId: given.providerId ?? (await anInsurer(database)),
  };
  await database.dataSource.getRepository(insurerProductEntity).insert(product);
  return product;
}

/** A product as `aProduct` makes it, which the tenant may sell. */
export async function aSellableProduct(
  database: TestDatabase,
  tenant: Tenant,
  given: Partial<Row<typeof insurerProductEntity>> = {},
  rateBasisPoints = 1_250,
): Promise<Pick<Row<typeof insurerProductEntity>, "providerId" | "productId">> {
  const { providerId, productId } = await aProduct(database, given);
  await allowProduct(database, tenant, { providerId, productId, rateBasisPoints });
  return { providerId, productId };
}

/** A usable quote of accident cover as it is on record. */
export function aQuoteRow({ businessId, environment }: Tenant, changes: Partial<QuoteRow> = {}): QuoteRow {
  const now = new Date();
  const { quoteId, productId, formId, formVersion, total, lines, expiresAt } = anInsurersQuote();
  return {
    ...{ businessId, environment, providerId: "aegis", quoteId, position: risingId(), productId, formId, formVersion },
    ...{ context: "new_business", policyId: null, status: "USABLE" },
    ...{ totalMinor: total.amountMinor, currency: total.currency, lines },
    ...{ expiresAt: new Date(expiresAt), createdAt: now, updatedAt: now },
    ...changes,
  };
}
