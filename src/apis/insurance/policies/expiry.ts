// SQL: the ends of all tenants' policies.
/** Policies come to their end without anyone looking. */
import type { Database } from "#src/storage/database.ts";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { policyEntity } from "../entities.ts";
import type { Tenant } from "../tenant.ts";
import { changePolicy, type PolicyName, policyOf } from "./policy-record.ts";
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
export async function expirePolicies(
  database: Pick<Database, "dataSource" | "pool">,
  { now, signal }: ExpiryOptions,
): Promise<number> {
  let expired = 0;
  for (;;) {
    const today = earliestDayOnEarth(now());
    // By insurance_policies_ending.
    const ended = await dueRecords(database.pool, {
      entity: policyEntity,
      properties: ["businessId", "environment", "providerId", "policyId", "endDate", "status"],
      from: (source) => `${source}
       WHERE end_date < ${literal(today)} AND status IN (${statusesBeforeTheEnd.map(literal).join(", ")})
       ORDER BY end_date LIMIT ${batch}`,
    });
    for (const policy of ended) {
      if (signal.aborted) return expired;
      if (await expire(database, policy, today, new Date(now()))) expired++;
    }
    if (ended.length < batch) return expired;
  }
}

/** False when it was extended, cancelled or expired a moment ago. */
function expire(
  database: Pick<Database, "dataSource">,
  ended: Tenant & PolicyName,
  today: string,
  now: Date,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const policy = await policyOf(transaction.manager, ended, ended, { lock: true });
    if (policy.endDate >= today || !statusesBeforeTheEnd.includes(policy.status)) return false;
    await changePolicy(transaction, policy, { status: "EXPIRED" }, now);
    return true;
  });
}
