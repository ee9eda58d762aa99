/** Requests to cancel a policy. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { cancellationEntity } from "../entities.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import { declareOperation, type Intent } from "../intents/operation.ts";
import { perform } from "../intents/perform.ts";
import { presentCancellation } from "../presenters/records.ts";
import { tenantOf } from "../tenant.ts";
import { changePolicy, type PolicyName, policyOf } from "./policy-record.ts";
import type { PolicyStatus } from "./status.ts";

/**
 * Asks the insurer to cancel a policy, whatever we know of it: a policy that we take for ended may have been revived, and
 * whether a second request helps while a first one is under review is the insurer's to say. Throws Problem NOT_FOUND,
 * also for a policy of another business or environment, and as `perform` does; and InsurerFailure.
 */
export function cancelPolicy(
  { intents }: Pick<HandlerDependencies, "intents">,
  { providerId, policyId }: PolicyName,
  body: Schemas["CancellationRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["CancellationResult"]>> {
  return perform(intents, cancellation, {
    ...call,
    providerId,
    subject: `policy/${providerId}/${policyId}`,
    sent: body,
    async prepare({ manager }) {
      const { revision } = await policyOf(manager, call, { providerId, policyId });
      const { reason, note = null, requestedEffectiveDate = null } = body;
      return { policyId, revision, body: { reason, note, requestedEffectiveDate } };
    },
  });
}

/** The intent of a cancellation, on record while the insurer is asked. */
interface PreparedCancellation {
  readonly policyId: string;
  /** The policy's revision before the insurer was asked. */
  readonly revision: number;
  readonly body: Asked<"cancelPolicy">["body"];
}

type Outcome = Answered<"cancelPolicy">;

/** The customer must not be left in doubt about their cover: cancellations are settled. */
export const cancellation = declareOperation<PreparedCancellation, Outcome, Schemas["CancellationResult"]>({
  name: "cancelPolicy",
  whenLost: "settle",

  ...protocolCall("cancelPolicy", ({ policyId, body }: PreparedCancellation) => ({
    path: { policyId },
    body,
  })),

  async commit(transaction, intent, answered, at) {
    const policy = await policyOf(
      transaction.manager,
      intent,
      { ...intent.request, providerId: intent.providerId },
      { lock: true },
    );
    await insertCancellation(transaction.manager, intent, answered, at);
    // The insurer answers a repeated call as it answered the first. The policy may have been read since, and the review be over.
    const isStale = answered.outcome !== "CANCELLED" && policy.revision !== intent.request.revision;
    const change = isStale ? { nextReadingAt: at } : { status: statusAfterAnswer(policy.status, answered) };
    await changePolicy(transaction, policy, change, at);
    return { status: 200, body: presentCancellation(answered, intent.request.body, intent, at) };
  },
});

function statusAfterAnswer(known: PolicyStatus, { outcome }: Outcome): PolicyStatus {
  if (outcome === "CANCELLED") return outcome;
  return known === "CANCELLED" || known === "EXPIRED" ? known : "CANCELLATION_REQUESTED";
}

/** An insurer may give a second request the id of the first: the later answer counts. By insurance_cancellations_pkey. */
async function insertCancellation(
  manager: EntityManager,
  intent: Intent<PreparedCancellation>,
  answered: Outcome,
  now: Date,
): Promise<void> {
  const { providerId, request } = intent;
  const { policyId, body } = request;
  const { effectiveDate, refund } = answered.outcome === "CANCELLED" ? answered : { effectiveDate: null, refund: null };
  await manager
    .createQueryBuilder()
    .insert()
    .into(cancellationEntity)
    .values({
      ...tenantOf(intent),
      providerId,
      policyId,
      cancellationId: answered.cancellationId,
      outcome: answered.outcome,
      ...body,
      effectiveDate,
      refundMinor: refund?.amountMinor ?? null,
      currency: refund?.currency ?? null,
      createdAt: now,
    })
    .orUpdate(
      ["outcome", "reason", "note", "requested_effective_date", "effective_date", "refund_minor", "currency"],
      ["business_id", "environment", "provider_id", "policy_id", "cancellation_id"],
    )
    .execute();
}
