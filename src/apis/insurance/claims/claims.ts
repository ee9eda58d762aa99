/** Claims of a business: opened, given files, read. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { conflict, Problem } from "#src/http/problem.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { ClaimRow } from "../entities/claim.ts";
import { fieldsOf, notFetched } from "../forms/fetched-forms.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { perform } from "../intents/perform.ts";
import { policyOf } from "../policies/policy-record.ts";
import { type ReadingDependencies, repeatedReading } from "../policies/reading.ts";
import type { Tenant } from "../tenant.ts";
import type { PreparedClaim } from "./claim-operations.ts";
import { type ClaimName, changeClaim, claimOf, claimOfLoss } from "./claim-record.ts";
import { isUndecided } from "./status.ts";

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
  return perform(intents, {
    ...call,
    operation: "createClaim",
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
  return perform(intents, {
    ...call,
    operation: "attachToClaim",
    providerId,
    subject: `claim/${providerId}/${claimId}`,
    sent: body,
    async prepare({ manager }) {
      const { status, document, revision } = await claimOf(manager, call, { providerId, claimId });
      if (!isUndecided(status)) throw conflict("The claim is decided and takes no more files.");
      if (document.attachments.some((attachment) => attachment.fileId === fileId))
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
