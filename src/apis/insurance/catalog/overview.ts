/** The insurers and what is known of their products, for operators. */
import type { Queryable } from "../queryable.ts";

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
