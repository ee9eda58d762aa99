/** Has an insurer open a claim, or take a file for one, once, and writes down what it answered. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { onViolation } from "#src/storage/violation.ts";
import { type ClaimRow, claimEntity } from "../entities/claim.ts";
import { emitInsuranceEvents } from "../events.ts";
import { contradiction, type InsurerFailure } from "../insurers/failure.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import type { EffectDependencies } from "../insurers/registry.ts";
import { declareOperation, type Intent } from "../intents/operation.ts";
import { presentClaim } from "../presenters/claims.ts";
import { changeClaim, claimOf } from "./claim-record.ts";
import { nextClaimReading } from "./status.ts";

/** The intent of a claim, on record while the insurer is asked. */
export interface PreparedClaim {
  readonly policyId: string;
  readonly productId: string;
  readonly body: Asked<"openClaim">["body"];
}

export interface PreparedAttachment {
  readonly claimId: string;
  readonly fileId: string;
  /** The claim's revision before the insurer was asked. */
  readonly revision: number;
}

type Answer = Answered<"openClaim">;

/** The customer waits for money: whether the loss was reported has to be known. */
export function claimOperation({ insurers, now }: EffectDependencies) {
  return declareOperation<PreparedClaim, Answer, Schemas["Claim"]>({
    whenLost: "settle",

    ...protocolCall(insurers, "openClaim", ({ policyId, body }: PreparedClaim) => ({ path: { policyId }, body })),

    async commit(transaction, intent, answered) {
      const at = new Date(now());
      const row = claimRow(intent, answered, at);
      const { providerId, claimId: resourceId } = row;
      await transaction.manager
        .insert(claimEntity, { ...row, document: row.document as object })
        .catch(onViolation("insurance_claims_pkey", (cause) => openedBefore(providerId, cause)));
      const body = presentClaim(row);
      const created = { type: "claim.created", providerId, resourceId, data: body } as const;
      await emitInsuranceEvents(transaction, intent, [created], at);
      return { status: 201, body };
    },
  });
}

/** The customer has to know whether the insurer has the file. */
export function attachmentOperation({ insurers, now }: EffectDependencies) {
  return declareOperation<PreparedAttachment, Answer, Schemas["Claim"]>({
    whenLost: "settle",

    ...protocolCall(insurers, "attachToClaim", ({ claimId, fileId }: PreparedAttachment) => ({
      path: { claimId },
      body: { fileId },
    })),

    async commit(transaction, intent, answered) {
      const at = new Date(now());
      const { providerId, request } = intent;
      const claim = await claimOf(
        transaction.manager,
        intent,
        { providerId, claimId: request.claimId },
        { lock: true },
      );
      // The insurer answers a repeated call as it answered the first. The claim may have been read and decided since.
      const isStale = claim.revision !== request.revision;
      const document = isStale ? claim.document : answered;
      await changeClaim(transaction, claim, document, at, isStale ? { nextReadingAt: at } : {});
      return { status: 201, body: presentClaim({ ...claim, document }) };
    },
  });
}

/** One id must never stand for two claims. */
function openedBefore(providerId: string, cause: unknown): InsurerFailure {
  return contradiction(providerId, "openClaim", "/body/claimId", "is the id of an earlier claim", cause);
}

function claimRow(
  { businessId, environment, providerId, request }: Intent<PreparedClaim>,
  document: Answer,
  createdAt: Date,
): ClaimRow {
  const { claimId, status } = document;
  return {
    businessId,
    environment,
    providerId,
    claimId,
    position: risingId(),
    policyId: request.policyId,
    productId: request.productId,
    status,
    lossDate: request.body.lossDate,
    document,
    createdAt,
    updatedAt: createdAt,
    readAt: createdAt,
    revision: 0,
    nextReadingAt: nextClaimReading(status, createdAt, createdAt),
  };
}
