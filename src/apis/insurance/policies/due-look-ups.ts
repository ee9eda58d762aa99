// SQL: some rows of each insurer.
/** The policies and claims of all tenants that insurers are to be asked about. */
import type { Pool } from "pg";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { claimEntity } from "../entities/claim.ts";
import { policyEntity } from "../entities/policy.ts";
import type { Tenant } from "../tenant.ts";

/** A policy to be read, or to be asked for documents, or a claim to be read. */
export interface DueLookUp extends Tenant {
  readonly kind: "reading" | "documents" | "claim";
  readonly providerId: string;
  /** The insurer's, of the policy or the claim. */
  readonly id: string;
  /** Since when documents or a decision are awaited. */
  readonly since: Date;
}

/** Look-ups of one insurer and kind in one round. The rest come first in the next. */
const mostDue = 200;

const shared = ["businessId", "environment", "providerId"] as const;

/**
 * Of every insurer that is not switched off, those that are due the longest. The kinds take turns: many of one kind do not keep an
 * insurer from being asked about the others.
 */
export async function dueLookUps(pool: Pool, now: Date): Promise<DueLookUp[]> {
  // A query for each of the few insurers: a cluster has no LATERAL for all of them.
  const { rows: insurers } = await pool.query<{ id: string }>("SELECT id FROM insurers WHERE active ORDER BY id");
  const due: DueLookUp[] = [];
  for (const { id } of insurers) {
    const readings = await dueReadings(pool, id, now);
    const claims = await dueClaims(pool, id, now);
    const documents = await dueDocuments(pool, id, now);
    due.push(...inTurns([readings, claims, documents]));
  }
  return due;
}

/** By insurance_policies_to_read. */
async function dueReadings(pool: Pool, insurer: string, now: Date): Promise<DueLookUp[]> {
  const properties = [...shared, "policyId", "updatedAt", "nextReadingAt"] as const;
  const from = longestDue(insurer, "next_reading_at", now);
  const rows = await dueRecords(pool, { entity: policyEntity, properties, from });
  return rows.map(({ policyId: id, updatedAt: since, ...row }) => ({ ...row, kind: "reading", id, since }));
}

/** By insurance_claims_to_read. */
async function dueClaims(pool: Pool, insurer: string, now: Date): Promise<DueLookUp[]> {
  const properties = [...shared, "claimId", "updatedAt", "nextReadingAt"] as const;
  const from = longestDue(insurer, "next_reading_at", now);
  const rows = await dueRecords(pool, { entity: claimEntity, properties, from });
  return rows.map(({ claimId: id, updatedAt: since, ...row }) => ({ ...row, kind: "claim", id, since }));
}

/** By insurance_policies_awaiting_documents. */
async function dueDocuments(pool: Pool, insurer: string, now: Date): Promise<DueLookUp[]> {
  const properties = [...shared, "policyId", "documentsSince", "nextDocumentsAt"] as const;
  const from = longestDue(insurer, "next_documents_at", now);
  const rows = await dueRecords(pool, { entity: policyEntity, properties, from });
  return rows.map(({ policyId: id, documentsSince: since, ...row }) => ({ ...row, kind: "documents", id, since }));
}

function longestDue(insurer: string, column: string, now: Date): (source: string) => string {
  return (source) => `${source} WHERE provider_id = ${literal(insurer)} AND ${column} <= ${literal(now)}
     ORDER BY ${column} LIMIT ${mostDue}`;
}

/** The first of each list, then the second of each, and so on. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}
