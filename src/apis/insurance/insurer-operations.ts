import { attachment, openedClaim } from "./claims/claims.ts";
import { upload } from "./forms/uploads.ts";
import type { AnyOperation } from "./intents/operation.ts";
import { cancellation } from "./policies/cancellation.ts";
import { attachedDocument } from "./policies/documents.ts";
import { purchase } from "./sales/purchases.ts";
import { endorsementQuote, quote, renewalQuote } from "./sales/quotes.ts";

const operations: readonly AnyOperation[] = [
  purchase,
  cancellation,
  quote,
  upload,
  openedClaim,
  attachment,
  renewalQuote,
  endorsementQuote,
  attachedDocument,
];

/** Every effect at an insurer, by the name that its intents are stored under. */
export const insurerOperations = Object.fromEntries(operations.map((operation) => [operation.name, operation]));
