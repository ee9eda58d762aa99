// SQL: resources and scopes are looked up by many ids in one statement.
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";

export interface Source {
  readonly resourceJson: string;
  readonly scopeJson: string;
}

/** Resources and scopes by their id (uuid text). Rows of one source share its strings. */
export async function sourcesOf(db: Queryable, tenant: Tenant, ids: Iterable<string>): Promise<Map<string, Source>> {
  // Primary key (project_id, environment, source_id).
  const { rows } = await db.query<{ source_id: string; resource: string; scope: string }>(
    `SELECT source_id, resource, scope FROM telemetry_sources
     WHERE project_id = $1 AND environment = $2 AND source_id = ANY ($3::uuid[])`,
    [tenant.projectId, tenant.environment, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.source_id, { resourceJson: row.resource, scopeJson: row.scope }]));
}

/** Bytes of a source's resource and scope together, by its id. */
export async function bytesOfSources(
  db: Queryable,
  tenant: Tenant,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  // Primary key (project_id, environment, source_id).
  const { rows } = await db.query<{ source_id: string; bytes: number }>(
    `SELECT source_id, octet_length(resource) + octet_length(scope) AS bytes FROM telemetry_sources
     WHERE project_id = $1 AND environment = $2 AND source_id = ANY ($3::uuid[])`,
    [tenant.projectId, tenant.environment, [...new Set(ids)]],
  );
  return new Map(rows.map(({ source_id, bytes }) => [source_id, bytes]));
}

/** The source of a record whose own is no longer known. */
export const unknownSource: Source = { resourceJson: "[]", scopeJson: '{"name":"","version":"","attributes":[]}' };
