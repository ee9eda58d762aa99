/** Every effect at an insurer, by the operation that asks for it. The sweep of open intents knows them by these names. */
import { uploadOperation } from "./forms/uploads.ts";
import type { Insurers } from "./insurers/registry.ts";
import { cancellationOperation } from "./policies/cancellation.ts";
import { purchaseOperation } from "./sales/purchase-operation.ts";
import { quoteOperation } from "./sales/quote-operation.ts";

export interface InsurerOperationParts {
  readonly insurers: Insurers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A name stays as long as there are intents with it. */
export function insurerOperations(parts: InsurerOperationParts) {
  return {
    createPurchase: purchaseOperation(parts),
    cancelPolicy: cancellationOperation(parts),
    createQuote: quoteOperation(parts),
    reserveUpload: uploadOperation(parts),
  };
}

export type InsurerOperations = ReturnType<typeof insurerOperations>;
