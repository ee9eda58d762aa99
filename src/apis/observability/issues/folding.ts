// SQL: whether there is a row, asked before every read.
/** Folds before reads, so that what ingest has answered is in the lists. */
import type { Database } from "#src/storage/database.ts";
import { sharedReads } from "#src/storage/shared-reads.ts";
import { type Tenant, tenantName } from "../records.ts";
import { type FoldOptions, foldArrivals } from "./fold.ts";
import { readersEvents } from "./pace.ts";

/** Resolves when what was committed before the call is folded, where that is little. */
export type FoldBeforeRead = (tenant: Tenant) => Promise<void>;

/** Folds that others are faster in, before a reader waits no longer. */
const mostOvertaken = 5;

/** One fold of a tenant at a time in this process, for all that ask meanwhile. */
export function foldingBeforeReads(database: Database, options: FoldOptions): FoldBeforeRead {
  const fold = sharedReads(async (name) => {
    const [projectId = "", environment] = name.split(" ");
    const tenant = { projectId, environment: environment as Tenant["environment"] };
    for (let times = 0; times < mostOvertaken; times++)
      if (!(await foldArrivals(database, tenant, options, readersEvents)).wasOvertaken) return;
  });
  return async (tenant) => {
    // Primary key (project_id, environment, id).
    const { rows } = await database.pool.query(
      "SELECT FROM issue_arrivals WHERE project_id = $1 AND environment = $2 LIMIT 1",
      [tenant.projectId, tenant.environment],
    );
    if (rows.length > 0) await fold(tenantName(tenant));
  };
}
