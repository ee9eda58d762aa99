/** Claims of a business: opened, given files, read. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { conflict, Problem } from "#src/http/problem.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { type ClaimRow, claimEntity } from "../entities.ts";
import { emitInsuranceEvents } from "../events.ts";
import { fieldsOf, notFetched } from "../forms/fetched-forms.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { contradiction, type InsurerFailure } from "../insurers/failure.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import { declareOperation, type Intent } from "../intents/operation.ts";
import { perform } from "../intents/perform.ts";
import { policyOf } from "../policies/policy-record.ts";
import { type ReadingDependencies, repeatedReading } from "../policies/reading.ts";
import { presentClaim } from "../presenters/records.ts";
import type { Tenant } from "../tenant.ts";
import { type ClaimName, changeClaim, claimOf, claimOfLoss, isUndecided, nextClaimReading } from "./claim-record.ts";

/**
 * Reports a loss to the insurer, once whatever happens on the way. Throws Problem as `prepare` and `perform` do, and
 * InsurerFailure.
 */
export function openClaim(
  { intents }: Pick<HandlerDependencies, "intents">,
  body: Schemas["ClaimRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["Claim"]>> {
  const { providerId, policyId, lossDate } = body;
  return perform(intents, openedClaim, {
    ...call,
    providerId,
    subject: `claim/${providerId}/${policyId}/${lossDate}`,
    sent: body,
    prepare: ({ manager }) => prepare(manager, call, body),
  });
}

/**
 * Throws Problem NOT_FOUND for a policy that the business does not have, CLAIM_ALREADY_OPENED, and VALIDATION_FAILED for a form
 * that it has not fetched for claims of the policy's product.
 */
async function prepare(manager: EntityManager, tenant: Tenant, asked: Schemas["ClaimRequest"]): Promise<PreparedClaim> {
  const { policyId, formId, formVersion, lossDate, inputs, attachments = [] } = asked;
  const { productId } = await policyOf(manager, tenant, asked);
  const before = await claimOfLoss(manager, tenant, asked, lossDate);
  if (before !== null) throw new Problem("CLAIM_ALREADY_OPENED", { details: { claimId: before.claimId } });
  if ((await fieldsOf(manager, tenant, asked, productId, "claim")) === null)
    throw await notFetched(manager, tenant, asked, productId, "claim");
  return { policyId, productId, body: { formId, formVersion, lossDate, inputs, attachments } };
}

/**
 * Gives the insurer a file for a claim, once. Throws Problem NOT_FOUND, INVALID_STATE_TRANSITION for a claim that is decided or
 * has the file, as `perform` does; and InsurerFailure.
 */
export function attachToClaim(
  { intents }: Pick<HandlerDependencies, "intents">,
  { providerId, claimId }: ClaimName,
  body: Schemas["AttachmentRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["Claim"]>> {
  const { fileId } = body;
  return perform(intents, attachment, {
    ...call,
    providerId,
    subject: `claim/${providerId}/${claimId}`,
    sent: body,
    async prepare({ manager }) {
      const { status, document, revision } = await claimOf(manager, call, { providerId, claimId });
      if (!isUndecided(status)) throw conflict("The claim is decided and takes no more files.");
      if (document.attachments.some((known) => known.fileId === fileId))
        throw conflict("The file is attached already.");
      return { claimId, fileId, revision };
    },
  });
}

/**
 * The claim as its insurer has it now. What is new is stored, with its event. Throws Problem NOT_FOUND, also for a claim of
 * another business or environment, before anyone is asked; and InsurerFailure.
 */
export function readClaim(
  { database, insurers, now }: ReadingDependencies,
  tenant: Tenant,
  { providerId, claimId }: ClaimName,
  requestId: string,
): Promise<Readonly<ClaimRow>> {
  const name = { providerId, claimId };
  return repeatedReading(async () => {
    const seen = await claimOf(database.dataSource.manager, tenant, name);
    const insurer = await insurers.reach(providerId, "getClaim");
    const { environment } = tenant;
    const document = await insurer.call("getClaim", { path: { claimId } }, { requestId, environment });
    const isSettled = await inTransaction(database, async (transaction) => {
      const claim = await claimOf(transaction.manager, tenant, name, { lock: true });
      if (claim.revision !== seen.revision) return claim.status === document.status;
      await changeClaim(transaction, claim, document, new Date(now()));
      return true;
    });
    return { isSettled, heard: { ...seen, document } };
  });
}

/** The intent of a claim, on record while the insurer is asked. */
interface PreparedClaim {
  readonly policyId: string;
  readonly productId: string;
  readonly body: Asked<"openClaim">["body"];
}

interface PreparedAttachment {
  readonly claimId: string;
  readonly fileId: string;
  /** The claim's revision before the insurer was asked. */
  readonly revision: number;
}

type Answer = Answered<"openClaim">;

/** The customer waits for money: whether the loss was reported has to be known. */
export const openedClaim = declareOperation<PreparedClaim, Answer, Schemas["Claim"]>({
  name: "createClaim",
  whenLost: "settle",

  ...protocolCall("openClaim", ({ policyId, body }: PreparedClaim) => ({ path: { policyId }, body })),

  async commit(transaction, intent, answered, at) {
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

/** The customer has to know whether the insurer has the file. */
export const attachment = declareOperation<PreparedAttachment, Answer, Schemas["Claim"]>({
  name: "attachToClaim",
  whenLost: "settle",

  ...protocolCall("attachToClaim", ({ claimId, fileId }: PreparedAttachment) => ({
    path: { claimId },
    body: { fileId },
  })),

  async commit(transaction, intent, answered, at) {
    const { providerId, request } = intent;
    const claim = await claimOf(transaction.manager, intent, { providerId, claimId: request.claimId }, { lock: true });
    // The insurer answers a repeated call as it answered the first. The claim may have been read and decided since.
    const isStale = claim.revision !== request.revision;
    const document = isStale ? claim.document : answered;
    await changeClaim(transaction, claim, document, at, isStale ? { nextReadingAt: at } : {});
    return { status: 201, body: presentClaim({ ...claim, document }) };
  },
});

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
