/** Policies come to their end without anyone looking. */
import type { Pool } from "pg";
import type { Environment } from "#src/identity/environment.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { changePolicy } from "./change.ts";
import { policyOf } from "./policy-record.ts";
import { earliestDayOnEarth, statusesBeforeTheEnd } from "./status.ts";

const batch = 500;

export interface ExpiryOptions {
  readonly now: () => number;
  /** Begins no more policies when it aborts. */
  readonly signal: AbortSignal;
}

/**
 * Marks policies EXPIRED, with policy.expired, whose last day is over wherever on earth they were sold. Their insurers
 * are not asked: one that says so earlier is heard when the policy is read. Any number of processes may do this at the
 * same time. Returns how many.
 */
export async function expirePolicies(pool: Pool, { now, signal }: ExpiryOptions): Promise<number> {
  let expired = 0;
  for (;;) {
    const today = earliestDayOnEarth(now());
    // By insurance_policies_ending.
    const { rows } = await pool.query<EndedRow>(
      `SELECT business_id, environment, provider_id, policy_id FROM insurance_policies
       WHERE end_date < $1 AND status IN ('PENDING', 'ACTIVE', 'CANCELLATION_REQUESTED')
       ORDER BY end_date LIMIT ${batch}`,
      [today],
    );
    for (const row of rows) {
      if (signal.aborted) return expired;
      if (await expire(pool, row, today, new Date(now()))) expired++;
    }
    if (rows.length < batch) return expired;
  }
}

interface EndedRow {
  readonly business_id: string;
  readonly environment: Environment;
  readonly provider_id: string;
  readonly policy_id: string;
}

/** False when it was extended, cancelled or expired a moment ago. */
function expire(pool: Pool, row: EndedRow, today: string, now: Date): Promise<boolean> {
  const tenant = { businessId: row.business_id, environment: row.environment };
  const name = { providerId: row.provider_id, policyId: row.policy_id };
  return inTransaction(pool, async (client) => {
    const policy = await policyOf(client, tenant, name, { lock: true });
    if (policy.endDate >= today || !statusesBeforeTheEnd.includes(policy.status)) return false;
    await changePolicy(client, policy, { status: "EXPIRED" }, now);
    return true;
  });
}
