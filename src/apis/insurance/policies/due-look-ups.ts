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

/** Of every insurer that is not switched off, those that are due the longest. */
export async function dueLookUps(pool: Pool, kind: DueLookUp["kind"], now: Date): Promise<DueLookUp[]> {
  // By insurance_policies_to_read, insurance_policies_awaiting_documents or insurance_claims_to_read.
  // A query for each of the few insurers: a cluster has no LATERAL for all of them.
  const { rows: insurers } = await pool.query<{ id: string }>("SELECT id FROM insurers WHERE active ORDER BY id");
  const column = kind === "documents" ? "next_documents_at" : "next_reading_at";
  const due: DueLookUp[] = [];
  for (const { id: insurer } of insurers) {
    const from = (source: string) => `${source} WHERE provider_id = ${literal(insurer)} AND ${column} <= ${literal(now)}
       ORDER BY ${column} LIMIT ${mostDue}`;
    if (kind === "claim") {
      const properties = [...shared, "claimId", "updatedAt", "nextReadingAt"] as const;
      const rows = await dueRecords(pool, { entity: claimEntity, properties, from });
      due.push(...rows.map(({ claimId: id, updatedAt: since, ...row }) => ({ ...row, kind, id, since })));
    } else if (kind === "reading") {
      const properties = [...shared, "policyId", "updatedAt", "nextReadingAt"] as const;
      const rows = await dueRecords(pool, { entity: policyEntity, properties, from });
      due.push(...rows.map(({ policyId: id, updatedAt: since, ...row }) => ({ ...row, kind, id, since })));
    } else {
      const properties = [...shared, "policyId", "documentsSince", "nextDocumentsAt"] as const;
      const rows = await dueRecords(pool, { entity: policyEntity, properties, from });
      due.push(...rows.map(({ policyId: id, documentsSince: since, ...row }) => ({ ...row, kind, id, since })));
    }
  }
  return due;
}
