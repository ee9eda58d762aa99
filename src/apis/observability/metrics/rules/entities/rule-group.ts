import type { Environment } from "#src/identity/environment.ts";
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { RuleGroup } from "../rule.ts";

export const ruleGroupEntity = declareEntity("metric_rule_groups", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  /** Name of the file that it was loaded from, without folders. */
  file: column.text.key,
  name: column.text.key,
  /** In its file. */
  position: column.integer,
  /** The RuleGroup as JSON. One without rules, once evaluated, is deleted. */
  definition: column.text,
  /** The number of the load. Evaluations of another load are not written. */
  loadedAt: column.timestamp,
  /** When it is to be evaluated next. While it is being evaluated: when it is, should that come to nothing. */
  nextAt: column.timestamp,
  /** The moment of the newest evaluation that was begun, or passed without one; null before the first. */
  evaluatedAt: column.timestamp.nullable,
  /** Goes on with each turn, and stands still while there are none (expiry.ts). */
  clock: column.timestamp,
  /** The series of the newest evaluation (rule-state.ts). */
  series: column.bytes.nullable,
  /** Health and alerts (rule-state.ts). */
  status: column.bytes.nullable,
});

export type RuleGroupRow = Row<typeof ruleGroupEntity>;

export const ruleGroups = records(ruleGroupEntity, ["projectId", "environment"]);

export function groupOf({ definition }: Pick<RuleGroupRow, "definition">): RuleGroup {
  return JSON.parse(definition) as RuleGroup;
}

/** Whether the group is no longer in its file, and stays for its last evaluation. */
export function isEmptied(row: Pick<RuleGroupRow, "definition">): boolean {
  return "removed" in groupOf(row);
}
