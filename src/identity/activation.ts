// SQL: INSERT … ON CONFLICT, on the connection of the transaction that completes a step.
/**
 * The steps that a business completes before an operator approves it for production. Until the approval, the APIs that require it
 * refuse live keys of the business. They accept them within 5 s of the approval: `createKeyVerifier` caches a key for that long.
 */
import { conflict } from "#src/http/problem.ts";
import type { Queryable } from "#src/storage/transaction.ts";

/** The checklist, in order: each step, and what completes it. */
const steps = {
  BUSINESS_PROFILE: "a country and a contact e-mail address in the profile",
  TEST_PURCHASE: "an insurance purchase with a test key",
  WEBHOOK_TEST: "a webhook test with a test key, answered 2xx",
  OPERATOR_APPROVAL: "an operator's approval",
} as const;

export type ActivationStep = keyof typeof steps;

const activationSteps = Object.keys(steps) as ActivationStep[];

export interface ActivationState {
  readonly step: ActivationStep;
  /** ISO 8601 in UTC; null while the step is open. */
  readonly completedAt: string | null;
}

/**
 * Records that a business has completed a step. Only the first call writes; later calls cost one index look-up, so callers may
 * repeat it. In a transaction the record takes effect with the commit.
 */
export async function completeActivationStep(
  on: Queryable,
  businessId: string,
  step: Exclude<ActivationStep, "OPERATOR_APPROVAL">,
  now: Date,
): Promise<void> {
  // Index: the primary key (business_id, step).
  await on.query(
    `INSERT INTO activation_steps (business_id, step, completed_at) VALUES ($1, $2, $3)
     ON CONFLICT (business_id, step) DO NOTHING`,
    [businessId, step, now],
  );
}

/** Every step, in the order of the checklist. For a business that does not exist, all steps are open. */
export async function activationChecklist(on: Queryable, businessId: string): Promise<ActivationState[]> {
  // Indexes: the primary key (business_id, step) and businesses_pkey.
  const { rows } = await on.query<{ step: ActivationStep; completed_at: Date | null }>(
    `SELECT step, completed_at FROM activation_steps WHERE business_id = $1
     UNION ALL SELECT 'OPERATOR_APPROVAL', production_activated_at FROM businesses WHERE id = $1`,
    [businessId],
  );
  const completed = new Map(rows.map((row) => [row.step, row.completed_at?.toISOString() ?? null]));
  return activationSteps.map((step) => ({ step, completedAt: completed.get(step) ?? null }));
}

/** Throws Problem INVALID_STATE_TRANSITION, which lists the open steps, while a step before the approval is open. */
export function refuseOpenSteps(slug: string, checklist: readonly ActivationState[]): void {
  const open = checklist.filter(({ step, completedAt }) => completedAt === null && step !== "OPERATOR_APPROVAL");
  if (open.length === 0) return;
  const lines = open.map(({ step }) => `  ${step}: ${meaningOf(step)}`);
  throw conflict(
    `${slug} is not ready for production. Open steps:\n${lines.join("\n")}\nApprove it all the same with --force.`,
  );
}

/** Tells people how to complete the step. */
export function meaningOf(step: ActivationStep): string {
  return steps[step];
}
