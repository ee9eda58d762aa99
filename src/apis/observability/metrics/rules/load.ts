/** Loads rule files for a project in one environment, lists and removes them. */

import { invalid, notFound } from "#src/http/problem.ts";
import { audit } from "#src/identity/audit.ts";
import type { Database } from "#src/storage/database.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { groupOf, isEmptied, type RuleGroupRow, ruleGroupEntity, ruleGroups } from "./entities/rule-group.ts";
import { newestMoment } from "./moments.ts";
import { type RuleGroup, ruleLimits } from "./rule.ts";
import { queueEvaluation } from "./run-group.ts";

export interface LoadedFile {
  readonly file: string;
  readonly groups: number;
  readonly rules: number;
  readonly loadedAt: Date;
}

/**
 * Replaces all that was loaded from a file of this name. Rules that stay, by kind, name and labels, keep their alerts; what others have
 * written ends, and their alerts with it. Throws Problem VALIDATION_FAILED when the project would have more than it may.
 */
export async function loadRules(
  database: Database,
  tenant: Tenant,
  file: string,
  groups: readonly RuleGroup[],
  now = new Date(),
): Promise<LoadedFile> {
  return await inTransaction(database, async (transaction) => {
    const { manager, client } = transaction;
    await lockName(client, `metric_rules/${tenant.projectId}/${tenant.environment}`);
    const all = await ruleGroups.of(manager, tenant).find();
    const others = all.filter((row) => row.file !== file && !isEmptied(row));
    refuseTooMany(others, groups);
    const names = new Set(groups.map(({ name }) => name));
    for (const [position, group] of groups.entries())
      await write(transaction, tenant, { file, name: group.name, position, group }, all, now);
    for (const { name, position } of all.filter((row) => row.file === file && !names.has(row.name)))
      await write(transaction, tenant, { file, name, position, group: emptied(name) }, all, now);
    const rules = groups.reduce((sum, group) => sum + group.rules.length, 0);
    const action = groups.length === 0 ? "rules.removed" : "rules.loaded";
    const details = { file, environment: tenant.environment, groups: groups.length, rules };
    await audit(manager, { action, subject: tenant.projectId, details }, now);
    return { file, groups: groups.length, rules, loadedAt: now };
  });
}

/** Throws Problem NOT_FOUND where nothing was loaded from a file of this name. */
export async function removeRules(database: Database, tenant: Tenant, file: string, now = new Date()): Promise<void> {
  const files = (await listRules(database, tenant)).map((each) => each.file);
  if (!files.includes(file)) {
    const there = files.length === 0 ? "there are none" : `there are ${files.join(", ")}`;
    throw notFound(`No rules were loaded from ${JSON.stringify(file)}; ${there}.`);
  }
  await loadRules(database, tenant, file, [], now);
}

/** In the order of their names. */
export async function listRules(database: Database, tenant: Tenant): Promise<LoadedFile[]> {
  const rows = await ruleGroups.of(database.dataSource.manager, tenant).find({ order: { file: "ASC" } });
  const files = new Map<string, LoadedFile>();
  for (const row of rows.filter((each) => !isEmptied(each))) {
    const known = files.get(row.file) ?? { file: row.file, groups: 0, rules: 0, loadedAt: row.loadedAt };
    const rules = known.rules + groupOf(row).rules.length;
    files.set(row.file, { ...known, groups: known.groups + 1, rules });
  }
  return [...files.values()];
}

/** A group that is gone stays until its next evaluation, which ends its series and alerts. */
const removedIntervalMs = 1_000;

const emptied = (name: string): RuleGroup & { readonly removed: true } => ({
  name,
  intervalMs: removedIntervalMs,
  queryOffsetMs: 0,
  limit: 0,
  rules: [],
  removed: true,
});

interface NewGroup {
  readonly file: string;
  readonly name: string;
  readonly position: number;
  readonly group: RuleGroup;
}

async function write(
  { manager, client }: Transaction,
  tenant: Tenant,
  { file, name, position, group }: NewGroup,
  rows: readonly RuleGroupRow[],
  now: Date,
): Promise<void> {
  const owner = { projectId: tenant.projectId, environment: tenant.environment };
  const key = { ...owner, file, group: name };
  const nextAt = new Date(newestMoment(key, group.intervalMs, now.getTime()) + group.intervalMs);
  const written = { position, definition: JSON.stringify(group), loadedAt: now, nextAt };
  if (rows.some((row) => row.file === file && row.name === name))
    await manager.update(ruleGroupEntity, { ...owner, file, name }, written);
  else
    await manager.insert(ruleGroupEntity, {
      ...owner,
      file,
      name,
      ...written,
      evaluatedAt: null,
      clock: now,
      series: null,
      status: null,
    });
  await queueEvaluation(client, key, nextAt);
}

function refuseTooMany(others: readonly RuleGroupRow[], groups: readonly RuleGroup[]): void {
  const all = [...others.map(groupOf), ...groups];
  const rules = all.reduce((sum, group) => sum + group.rules.length, 0);
  const characters = all.reduce((sum, group) => sum + JSON.stringify(group).length, 0);
  for (const [what, count, most] of [
    ["groups", all.length, ruleLimits.groups],
    ["rules", rules, ruleLimits.rules],
    ["characters of rules", characters, ruleLimits.characters],
  ] as const)
    if (count > most) throw invalid(`The project would have ${count} ${what}; it may have ${most}.`);
}
