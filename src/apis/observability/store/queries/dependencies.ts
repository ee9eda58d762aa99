// SQL: spans are joined with their parents by the key's index, a bounded number of them for each service.
/** Calls between services, as the stored spans tell. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { TenantFilter } from "./filter.ts";
import { listServices } from "./services.ts";

export interface ServiceDependency {
  /** The service that calls. */
  readonly parent: string;
  readonly child: string;
  /** Spans of the child whose parent span is the other service's. */
  readonly callCount: number;
}

/** Spans that are looked at, the newest of each service in equal shares. */
const maxSpansPerGraph = 20_000;
const maxDependencies = 10_000;

/** Of spans that start between the two moments (nanoseconds since the Unix epoch, both included), by name. */
export async function listDependencies(
  db: Queryable,
  tenant: Tenant,
  { start, end }: { readonly start: bigint; readonly end: bigint },
): Promise<ServiceDependency[]> {
  const services = await listServices(db, tenant);
  if (services.length === 0) return [];
  const filter = new TenantFilter(tenant)
    .where(String(start), (at) => `start_time_unix_nano >= ${at}::bigint`)
    .where(String(end), (at) => `start_time_unix_nano <= ${at}::bigint`)
    .receivedSince(new Date(Number(start / 1_000_000n)));
  // Index spans_by_service (project_id, environment, service_name, start_time_unix_nano), backwards; then the primary key
  // (project_id, trace_id, span_id, environment, received_at).
  const { rows } = await db.query<{ parent: string; child: string; calls: string }>(
    `WITH called AS MATERIALIZED (
       SELECT trace_id, span_id, parent_span_id, service_name
       FROM unnest(${filter.bind(services)}::text[]) AS wanted (service), LATERAL (
         SELECT trace_id, span_id, parent_span_id, service_name FROM spans
         WHERE ${filter} AND service_name = wanted.service
         ORDER BY start_time_unix_nano DESC LIMIT ${Math.ceil(maxSpansPerGraph / services.length)}
       ) AS newest
       WHERE parent_span_id IS NOT NULL
     )
     SELECT parent.service_name AS parent, called.service_name AS child,
       count(DISTINCT (called.trace_id, called.span_id)) AS calls
     FROM called, LATERAL (
       SELECT service_name FROM spans
       WHERE project_id = $1 AND environment = $2
         AND spans.trace_id = called.trace_id AND spans.span_id = called.parent_span_id
       LIMIT 1
     ) AS parent
     WHERE parent.service_name <> called.service_name
     GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${maxDependencies}`,
    filter.values,
  );
  return rows.map(({ parent, child, calls }) => ({ parent, child, callCount: Number(calls) }));
}
