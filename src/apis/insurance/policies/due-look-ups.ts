// SQL: some rows of each insurer.
/** The policies of all tenants that insurers are to be asked about. */
import type { Pool } from "pg";
import { dueRows } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import type { Tenant } from "../tenant.ts";
import type { PolicyName } from "./policy-record.ts";

/** A policy to be read, or to be asked for documents. */
export interface DueLookUp extends Tenant, PolicyName {
  readonly kind: "reading" | "documents";
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface PolicyRow {
  readonly business_id: string;
  readonly environment: Tenant["environment"];
  readonly provider_id: string;
  readonly policy_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
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
    const rows = await dueRows<PolicyRow>(pool, {
      table: "insurance_policies",
      columns: ["business_id", "environment", "provider_id", "policy_id", "created_at", "updated_at", column],
      from: (source) => `${source} WHERE provider_id = ${literal(id)} AND ${column} <= ${literal(now)}
       ORDER BY ${column} LIMIT ${mostDue}`,
    });
    for (const row of rows)
      due.push({
        kind,
        businessId: row.business_id,
        environment: row.environment,
        providerId: row.provider_id,
        policyId: row.policy_id,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      });
  }
  return due;
}
