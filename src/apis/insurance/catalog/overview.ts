// SQL: reports, with joins, counts and a status that is computed.
/** The insurers, and what of theirs a business is allowed to sell, for operators. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../tenant.ts";
import type { Permission } from "./permissions.ts";

export interface InsurerOverview {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly redirectHosts: readonly string[];
  readonly active: boolean;
  /** How many of its products may be shown. */
  readonly products: number;
  /** When it last listed any; null before the first time. */
  readonly seenAt: Date | null;
}

/** All insurers, by id. Their credentials stay in the table. */
export async function listInsurers(on: Queryable): Promise<InsurerOverview[]> {
  // insurer_products_pkey groups what belongs together; an operator can wait for the whole table.
  const { rows } = await on.query<InsurerOverview>(
    `SELECT i.id, i.name, i.base_url AS "baseUrl", i.redirect_hosts AS "redirectHosts", i.active,
       count(p.product_id) FILTER (WHERE p.listed AND p.status = 'ACTIVE')::integer AS products,
       max(p.seen_at) AS "seenAt"
     FROM insurers i LEFT JOIN insurer_products p ON p.provider_id = i.id
     GROUP BY i.id ORDER BY i.id`,
  );
  return rows;
}

/** Whether customers can buy what is allowed, and why not. */
export type SaleStatus = "on sale" | "insurer off" | "not listed" | "suspended" | "withdrawn";

export interface PermissionOverview extends Required<Permission> {
  readonly name: string;
  readonly status: SaleStatus;
}

/** Everything that the business is allowed, also what cannot be sold now; for operators. */
export async function listPermissions(
  on: Queryable,
  { businessId, environment }: Tenant,
): Promise<PermissionOverview[]> {
  // By sellable_products_pkey.
  const { rows } = await on.query<PermissionOverview>(
    `SELECT s.provider_id AS "providerId", s.product_id AS "productId", p.name,
       s.rate_basis_points AS "rateBasisPoints", s.platform_basis_points AS "platformBasisPoints",
       CASE WHEN NOT i.active THEN 'insurer off' WHEN NOT p.listed THEN 'not listed'
         WHEN p.status <> 'ACTIVE' THEN lower(p.status) ELSE 'on sale' END AS status
     FROM sellable_products s
     JOIN insurer_products p ON p.provider_id = s.provider_id AND p.product_id = s.product_id
     JOIN insurers i ON i.id = s.provider_id
     WHERE s.business_id = $1 AND s.environment = $2 ORDER BY s.provider_id, s.product_id`,
    [businessId, environment],
  );
  return rows;
}
