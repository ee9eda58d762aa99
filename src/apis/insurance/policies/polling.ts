/** Asks insurers about policies by schedule, so that businesses hear of changes without asking. */
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Environment } from "#src/identity/environment.ts";
import { runGrouped } from "../grouped-concurrency.ts";
import { InsurerFailure, isUnresponsive } from "../insurers/failure.ts";
import type { Tenant } from "../tenant.ts";
import { type DocumentDependencies, readDocuments } from "./documents.ts";
import type { PolicyName } from "./policy-record.ts";
import { nextDocumentsAt, nextReadingAt } from "./polling-schedule.ts";
import { readPolicy } from "./reading.ts";

/** Of one insurer and kind, in one round; who is left comes first in the next. */
const mostDue = 200;
/** Calls at the same time. */
const limits = { most: 8, mostPerGroup: 2 };
/** A round begins no call after this long (ms). */
const roundMs = 40_000;

interface LookUp extends Tenant, PolicyName {
  readonly kind: "reading" | "documents";
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

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
      return !(await claim(database.pool, lookUp, new Date(now()))) || (await lookUpOnce(dependencies, lookUp));
    },
  );
}

/** False when the insurer gives no answer. */
async function lookUpOnce(dependencies: DocumentDependencies, lookUp: LookUp): Promise<boolean> {
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

const dueColumns = { reading: "next_reading_at", documents: "next_documents_at" } as const;

/** Of every insurer that is not switched off, those that are due the longest. */
async function dueLookUps(pool: Pool, kind: LookUp["kind"], now: Date): Promise<LookUp[]> {
  const column = dueColumns[kind];
  // By insurance_policies_to_read or insurance_policies_awaiting_documents.
  const { rows } = await pool.query<Row>(
    `SELECT due.* FROM insurers CROSS JOIN LATERAL (
       SELECT business_id, environment, provider_id, policy_id, created_at, updated_at FROM insurance_policies
       WHERE provider_id = insurers.id AND ${column} <= $1 ORDER BY ${column} LIMIT ${mostDue}) AS due
     WHERE insurers.active`,
    [now],
  );
  return rows.map((row) => ({
    kind,
    businessId: row.business_id,
    environment: row.environment,
    providerId: row.provider_id,
    policyId: row.policy_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

interface Row {
  readonly business_id: string;
  readonly environment: Environment;
  readonly provider_id: string;
  readonly policy_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Sets the time of the next look-up before this one is made: whatever becomes of it. False when another has it. */
async function claim(pool: Pool, lookUp: LookUp, now: Date): Promise<boolean> {
  const { kind, businessId, environment, providerId, policyId, createdAt, updatedAt } = lookUp;
  const column = dueColumns[kind];
  const next = kind === "reading" ? nextReadingAt(updatedAt, now) : nextDocumentsAt(createdAt, now);
  // By insurance_policies_pkey.
  const { rowCount } = await pool.query(
    `UPDATE insurance_policies SET ${column} = $5
     WHERE business_id = $1 AND environment = $2 AND provider_id = $3 AND policy_id = $4 AND ${column} <= $6`,
    [businessId, environment, providerId, policyId, next, now],
  );
  return rowCount === 1;
}
