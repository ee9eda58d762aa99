// SQL: INSERT … ON CONFLICT, on the connection of whatever transaction completes a step.
/**
 * The steps that a business completes before an operator approves it for production. Until then the APIs that ask for approval
 * refuse its live keys; afterwards they take them within 5 s, which is how long `createKeyVerifier` remembers a key.
 */
import { conflict } from "#src/http/problem.ts";
import type { Queryable } from "#src/storage/transaction.ts";

/** The checklist in its order, and what completes each step. */
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
 * Notes that a business has completed a step. The first time counts; afterwards it is one look at an index that writes
 * nothing, so callers need not remember. In a transaction it becomes true with the commit.
 */
export async function completeActivationStep(
  on: Queryable,
  businessId: string,
  step: Exclude<ActivationStep, "OPERATOR_APPROVAL">,
  now: Date,
): Promise<void> {
  // Primary key (business_id, step).
  await on.query(
    `INSERT INTO activation_steps (business_id, step, completed_at) VALUES ($1, $2, $3)
     ON CONFLICT (business_id, step) DO NOTHING`,
    [businessId, step, now],
  );
}

/** Every step, in the order of the checklist. All are open for a business that does not exist. */
export async function activationChecklist(on: Queryable, businessId: string): Promise<ActivationState[]> {
  // Primary keys (business_id, step) and businesses_pkey.
  const { rows } = await on.query<{ step: ActivationStep; completed_at: Date | null }>(
    `SELECT step, completed_at FROM activation_steps WHERE business_id = $1
     UNION ALL SELECT 'OPERATOR_APPROVAL', production_activated_at FROM businesses WHERE id = $1`,
    [businessId],
  );
  const completed = new Map(rows.map((row) => [row.step, row.completed_at?.toISOString() ?? null]));
  return activationSteps.map((step) => ({ step, completedAt: completed.get(step) ?? null }));
}

/** Throws Problem INVALID_STATE_TRANSITION, listing them, while steps are open that come before the approval. */
export function refuseOpenSteps(slug: string, checklist: readonly ActivationState[]): void {
  const open = checklist.filter(({ step, completedAt }) => completedAt === null && step !== "OPERATOR_APPROVAL");
  if (open.length === 0) return;
  const lines = open.map(({ step }) => `  ${step}: ${meaningOf(step)}`);
  throw conflict(
    `${slug} is not ready for production. Open steps:\n${lines.join("\n")}\nApprove it all the same with --force.`,
  );
}

/** How to complete the step, for people. */
export function meaningOf(step: ActivationStep): string {
  return steps[step];
}
