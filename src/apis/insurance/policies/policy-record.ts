/** A policy as it is on record. */
import { Problem } from "#src/http/problem.ts";
import type { Environment } from "#src/identity/environment.ts";
import type { PolicyRow } from "../entities/policy.ts";
import type { Queryable } from "../queryable.ts";
import type { Tenant } from "../tenant.ts";

/** An insurer's policy, by the names that identify it. */
export interface PolicyName {
  readonly providerId: string;
  readonly policyId: string;
}

/** A policy as it was found, with what tells whether it has changed since. */
export interface SeenPolicy extends Readonly<PolicyRow> {
  readonly revision: number;
}

/**
 * Throws Problem NOT_FOUND, also for a policy of another business or environment. With `lock`, others wait for the end of
 * the transaction before they change it.
 */
export async function policyOf(
  on: Queryable,
  { businessId, environment }: Tenant,
  { providerId, policyId }: PolicyName,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<SeenPolicy> {
  // By insurance_policies_pkey.
  const { rows } = await on.query<Row>(
    `SELECT ${columns} FROM insurance_policies
     WHERE business_id = $1 AND environment = $2 AND provider_id = $3 AND policy_id = $4 ${lock ? "FOR UPDATE" : ""}`,
    [businessId, environment, providerId, policyId],
  );
  const [row] = rows;
  if (row === undefined) throw new Problem("NOT_FOUND", { detail: "There is no such policy." });
  return fromRow(row);
}

const columns = `business_id, environment, provider_id, policy_id, position, purchase_id, product_id, status,
  end_date::text AS end_date, document, created_at, updated_at, read_at, revision`;

interface Row {
  readonly business_id: string;
  readonly environment: Environment;
  readonly provider_id: string;
  readonly policy_id: string;
  readonly position: string;
  readonly purchase_id: string;
  readonly product_id: string;
  readonly status: PolicyRow["status"];
  readonly end_date: string;
  readonly document: PolicyRow["document"];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly read_at: Date;
  readonly revision: number;
}

function fromRow(row: Row): SeenPolicy {
  return {
    businessId: row.business_id,
    environment: row.environment,
    providerId: row.provider_id,
    policyId: row.policy_id,
    position: row.position,
    purchaseId: row.purchase_id,
    productId: row.product_id,
    status: row.status,
    endDate: row.end_date,
    document: row.document,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    readAt: row.read_at,
    revision: row.revision,
  };
}
