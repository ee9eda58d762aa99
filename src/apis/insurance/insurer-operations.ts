/** Every effect at an insurer, by the operation that asks for it. Intents are stored under these names. */
import { attachmentOperation, claimOperation } from "./claims/claim-operations.ts";
import { uploadOperation } from "./forms/upload-operation.ts";
import type { EffectDependencies } from "./insurers/registry.ts";
import { cancellationOperation } from "./policies/cancellation-operation.ts";
import { documentOperation } from "./policies/document-operation.ts";
import { purchaseOperation } from "./sales/purchase-operation.ts";
import { policyChangeOperation, quoteOperation } from "./sales/quote-operation.ts";

/** A name stays as long as there are intents with it. */
export function insurerOperations(dependencies: EffectDependencies) {
  return {
    createPurchase: purchaseOperation(dependencies),
    cancelPolicy: cancellationOperation(dependencies),
    createQuote: quoteOperation(dependencies),
    reserveUpload: uploadOperation(dependencies),
    createClaim: claimOperation(dependencies),
    attachToClaim: attachmentOperation(dependencies),
    requestRenewal: policyChangeOperation(dependencies),
    requestEndorsement: policyChangeOperation(dependencies),
    attachPolicyDocument: documentOperation(dependencies),
  };
}

export type InsurerOperations = ReturnType<typeof insurerOperations>;
