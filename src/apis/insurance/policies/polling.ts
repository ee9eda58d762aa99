// SQL: some rows of each insurer.
/** Asks insurers about policies and claims by schedule, so that businesses hear of changes without asking. */
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { type EntitySchema, LessThanOrEqual, type ObjectLiteral } from "typeorm";
import { declareJob, type Job } from "#src/jobs/job.ts";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { readClaim } from "../claims/claims.ts";
import { claimEntity, policyEntity } from "../entities.ts";
import { runGrouped } from "../grouped-concurrency.ts";
import { InsurerFailure, isUnresponsive } from "../insurers/failure.ts";
import type { Tenant } from "../tenant.ts";
import { type DocumentDependencies, readDocuments } from "./documents.ts";
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

/** The kinds of look-ups: whose record has which id, since when an answer is awaited, and when the insurer is next asked. */
export const lookUps = {
  /** A policy is read. By insurance_policies_to_read. */
  reading: { entity: policyEntity, id: "policyId", since: "updatedAt", next: "nextReadingAt" },
  /** A claim is read. By insurance_claims_to_read. */
  claim: { entity: claimEntity, id: "claimId", since: "updatedAt", next: "nextReadingAt" },
  /** The insurer is asked for the documents of a policy. By insurance_policies_awaiting_documents. */
  documents: { entity: policyEntity, id: "policyId", since: "documentsSince", next: "nextDocumentsAt" },
} as const;

type Kind = keyof typeof lookUps;

export interface DueLookUp extends Tenant {
  readonly kind: Kind;
  readonly providerId: string;
  /** The insurer's, of the policy or the claim. */
  readonly id: string;
  /** Since when documents or a decision are awaited. */
  readonly since: Date;
}

/** Look-ups of one insurer and kind in one round. The rest come first in the next. */
const mostDue = 200;

const kinds = Object.keys(lookUps) as Kind[];

/**
 * Of every insurer that is not switched off, those that are due the longest. The kinds take turns: many of one kind do not keep an
 * insurer from being asked about the others.
 */
export async function dueLookUps(pool: Pool, now: Date): Promise<DueLookUp[]> {
  // A query for each of the few insurers: a cluster has no LATERAL for all of them.
  const { rows: insurers } = await pool.query<{ id: string }>("SELECT id FROM insurers WHERE active ORDER BY id");
  const due: DueLookUp[] = [];
  for (const { id } of insurers) {
    const lists: DueLookUp[][] = [];
    for (const kind of kinds) lists.push(await dueOf(pool, kind, id, now));
    due.push(...inTurns(lists));
  }
  return due;
}

async function dueOf(pool: Pool, kind: Kind, insurer: string, now: Date): Promise<DueLookUp[]> {
  const { id, since, next } = lookUps[kind];
  const entity: EntitySchema<ObjectLiteral> = lookUps[kind].entity;
  const at = entity.options.columns[next]?.name;
  const rows = await dueRecords(pool, {
    entity,
    properties: ["businessId", "environment", "providerId", id, since, next],
    from: (source) => `${source} WHERE provider_id = ${literal(insurer)} AND ${at} <= ${literal(now)}
     ORDER BY ${at} LIMIT ${mostDue}`,
  });
  return rows.map(({ [id]: of, [since]: awaited, businessId, environment, providerId }) => {
    return { kind, businessId, environment, providerId, id: of, since: awaited };
  });
}

/** The first of each list, then the second of each, and so on. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}
