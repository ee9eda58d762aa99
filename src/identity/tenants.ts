// SQL: counts of three tables for a page of businesses, in one statement.
import type { Pool } from "pg";

/** A business, and how many records belong to it. */
export interface TenantSummary {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: Date;
  readonly productionActivatedAt: Date | null;
  readonly projects: number;
  readonly people: number;
  /** Keys that have not been revoked. */
  readonly keys: number;
}

/** A page of businesses in the order of their slugs, after the given one. Indexes: businesses_slug_taken; those of the other tables by business. */
export async function listTenants(pool: Pool, after: string, limit: number): Promise<TenantSummary[]> {
  const { rows } = await pool.query<TenantSummary>(
    `SELECT b.id, b.name, b.slug, b.created_at AS "createdAt", b.production_activated_at AS "productionActivatedAt",
       (SELECT count(*)::integer FROM projects WHERE business_id = b.id) AS projects,
       (SELECT count(*)::integer FROM business_members WHERE business_id = b.id) AS people,
       (SELECT count(*)::integer FROM api_keys WHERE business_id = b.id AND revoked_at IS NULL) AS keys
     FROM businesses b WHERE b.slug > $1 ORDER BY b.slug LIMIT $2`,
    [after, limit],
  );
  return rows;
}
