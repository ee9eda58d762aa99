/** Asks insurers about policies by schedule, so that businesses hear of changes without asking. */
import { randomUUID } from "node:crypto";
import { LessThanOrEqual } from "typeorm";
import { policyEntity } from "../entities/policy.ts";
import { runGrouped } from "../grouped-concurrency.ts";
import { InsurerFailure, isUnresponsive } from "../insurers/failure.ts";
import { type DocumentDependencies, readDocuments } from "./documents.ts";
import { type DueLookUp, dueLookUps } from "./due-look-ups.ts";
import { nextDocumentsAt, nextReadingAt } from "./polling-schedule.ts";
import { readPolicy } from "./reading.ts";

/** Calls at the same time. */
const limits = { most: 8, mostPerGroup: 2 };
/** A round begins no call after this long (ms). */
const roundMs = 40_000;

/**
 * Reads policies whose cancellation is under review, and looks for documents of those that were issued in the last day,
 * where it is time to. An insurer that gives no answer is left alone until the next round, and holds up nobody else.
 * Any number of processes may do this at the same time. Throws what the database throws.
 */
export async function pollPolicies(
  dependencies: DocumentDependencies,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const { database, now } = dependencies;
  const startedAt = now();
  const due = [
    ...(await dueLookUps(database.pool, "reading", new Date(startedAt))),
    ...(await dueLookUps(database.pool, "documents", new Date(startedAt))),
  ];
  await runGrouped(
    due,
    ({ providerId }) => providerId,
    limits,
    async (lookUp) => {
      if (signal.aborted || now() >= startedAt + roundMs) return false;
      return !(await claim(database, lookUp, new Date(now()))) || (await lookUpOnce(dependencies, lookUp));
    },
  );
}

/** False when the insurer gives no answer. */
async function lookUpOnce(dependencies: DocumentDependencies, lookUp: DueLookUp): Promise<boolean> {
  const requestId = `req_${randomUUID()}`;
  try {
    if (lookUp.kind === "reading") await readPolicy(dependencies, lookUp, lookUp, requestId);
    else await readDocuments(dependencies, lookUp, lookUp, requestId);
    return true;
  } catch (error) {
    if (!(error instanceof InsurerFailure)) throw error;
    const { kind, businessId, environment, providerId, policyId } = lookUp;
    const facts = { err: error, kind, businessId, environment, providerId, policyId, requestId };
    dependencies.log.warn(facts, "An insurer could not be asked about a policy");
    return !isUnresponsive(error);
  }
}

/** Sets the time of the next look-up before this one is made: whatever becomes of it. False when another has it. */
async function claim(
  { dataSource }: DocumentDependencies["database"],
  { kind, businessId, environment, providerId, policyId, createdAt, updatedAt }: DueLookUp,
  now: Date,
): Promise<boolean> {
  const policies = dataSource.getRepository(policyEntity);
  const policy = { businessId, environment, providerId, policyId };
  // By insurance_policies_pkey.
  const { affected } =
    kind === "reading"
      ? await policies.update(
          { ...policy, nextReadingAt: LessThanOrEqual(now) },
          { nextReadingAt: nextReadingAt(updatedAt, now) },
        )
      : await policies.update(
          { ...policy, nextDocumentsAt: LessThanOrEqual(now) },
          { nextDocumentsAt: nextDocumentsAt(createdAt, now) },
        );
  return affected === 1;
}
