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
import { CreateInsurance1795000110000 } from "./migrations/1795000110000-create-insurance.ts";

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

export const insuranceMigrations = [CreateInsurance1795000110000];
