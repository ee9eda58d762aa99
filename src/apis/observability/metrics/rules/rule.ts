/** Recording and alerting rules, as they are loaded and stored. */

/** Names and values, in the order of the names. */
export type Pairs = readonly (readonly [name: string, value: string])[];

export interface RecordingRule {
  readonly kind: "recording";
  /** Of the metric that it writes. */
  readonly name: string;
  /** PromQL, as it was written. */
  readonly expr: string;
  /** Those of the group among them. */
  readonly labels: Pairs;
}

export interface AlertingRule {
  readonly kind: "alerting";
  readonly name: string;
  readonly expr: string;
  /** Templates. */
  readonly labels: Pairs;
  readonly annotations: Pairs;
  /** How long a series is there before its alert fires, in ms. */
  readonly forMs: number;
  /** How long an alert fires on after its series is gone, in ms. */
  readonly keepFiringForMs: number;
}

export type Rule = RecordingRule | AlertingRule;

/** Rules that are evaluated one after the other, at the same moments. */
export interface RuleGroup {
  readonly name: string;
  readonly intervalMs: number;
  /** Rules look at the store as it was so long ago. */
  readonly queryOffsetMs: number;
  /** Series or alerts that each rule may have; 0 for the most that any may have. */
  readonly limit: number;
  readonly rules: readonly Rule[];
}

/** Limits of a tenant's rules, and of one rule. */
export const ruleLimits = {
  fileBytes: 1_048_576,
  /** Of a project in one environment. */
  groups: 200,
  rules: 2_000,
  /** Characters of a name of a group or rule. */
  name: 500,
  /** Labels or annotations of a rule. */
  labels: 64,
  shortestIntervalMs: 1_000,
  longestIntervalMs: 86_400_000,
  /** Characters of all rules of a project in one environment, as they are stored. */
  characters: 4_194_304,
  /** Series that the rules of a group write, those of its alerts among them. */
  series: 10_000,
  /** Characters of an alert's annotations, and of the labels and annotations of all alerts of a group. */
  annotations: 8_192,
  alerts: 1_048_576,
  /** Steps of one rule's templates in an evaluation: a few seconds at most, in slices. */
  templateWork: 1_000_000_000,
} as const;
