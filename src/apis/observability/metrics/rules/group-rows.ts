// SQL: a claim is an UPDATE with a condition that returns what it found.
/** How evaluations of a group take turns: each moment is claimed by one process, and its outcome is written once. */
import type { Pool } from "pg";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { alertGroupEntity } from "./entities/alert-group.ts";
import { type RuleGroupRow, ruleGroupEntity } from "./entities/rule-group.ts";

export interface GroupKey extends Tenant {
  readonly file: string;
  readonly group: string;
}

export interface ClaimedGroup {
  readonly definition: string;
  readonly loadedAt: Date;
  readonly series: Buffer | null;
  readonly status: Buffer | null;
}

const keyOf = ({ projectId, environment, file, group }: GroupKey) => [projectId, environment, file, group];

/**
 * Claims a moment for one evaluation, or passes it without one, which moves the clock; null where it, or a later one, has been claimed, or
 * there is no such group.
 */
export async function claimMoment(
  on: Queryable,
  key: GroupKey,
  at: Date,
  { next, clock = null }: { readonly next: Date; readonly clock?: Date | null },
): Promise<ClaimedGroup | null> {
  // By metric_rule_groups_pkey.
  const { rows } = await on.query<ClaimedGroup>(
    `UPDATE metric_rule_groups SET evaluated_at = $5, next_at = $6, clock = coalesce($7, clock)
     WHERE project_id = $1 AND environment = $2 AND file = $3 AND name = $4
       AND (evaluated_at IS NULL OR evaluated_at < $5)
     RETURNING definition, loaded_at AS "loadedAt", series, status`,
    [...keyOf(key), at, next, clock],
  );
  return rows[0] ?? null;
}

/** An evaluation that has been claimed, of what was loaded then. */
export interface Claim {
  readonly at: Date;
  readonly loadedAt: Date;
}

/** Puts off when a claimed evaluation counts as lost, until some time after `next` (jobs.ts). Does nothing where the group was loaded or claimed anew. */
export async function holdEvaluation(on: Queryable, key: GroupKey, { at, loadedAt }: Claim, next: Date): Promise<void> {
  await on.query(
    `UPDATE metric_rule_groups SET next_at = $7
     WHERE project_id = $1 AND environment = $2 AND file = $3 AND name = $4 AND evaluated_at = $5 AND loaded_at = $6
       AND next_at < $7`,
    [...keyOf(key), at, loadedAt, next],
  );
}

export interface EvaluationOutcome {
  readonly next: Date;
  readonly clock: Date;
  readonly status: Buffer;
  /** Null leaves the series as they are. */
  readonly series: Buffer | null;
}

/** False where the group was loaded or claimed anew meanwhile; then nothing is written. */
export async function writeOutcome(
  on: Queryable,
  key: GroupKey,
  { at, loadedAt }: Claim,
  { next, clock, status, series }: EvaluationOutcome,
): Promise<boolean> {
  const { rowCount } = await on.query(
    `UPDATE metric_rule_groups SET next_at = $7, clock = $8, status = $9, series = coalesce($10, series)
     WHERE project_id = $1 AND environment = $2 AND file = $3 AND name = $4 AND evaluated_at = $5 AND loaded_at = $6`,
    [...keyOf(key), at, loadedAt, next, clock, status, series],
  );
  return rowCount === 1;
}

/** All groups of a tenant without their series, by file and within it in its order. */
export async function ruleRows(on: Queryable, { projectId, environment }: Tenant): Promise<RuleGroupRow[]> {
  // By metric_rule_groups_pkey.
  const { rows } = await on.query<RuleGroupRow>(
    `SELECT project_id AS "projectId", environment, file, name, position, definition, loaded_at AS "loadedAt",
       next_at AS "nextAt", evaluated_at AS "evaluatedAt", clock, NULL AS series, status
     FROM metric_rule_groups WHERE project_id = $1 AND environment = $2 ORDER BY file, position, name`,
    [projectId, environment],
  );
  return rows;
}

/** The clocks of a tenant's groups (expiry.ts), in ms. */
export async function groupClocks(
  on: Queryable,
  { projectId, environment }: Tenant,
): Promise<(of: Pick<GroupKey, "file" | "group">) => number | undefined> {
  // By metric_rule_groups_pkey.
  const { rows } = await on.query<{ file: string; name: string; clock: Date }>(
    "SELECT file, name, clock FROM metric_rule_groups WHERE project_id = $1 AND environment = $2",
    [projectId, environment],
  );
  const nameOf = (file: string, group: string) => JSON.stringify([file, group]);
  const clocks = new Map(rows.map(({ file, name, clock }) => [nameOf(file, name), clock.getTime()]));
  return ({ file, group }) => clocks.get(nameOf(file, group));
}

/** Of each kind in one sweep, the longest overdue; the others follow in the next. */
const mostOverdue = 5_000;

/** Rows that were due before `before`, on nodes that answer. Their job was lost. */
const overdue = (before: Date) => (source: string) =>
  `${source} WHERE next_at < ${literal(before)} ORDER BY next_at LIMIT ${mostOverdue}`;

/** Groups that should have been evaluated long ago. */
export async function overdueGroups(pool: Pool, before: Date): Promise<(GroupKey & { readonly nextAt: Date })[]> {
  const properties = ["projectId", "environment", "file", "name", "nextAt"] as const;
  const rows = await dueRecords(pool, { entity: ruleGroupEntity, properties, from: overdue(before) });
  return rows.map(({ name: group, ...row }) => ({ ...row, group }));
}

/** The same of groups of alerts. */
export async function overdueAlerts(pool: Pool, before: Date): Promise<(Tenant & { readonly key: string })[]> {
  const properties = ["projectId", "environment", "key", "nextAt"] as const;
  return await dueRecords(pool, { entity: alertGroupEntity, properties, from: overdue(before) });
}
