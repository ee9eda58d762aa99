/** Policies read from their insurers. */
import { inTransaction } from "#src/storage/transaction.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { PolicyRow } from "../entities.ts";
import type { Schemas } from "../insurers/protocol.ts";
import type { Tenant } from "../tenant.ts";
import { changePolicy, type PolicyName, policyOf } from "./policy-record.ts";
import { statusAfter } from "./status.ts";

export type ReadingDependencies = Pick<HandlerDependencies, "database" | "insurers" | "now">;

/** Readings that overlap and hear different things are repeated; after this many the next caller will know. */
const mostReadings = 3;

/** A policy as it was read: what its insurer said, and the status that follows from that. */
export type ReadPolicy = Pick<PolicyRow, "document" | "status">;

/**
 * The policy as its insurer has it now. What is new is stored, with its event. Throws Problem NOT_FOUND, also for a policy
 * of another business or environment, before anyone is asked; and InsurerFailure.
 */
export async function readPolicy(
  { database, insurers, now }: ReadingDependencies,
  tenant: Tenant,
  name: PolicyName,
  requestId: string,
): Promise<ReadPolicy> {
  const { providerId, policyId } = name;
  return repeatedReading(async () => {
    const seen = await policyOf(database.dataSource.manager, tenant, name);
    const insurer = await insurers.reach(providerId, "getPolicy");
    const document = await insurer.call(
      "getPolicy",
      { path: { policyId } },
      { requestId, environment: tenant.environment },
    );
    const { isSettled, status } = await storeReading(database, seen, document, new Date(now()));
    return { isSettled, heard: { document, status } };
  });
}

/** The last reading, of readings that are repeated until one is settled: no other was made meanwhile. */
export async function repeatedReading<Heard>(
  read: () => Promise<{ readonly isSettled: boolean; readonly heard: Heard }>,
): Promise<Heard> {
  for (let reading = 1; ; reading++) {
    const { isSettled, heard } = await read();
    if (isSettled || reading === mostReadings) return heard;
  }
}

/**
 * The status that follows from what was heard. Not settled when the policy has changed since it was seen, and into something
 * else: nobody knows then which of the two is older. No clock is asked, as insurers' and ours differ.
 */
function storeReading(
  database: ReadingDependencies["database"],
  seen: Readonly<PolicyRow>,
  document: Schemas["Policy"],
  now: Date,
): Promise<{ readonly isSettled: boolean } & Pick<ReadPolicy, "status">> {
  return inTransaction(database, async (transaction) => {
    const policy = await policyOf(transaction.manager, seen, seen, { lock: true });
    const status = statusAfter(policy.status, document, now.getTime());
    if (policy.revision !== seen.revision) return { isSettled: policy.status === status, status };
    await changePolicy(transaction, policy, { status, document, readAt: now }, now);
    return { isSettled: true, status };
  });
}
