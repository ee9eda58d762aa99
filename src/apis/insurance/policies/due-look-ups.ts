// SQL: some rows of each insurer.
/** The policies and claims of all tenants that insurers are to be asked about. */
import type { Pool } from "pg";
import type { EntitySchema, ObjectLiteral } from "typeorm";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { claimEntity } from "../entities/claim.ts";
import { policyEntity } from "../entities/policy.ts";
import type { Tenant } from "../tenant.ts";

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
