// SQL: some rows of each insurer.
/** The policies and claims of all tenants that insurers are to be asked about. */
import type { Pool } from "pg";
import { dueRows } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import type { Tenant } from "../tenant.ts";

/** A policy to be read, or to be asked for documents, or a claim to be read. */
export interface DueLookUp extends Tenant {
  readonly kind: "reading" | "documents" | "claim";
  readonly providerId: string;
  /** The insurer's, of the policy or the claim. */
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Row {
  readonly business_id: string;
  readonly environment: Tenant["environment"];
  readonly provider_id: string;
  readonly policy_id: string;
  readonly claim_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Look-ups of one insurer and kind in one round. The rest come first in the next. */
const mostDue = 200;

const places = {
  reading: { table: "insurance_policies", id: "policy_id", due: "next_reading_at" },
  documents: { table: "insurance_policies", id: "policy_id", due: "next_documents_at" },
  claim: { table: "insurance_claims", id: "claim_id", due: "next_reading_at" },
} as const;

/** Of every insurer that is not switched off, those that are due the longest. */
export async function dueLookUps(pool: Pool, kind: DueLookUp["kind"], now: Date): Promise<DueLookUp[]> {
  const { table, id: name, due: column } = places[kind];
  // By insurance_policies_to_read, insurance_policies_awaiting_documents or insurance_claims_to_read.
  // A query for each of the few insurers: a cluster has no LATERAL for all of them.
  const { rows: insurers } = await pool.query<{ id: string }>("SELECT id FROM insurers WHERE active ORDER BY id");
  const due: DueLookUp[] = [];
  for (const { id } of insurers) {
    const rows = await dueRows<Row>(pool, {
      table,
      columns: ["business_id", "environment", "provider_id", name, "created_at", "updated_at", column],
      from: (source) => `${source} WHERE provider_id = ${literal(id)} AND ${column} <= ${literal(now)}
       ORDER BY ${column} LIMIT ${mostDue}`,
    });
    for (const row of rows)
      due.push({
        kind,
        businessId: row.business_id,
        environment: row.environment,
        providerId: row.provider_id,
        id: row[name],
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      });
  }
  return due;
}
