/** Rules and alerts as Prometheus's API writes them. */
import { hash } from "node:crypto";
import type { Schemas } from "#generated/observability/contract.ts";
import { floatText } from "../metrics/promql/go-float.ts";
import { parseQuery } from "../metrics/promql/syntax/parser.ts";
import { printed } from "../metrics/promql/syntax/print.ts";
import { groupOf, type RuleGroupRow } from "../metrics/rules/entities/rule-group.ts";
import type { Rule, RuleGroup } from "../metrics/rules/rule.ts";
import { type Alert, decodeStatus, type GroupStatus, type RuleStatus, ruleIds } from "../metrics/rules/rule-state.ts";
import { pairsOf } from "../metrics/rules/written-samples.ts";

/** A group with what is known of its rules. */
export interface ShownGroup {
  readonly file: string;
  readonly group: RuleGroup;
  readonly status: GroupStatus;
  readonly rules: readonly ShownRule[];
}

interface ShownRule {
  readonly rule: Rule;
  /** Undefined before the first evaluation. */
  readonly status: RuleStatus | undefined;
}

export function readGroup(row: RuleGroupRow): ShownGroup {
  const group = groupOf(row);
  const status = decodeStatus(row.status);
  const known = new Map(status.rules.map((each) => [each.id, each]));
  const ids = ruleIds(group.rules);
  const rules = group.rules.map((rule, index) => ({ rule, status: known.get(ids[index] ?? "") }));
  return { file: row.file, group, status, rules };
}

export function presentGroup({ file, group, status, rules }: ShownGroup, withoutAlerts: boolean): Schemas["RuleGroup"] {
  return {
    name: group.name,
    file,
    rules: rules.map((rule) => presentRule(rule, withoutAlerts)),
    interval: group.intervalMs / 1_000,
    limit: group.limit,
    evaluationTime: status.seconds,
    lastEvaluation: moment(status.at),
  };
}

function presentRule({ rule, status }: ShownRule, withoutAlerts: boolean): Schemas["Rule"] {
  const shared = {
    name: rule.name,
    query: printed(parseQuery(rule.expr, { experimental: true })),
    labels: Object.fromEntries(rule.labels),
    health: status?.health ?? "unknown",
    ...(status?.lastError != null && { lastError: status.lastError.slice(0, longestError) }),
    evaluationTime: status?.seconds ?? 0,
    lastEvaluation: moment(status?.at ?? null),
  };
  if (rule.kind === "recording") return { ...shared, type: "recording" };
  return {
    ...shared,
    state: stateOf(status),
    duration: rule.forMs / 1_000,
    keepFiringFor: rule.keepFiringForMs / 1_000,
    annotations: Object.fromEntries(rule.annotations),
    alerts: withoutAlerts ? null : presentAlerts(status),
    type: "alerting",
  };
}

const longestError = 4_000;

/** Those that are pending or firing. */
export function presentAlerts(status: RuleStatus | undefined): Schemas["RuleAlert"][] {
  return (status?.alerts ?? []).flatMap((alert) => {
    const { labels, annotations, state, activeAt, keepFiringSince, value } = alert;
    if (state === "inactive") return [];
    return [
      {
        labels: Object.fromEntries(pairsOf(labels)),
        annotations: Object.fromEntries(annotations),
        state,
        activeAt: moment(activeAt),
        ...(keepFiringSince !== null && { keepFiringSince: moment(keepFiringSince) }),
        value: floatText(Number(value.replace("Inf", "Infinity")), "e"),
      },
    ];
  });
}

/** Where a page begins with this group. */
export function groupToken({ file, name }: Pick<RuleGroupRow, "file" | "name">): string {
  return hash("sha1", `${file};${name}`);
}

/** Roughly what the alerts take in an answer. */
export function charactersOfAlerts({ rules }: ShownGroup): number {
  const ofAlert = ({ labels, annotations }: Alert) =>
    [...labels, ...annotations.flat()].reduce((sum, text) => sum + text.length + 6, 120);
  return rules.reduce(
    (sum, { status }) => sum + (status?.alerts ?? []).reduce((all, each) => all + ofAlert(each), 0),
    0,
  );
}

function stateOf(status: RuleStatus | undefined): "firing" | "pending" | "inactive" | "unknown" {
  if (status === undefined) return "unknown";
  const states = new Set(status.alerts.map(({ state }) => state));
  return states.has("firing") ? "firing" : states.has("pending") ? "pending" : "inactive";
}

/** How Go writes the zero of its times. */
const never = "0001-01-01T00:00:00Z";

function moment(ms: number | null): string {
  return ms === null ? never : new Date(ms).toISOString();
}
