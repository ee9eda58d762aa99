// SQL: some rows of each insurer.
/** The policies of all tenants that insurers are to be asked about. */
import type { Pool } from "pg";
import type { Tenant } from "../tenant.ts";
import type { PolicyName } from "./policy-record.ts";

/** A policy to be read, or to be asked for documents. */
export interface DueLookUp extends Tenant, PolicyName {
  readonly kind: "reading" | "documents";
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Of one insurer and kind, in one round; who is left comes first in the next. */
const mostDue = 200;

const dueColumns = { reading: "next_reading_at", documents: "next_documents_at" } as const;

/** Of every insurer that is not switched off, those that are due the longest. */
export async function dueLookUps(pool: Pool, kind: DueLookUp["kind"], now: Date): Promise<DueLookUp[]> {
  const column = dueColumns[kind];
  // By insurance_policies_to_read or insurance_policies_awaiting_documents.
  // A query for each of the few insurers: a cluster has no LATERAL for all of them.
  const { rows: insurers } = await pool.query<{ id: string }>("SELECT id FROM insurers WHERE active ORDER BY id");
  const due: DueLookUp[] = [];
  for (const { id } of insurers) {
    const { rows } = await pool.query<Omit<DueLookUp, "kind">>(
      `SELECT business_id AS "businessId", environment, provider_id AS "providerId", policy_id AS "policyId",
         created_at AS "createdAt", updated_at AS "updatedAt"
       FROM insurance_policies WHERE provider_id = $2 AND ${column} <= $1
       ORDER BY ${column} LIMIT ${mostDue}`,
      [now, id],
    );
    due.push(...rows.map((row) => ({ kind, ...row })));
  }
  return due;
}
