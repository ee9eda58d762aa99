// SQL: keys of several columns, read in the form they are answered in.
/** Services and operations that sent spans within the retention of spans. */

import type { Queryable } from "#src/storage/transaction.ts";
import { indexedText } from "../../indexed-text.ts";
import type { Tenant } from "../../records.ts";

export interface Operation {
  /** At most 255 characters of the span's name. */
  readonly name: string;
  /** OTLP SpanKind, 0 to 5. */
  readonly kind: number;
}

const maxServices = 1_000;
const maxOperations = 10_000;

/** In alphabetical order, the first 1,000. */
export async function listServices(db: Queryable, tenant: Tenant): Promise<string[]> {
  // Primary key (project_id, environment, service_name).
  const { rows } = await db.query<{ service_name: string }>(
    `SELECT service_name FROM trace_services
     WHERE project_id = $1 AND environment = $2 ORDER BY service_name LIMIT ${maxServices}`,
    [tenant.projectId, tenant.environment],
  );
  return rows.map(({ service_name }) => service_name);
}

/** In alphabetical order, the first 10,000. */
export async function listOperations(db: Queryable, tenant: Tenant, service: string): Promise<Operation[]> {
  // Primary key (project_id, environment, service_name, operation, kind).
  const { rows } = await db.query<Operation>(
    `SELECT operation AS name, kind FROM trace_operations
     WHERE project_id = $1 AND environment = $2 AND service_name = $3
     ORDER BY operation, kind LIMIT ${maxOperations}`,
    [tenant.projectId, tenant.environment, indexedText(service)],
  );
  return rows;
}
