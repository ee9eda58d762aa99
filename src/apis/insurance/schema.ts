import { cancellationEntity } from "./entities/cancellation.ts";
import { claimEntity } from "./entities/claim.ts";
import { fetchedFormEntity } from "./entities/fetched-form.ts";
import { insurerEntity } from "./entities/insurer.ts";
import { insurerIntentEntity } from "./entities/insurer-intent.ts";
import { insurerProductEntity } from "./entities/insurer-product.ts";
import { keptFileEntity } from "./entities/kept-file.ts";
import { policyEntity } from "./entities/policy.ts";
import { policyDocumentEntity } from "./entities/policy-document.ts";
import { purchaseEntity } from "./entities/purchase.ts";
import { quoteEntity } from "./entities/quote.ts";
import { sellableProductEntity } from "./entities/sellable-product.ts";
import { CreateInsurers1790000500000 } from "./migrations/1790000500000-create-insurers.ts";
import { CreateInsurerIntents1790000700000 } from "./migrations/1790000700000-create-insurer-intents.ts";
import { CreateCatalog1790000900000 } from "./migrations/1790000900000-create-catalog.ts";
import { CreateSales1790001000000 } from "./migrations/1790001000000-create-sales.ts";
import { CreateKeptFiles1790001310000 } from "./migrations/1790001310000-create-kept-files.ts";
import { KeepProductsByThemselves1790002310000 } from "./migrations/1790002310000-keep-products-by-themselves.ts";
import { CreateClaims1790002502000 } from "./migrations/1790002502000-create-claims.ts";
import { QuotePolicyChanges1790002503000 } from "./migrations/1790002503000-quote-policy-changes.ts";

export const insuranceEntities = [
  insurerEntity,
  insurerIntentEntity,
  insurerProductEntity,
  sellableProductEntity,
  fetchedFormEntity,
  keptFileEntity,
  quoteEntity,
  purchaseEntity,
  policyEntity,
  policyDocumentEntity,
  cancellationEntity,
  claimEntity,
];

export const insuranceMigrations = [
  CreateInsurers1790000500000,
  CreateInsurerIntents1790000700000,
  CreateCatalog1790000900000,
  CreateSales1790001000000,
  CreateKeptFiles1790001310000,
  KeepProductsByThemselves1790002310000,
  CreateClaims1790002502000,
  QuotePolicyChanges1790002503000,
];
