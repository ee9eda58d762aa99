/** How alerts come about, fire and end: one evaluation of an alerting rule (Prometheus, rules/alerting.go). */
import { compareText } from "../labels.ts";
import { sampleText } from "../promql/sample-text.ts";
import type { Labels } from "../store.ts";
import { type AlertingRule, type Pairs, ruleLimits } from "./rule.ts";
import type { Alert } from "./rule-state.ts";
import { expand } from "./template/expand.ts";
import { pairsOf, type RuleSample } from "./written-samples.ts";

/** A rule has no result: its alerts stay as they were. */
export class RuleError extends Error {}

export interface AlertingContext {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly externalUrl: string;
  /** Alerts that the rule may have. */
  readonly limit: number;
}

/** An alert that ended is kept so long, in ms. */
const resolvedRetentionMs = 900_000;
const nameLabel = "__name__";

/** The alerts after an evaluation, and what it writes: `ALERTS` and `ALERTS_FOR_STATE`. Throws RuleError. */
export function evaluateAlerts(
  rule: AlertingRule,
  before: readonly Alert[],
  found: readonly RuleSample[],
  { at, externalUrl, limit }: AlertingContext,
): { readonly alerts: readonly Alert[]; readonly samples: readonly RuleSample[] } {
  const seen = new Map<string, Alert>();
  for (const sample of found) {
    const alert = pendingAlert(rule, sample, at, externalUrl);
    const key = keyOf(alert.labels);
    if (seen.has(key))
      throw new RuleError("vector contains metrics with the same labelset after applying alert labels");
    seen.set(key, alert);
  }
  const known = new Map(before.map((alert) => [keyOf(alert.labels), alert]));
  const active = new Map(known);
  for (const [key, { value, annotations, ...alert }] of seen) {
    const old = known.get(key);
    const goesOn = old !== undefined && old.state !== "inactive";
    active.set(key, { ...(goesOn ? old : alert), value, annotations });
  }
  const alerts: Alert[] = [];
  let activeCount = 0;
  for (const [key, alert] of active) {
    const next = seen.has(key) ? present(rule, alert, at) : gone(rule, alert, at);
    if (next === null) continue;
    alerts.push(next);
    if (next.state !== "inactive") activeCount++;
  }
  if (limit > 0 && activeCount > limit) throw new RuleError(`exceeded limit of ${limit} with ${activeCount} alerts`);
  return { alerts, samples: alerts.flatMap((alert) => (alert.state === "inactive" ? [] : samplesOf(alert))) };
}

const keyOf = (labels: Labels) => JSON.stringify(labels);

function pendingAlert(
  rule: AlertingRule,
  { labels: metric, value }: RuleSample,
  at: number,
  externalUrl: string,
): Alert {
  const labels = new Map(pairsOf(metric));
  const data = { labels: new Map(labels), value, now: at, externalUrl };
  const expanded = (pairs: Pairs) => pairs.map(([name, text]) => [name, expand(text, data, rule.name)] as const);
  labels.delete(nameLabel);
  for (const [name, text] of expanded(rule.labels)) labels.set(name, text);
  labels.set("alertname", rule.name);
  const named = [...labels].filter(([, text]) => text !== "").sort(([a], [b]) => compareText(a, b));
  return {
    labels: named.flat(),
    annotations: withinBound(expanded(rule.annotations)),
    state: "pending",
    value: sampleText(value),
    activeAt: at,
    firedAt: null,
    resolvedAt: null,
    keepFiringSince: null,
    sentAt: null,
  };
}

/** Annotations beyond their bound say so. */
function withinBound(annotations: Pairs): Pairs {
  let left: number = ruleLimits.annotations;
  return annotations.map(([name, text]) => {
    left -= name.length + text.length;
    if (left >= 0) return [name, text];
    return [name, `<annotations of an alert have at most ${ruleLimits.annotations} characters>`];
  });
}

function present({ forMs }: AlertingRule, alert: Alert, at: number): Alert {
  const fires = alert.state === "pending" && at - alert.activeAt >= forMs;
  return { ...alert, keepFiringSince: null, ...(fires && { state: "firing" as const, firedAt: at }) };
}

/** Null where nothing is left of it. */
function gone({ keepFiringForMs }: AlertingRule, alert: Alert, at: number): Alert | null {
  if (alert.state === "pending") return null;
  if (alert.state === "inactive")
    return alert.resolvedAt !== null && at - alert.resolvedAt > resolvedRetentionMs ? null : alert;
  const since = keepFiringForMs > 0 ? (alert.keepFiringSince ?? at) : null;
  if (since !== null && at - since < keepFiringForMs) return { ...alert, keepFiringSince: since };
  return { ...alert, keepFiringSince: since, state: "inactive", resolvedAt: at };
}

function samplesOf({ labels, state, activeAt }: Alert): RuleSample[] {
  const named = (name: string, more: readonly (readonly [string, string])[] = []) =>
    [...new Map([...pairsOf(labels), [nameLabel, name] as const, ...more])]
      .sort(([a], [b]) => compareText(a, b))
      .flat();
  return [
    { labels: named("ALERTS", [["alertstate", state]]), value: 1, histogram: null },
    { labels: named("ALERTS_FOR_STATE"), value: Math.floor(activeAt / 1_000), histogram: null },
  ];
}
