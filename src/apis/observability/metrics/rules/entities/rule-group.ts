import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { records } from "#src/storage/records.ts";
import type { RuleGroup } from "../rule.ts";

export interface RuleGroupRow {
  readonly projectId: string;
  readonly environment: Environment;
  /** Name of the file that it was loaded from, without folders. */
  readonly file: string;
  readonly name: string;
  /** In its file. */
  readonly position: number;
  /** The RuleGroup as JSON. One without rules, once evaluated, is deleted. */
  readonly definition: string;
  /** The number of the load. Evaluations of another load are not written. */
  readonly loadedAt: Date;
  /** When it is to be evaluated next. */
  readonly nextAt: Date;
  /** The moment of the newest evaluation that was begun; null before the first. */
  readonly evaluatedAt: Date | null;
  /** The series of the newest evaluation (rule-state.ts). */
  readonly series: Buffer | null;
  /** Health and alerts (rule-state.ts). */
  readonly status: Buffer | null;
}

export const ruleGroupEntity = new EntitySchema<RuleGroupRow>({
  name: "MetricRuleGroup",
  tableName: "metric_rule_groups",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    file: { type: "text", primary: true },
    name: { type: "text", primary: true },
    position: { type: "integer" },
    definition: { type: "text" },
    loadedAt: { name: "loaded_at", type: "timestamptz" },
    nextAt: { name: "next_at", type: "timestamptz" },
    evaluatedAt: { name: "evaluated_at", type: "timestamptz", nullable: true },
    series: { type: "bytea", nullable: true },
    status: { type: "bytea", nullable: true },
  },
});

export const ruleGroups = records(ruleGroupEntity, ["projectId", "environment"]);

export function groupOf({ definition }: Pick<RuleGroupRow, "definition">): RuleGroup {
  return JSON.parse(definition) as RuleGroup;
}

/** Whether the group is no longer in its file, and stays for its last evaluation. */
export function isEmptied(row: Pick<RuleGroupRow, "definition">): boolean {
  return "removed" in groupOf(row);
}
