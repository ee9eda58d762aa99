/** How alerts come about, fire and end: one evaluation of an alerting rule (Prometheus, rules/alerting.go). */
import type { Sliceable } from "#src/http/event-loop.ts";
import { keyOfText } from "#src/http/long-text.ts";
import { nameLabel } from "../label-bytes.ts";
import { patternLimits } from "../promql/regexp.ts";
import { sampleText } from "../promql/sample-text.ts";
import type { Labels } from "../store.ts";
import { type AlertingRule, type Pairs, ruleLimits } from "./rule.ts";
import type { Alert } from "./rule-state.ts";
import { TemplateError } from "./template/error.ts";
import type { AlertData } from "./template/expand.ts";
import { QueryWanted, type TemplateContext, workOfCall } from "./template/functions.ts";
import { expander } from "./template/parse.ts";
import type { TemplateQueries } from "./template-queries.ts";
import { labelsOf, pairsOf, type RuleSample } from "./written-samples.ts";

/** A rule has no result: its alerts stay as they were. */
export class RuleError extends Error {}

export interface AlertingContext {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly externalUrl: string;
  /** Alerts that the rule may have. */
  readonly limit: number;
  /** Queries of the rule's templates, and the work units that the templates have used. */
  readonly queries: TemplateQueries;
  readonly work: { done: number };
}

/** An alert that ended is kept so long, in ms. */
const resolvedRetentionMs = 900_000;

/**
 * The alerts after an evaluation, and what it writes: `ALERTS` and `ALERTS_FOR_STATE`; null where templates want the answers to
 * queries first. Throws RuleError.
 */
export function* evaluateAlerts(
  rule: AlertingRule,
  before: readonly Alert[],
  found: readonly RuleSample[],
  context: AlertingContext,
): Sliceable<{ readonly alerts: readonly Alert[]; readonly samples: readonly RuleSample[] } | null> {
  const { at, limit, queries } = context;
  const texts = new AlertTexts(rule, context);
  const seen = new Map<string, Alert>();
  let characters = 0;
  for (const sample of found) {
    yield;
    const alert = texts.pending(sample);
    // Its texts are not what they will be.
    if (queries.areWanted) continue;
    characters += charactersOf(alert);
    if (characters > ruleLimits.alerts)
      throw new RuleError(`the alerts of a rule have at most ${ruleLimits.alerts} characters together`);
    const key = keyOf(alert.labels);
    if (seen.has(key))
      throw new RuleError("vector contains metrics with the same labelset after applying alert labels");
    seen.set(key, alert);
  }
  if (queries.areWanted) return null;
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

/** Of labels and annotations. */
export function charactersOf({ labels, annotations }: Alert): number {
  return [...labels, ...annotations.flat()].reduce((sum, text) => sum + text.length, 0);
}

export const keyOf = (labels: Labels) => keyOfText(JSON.stringify(labels));

type Expanders = readonly (readonly [name: string, expand: (data: AlertData) => string])[];

/** The templates of a rule, and how much work they may do: for all alerts together, and for one text without a pause. */
class AlertTexts {
  readonly #rule: AlertingRule;
  readonly #labels: Expanders;
  readonly #annotations: Expanders;
  readonly #context: TemplateContext;
  readonly #at: number;
  readonly #work: AlertingContext["work"];
  #workOfText = 0;

  constructor(rule: AlertingRule, { at, externalUrl, queries, work }: AlertingContext) {
    this.#work = work;
    const expanders = (pairs: Pairs) => pairs.map(([name, text]) => [name, expander(text, rule.name)] as const);
    this.#rule = rule;
    this.#labels = expanders(rule.labels);
    this.#annotations = expanders(rule.annotations);
    this.#context = {
      now: at,
      externalUrl,
      spend: (work) => this.#spend(work),
      query: (text) => queries.resultOf(text),
    };
    this.#at = at;
  }

  /** Throws RuleError once the rule's templates have done too much. */
  pending({ labels: metric, value }: RuleSample): Alert {
    // However often it is asked again.
    this.#work.done += workOfCall;
    const labels = new Map(pairsOf(metric));
    const data = { ...this.#context, labels: new Map(labels), value };
    labels.delete(nameLabel);
    for (const [name, expand] of this.#labels) labels.set(name, this.#text(expand, data));
    labels.set("alertname", this.#rule.name);
    return {
      labels: labelsOf(labels),
      annotations: this.#expandedAnnotations(data),
      state: "pending",
      value: sampleText(value),
      activeAt: this.#at,
      firedAt: null,
      resolvedAt: null,
      keepFiringSince: null,
      sentAt: null,
    };
  }

  /** Annotations beyond their bound say so. */
  #expandedAnnotations(data: AlertData): Pairs {
    let left: number = ruleLimits.annotations;
    return this.#annotations.map(([name, expand]) => {
      const text = left >= 0 ? this.#text(expand, data) : "";
      left -= name.length + text.length;
      if (left >= 0) return [name, text];
      return [name, `<annotations of an alert have at most ${ruleLimits.annotations} characters>`];
    });
  }

  #text(expand: (data: AlertData) => string, data: AlertData): string {
    this.#workOfText = 0;
    try {
      return expand(data);
    } catch (error) {
      if (error instanceof QueryWanted) return "";
      throw error;
    }
  }

  #spend(work: number): void {
    this.#workOfText += work;
    this.#work.done += work;
    if (this.#work.done > ruleLimits.templateWork)
      throw new RuleError("the templates of a rule do too much for so many alerts");
    if (this.#workOfText > patternLimits.workOfOneText) throw new TemplateError("a template does too much");
  }
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
  const named = (name: string, ...more: readonly (readonly [string, string])[]) =>
    labelsOf([...pairsOf(labels), [nameLabel, name], ...more]);
  return [
    { labels: named("ALERTS", ["alertstate", state]), value: 1, histogram: null },
    { labels: named("ALERTS_FOR_STATE"), value: Math.floor(activeAt / 1_000), histogram: null },
  ];
}
