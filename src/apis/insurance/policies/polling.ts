/** Asks insurers about policies and claims by schedule, so that businesses hear of changes without asking. */
import { randomUUID } from "node:crypto";
import { LessThanOrEqual, type ObjectLiteral } from "typeorm";
import { declareJob, type Job } from "#src/jobs/job.ts";
import { readClaim } from "../claims/claims.ts";
import { runGrouped } from "../grouped-concurrency.ts";
import { InsurerFailure, isUnresponsive } from "../insurers/failure.ts";
import { type DocumentDependencies, readDocuments } from "./documents.ts";
import { type DueLookUp, dueLookUps, lookUps } from "./due-look-ups.ts";
import { expirePolicies } from "./expiry.ts";
import { nextDocumentsAt, nextReadingAt } from "./polling-schedule.ts";
import { readPolicy } from "./reading.ts";

/** Calls at the same time. */
const limits = { most: 8, mostPerGroup: 2 };
/** A round begins no call after this long (ms). */
const roundMs = 40_000;

/**
 * Reads policies whose cancellation is under review and claims that are open, and looks for documents of policies that were
 * issued, renewed or endorsed in the last day, where it is time to. An insurer that gives no answer is left alone until the next round, and holds up nobody else.
 * Any number of processes may do this at the same time. Throws what the database throws.
 */
export async function pollPolicies(
  dependencies: DocumentDependencies,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const { database, now } = dependencies;
  const startedAt = now();
  await runGrouped(
    await dueLookUps(database.pool, new Date(startedAt)),
    ({ providerId }) => providerId,
    limits,
    async (lookUp) => {
      if (signal.aborted || now() >= startedAt + roundMs) return false;
      return !(await claim(database, lookUp, new Date(now()))) || (await lookUpOnce(dependencies, lookUp));
    },
  );
}

/** One job for ends and look-ups, so that slow insurers keep one worker busy and not several. */
export function pollingOfPolicies(dependencies: DocumentDependencies): Job<unknown> {
  return declareJob<unknown>({
    name: "poll-policies",
    cron: "* * * * *",
    maxAttempts: 3,
    run: async (_payload, { log, signal }) => {
      const expired = await expirePolicies(dependencies.database, { now: dependencies.now, signal });
      if (expired > 0) log.info({ expired }, "Policies have come to their end");
      await pollPolicies(dependencies, { signal });
    },
  });
}

/** False when the insurer gives no answer. */
async function lookUpOnce(dependencies: DocumentDependencies, lookUp: DueLookUp): Promise<boolean> {
  const requestId = `req_${randomUUID()}`;
  try {
    const { kind, providerId, id } = lookUp;
    if (kind === "reading") await readPolicy(dependencies, lookUp, { providerId, policyId: id }, requestId);
    else if (kind === "documents") await readDocuments(dependencies, lookUp, { providerId, policyId: id }, requestId);
    else await readClaim(dependencies, lookUp, { providerId, claimId: id }, requestId);
    return true;
  } catch (error) {
    if (!(error instanceof InsurerFailure)) throw error;
    const { since: _, ...facts } = lookUp;
    dependencies.log.warn({ err: error, ...facts, requestId }, "An insurer could not be asked about a policy or claim");
    return !isUnresponsive(error);
  }
}

/** Sets the time of the next look-up before this one is made: whatever becomes of it. False when another has it. */
async function claim(
  { dataSource }: DocumentDependencies["database"],
  { kind, businessId, environment, providerId, id, since }: DueLookUp,
  now: Date,
): Promise<boolean> {
  const { entity, id: name, next } = lookUps[kind];
  const schedule = kind === "documents" ? nextDocumentsAt : nextReadingAt;
  // By insurance_policies_pkey, or insurance_claims_pkey.
  const { affected } = await dataSource
    .getRepository<ObjectLiteral>(entity)
    .update(
      { businessId, environment, providerId, [name]: id, [next]: LessThanOrEqual(now) },
      { [next]: schedule(since, now) },
    );
  return affected === 1;
}
