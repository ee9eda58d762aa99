import type { Environment } from "#src/identity/environment.ts";
import {
  bytes,
  declareEntity,
  integer,
  key,
  nullable,
  type Row,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { RuleGroup } from "../rule.ts";

export const ruleGroupEntity = declareEntity("metric_rule_groups", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  /** Name of the file that it was loaded from, without folders. */
  file: key(text),
  name: key(text),
  /** In its file. */
  position: integer,
  /** The RuleGroup as JSON. One without rules, once evaluated, is deleted. */
  definition: text,
  /** The number of the load. Evaluations of another load are not written. */
  loadedAt: timestamp,
  /** When it is to be evaluated next. */
  nextAt: timestamp,
  /** The moment of the newest evaluation that was begun; null before the first. */
  evaluatedAt: nullable(timestamp),
  /** The series of the newest evaluation (rule-state.ts). */
  series: nullable(bytes),
  /** Health and alerts (rule-state.ts). */
  status: nullable(bytes),
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
