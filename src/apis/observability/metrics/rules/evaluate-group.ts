/** Evaluates a group of rules at one moment, one rule after the other: each sees what those before it have written. */

import { fromNowInSlices } from "#src/http/event-loop.ts";
import { isRefusal } from "#src/http/problem.ts";
import type { Log } from "#src/storage/log.ts";
import type { QueryConnection, QueryPool } from "#src/storage/query-pool.ts";
import { type Tenant, tenantName } from "../../records.ts";
import { type MetricQuotas, metricCharges } from "../charges.ts";
import { nameLabel } from "../label-bytes.ts";
import { QueryError } from "../promql/errors.ts";
import { evaluateAt } from "../promql/evaluate.ts";
import { parseQuery } from "../promql/syntax/parser.ts";
import { type Labels, ListTooLarge, type MetricReader, type MetricStore } from "../store.ts";
import { TenantSource } from "../tenant-source.ts";
import { charactersOf, evaluateAlerts, keyOf, RuleError } from "./alerting.ts";
import { resendMs } from "./expiry.ts";
import { type AlertingRule, type RecordingRule, type Rule, type RuleGroup, ruleLimits } from "./rule.ts";
import { type Alert, type GroupStatus, type RuleStatus, ruleIds, type WrittenSeries } from "./rule-state.ts";
import { TemplateQueries, templateQueryLimits } from "./template-queries.ts";
import { batchOf, labelsOf, pairsOf, type RuleSample } from "./written-samples.ts";

export interface EvaluationServices {
  readonly store: Pick<MetricStore, "append">;
  readonly readerOf: (connection: QueryConnection) => MetricReader;
  readonly queries: QueryPool;
  readonly metricQuotas: MetricQuotas;
  readonly experimental: boolean;
  /** The address that alerts link to. */
  readonly externalUrl: string;
  readonly log: Pick<Log, "warn">;
}

export interface GroupState {
  readonly status: GroupStatus;
  readonly series: WrittenSeries;
}

/** An alert that fires or has ended, with the expression behind it. */
export interface ChangedAlert {
  readonly alert: Alert;
  readonly expr: string;
}

/** For waiting, reading and evaluating of one rule. */
const longestRuleMs = 20_000;

/** One turn of a group. */
export interface GroupTurn {
  readonly tenant: Tenant;
  readonly group: RuleGroup;
  /** After the turn before. */
  readonly state: GroupState;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly signal: AbortSignal;
  /** Called before each query and each write. */
  readonly goesOn: () => Promise<void>;
}

/** The samples of a rule are written first, then the state of its alerts. Rejects only when `signal` is aborted. */
export function evaluateGroup(
  services: EvaluationServices,
  turn: GroupTurn,
): Promise<GroupState & { readonly changed: readonly ChangedAlert[] }> {
  return new GroupEvaluation(services, turn).run();
}

class GroupEvaluation {
  readonly #services: EvaluationServices;
  readonly #turn: GroupTurn;
  readonly #series = new Map<string, readonly Labels[]>();
  readonly #changed: ChangedAlert[] = [];
  #seriesCount = 0;
  #alertCharacters = 0;

  constructor(services: EvaluationServices, turn: GroupTurn) {
    this.#services = services;
    this.#turn = turn;
  }

  async run(): Promise<GroupState & { readonly changed: readonly ChangedAlert[] }> {
    const startedAt = performance.now();
    const ids = ruleIds(this.#turn.group.rules);
    const rules: RuleStatus[] = [];
    await this.#endOthers(new Set(ids));
    for (const [index, rule] of this.#turn.group.rules.entries()) {
      this.#turn.signal.throwIfAborted();
      rules.push(await this.#rule(rule, ids[index] ?? ""));
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    return { status: { seconds, at: this.#turn.at, rules }, series: this.#series, changed: this.#changed };
  }

  /** Series and alerts of rules that are no longer there end. */
  async #endOthers(ids: ReadonlySet<string>): Promise<void> {
    for (const { id, alerts } of this.#turn.state.status.rules) {
      if (ids.has(id)) continue;
      for (const alert of alerts)
        if (alert.state === "firing")
          this.#changed.push({ alert: { ...alert, state: "inactive", resolvedAt: this.#turn.at }, expr: "" });
    }
    for (const [id, series] of this.#turn.state.series) {
      if (ids.has(id)) continue;
      const problem = await this.#write([], series);
      if (problem !== null)
        this.#services.log.warn({ ...this.#turn.tenant, problem }, "Series of a rule were not ended");
    }
  }

  async #rule(rule: Rule, id: string): Promise<RuleStatus> {
    const startedAt = performance.now();
    const old = this.#turn.state.status.rules.find((each) => each.id === id);
    let alerts = old?.alerts ?? [];
    let lastError: string | null = null;
    try {
      const found = await this.#query(rule.expr, this.#turn.at - this.#turn.group.queryOffsetMs, ruleLimits.series);
      const { samples, alerts: next } =
        rule.kind === "recording"
          ? { samples: this.#recorded(rule, found), alerts }
          : await this.#alerts(rule, alerts, found);
      this.#count(samples, next);
      alerts = next;
      const labelSets = samples.map(({ labels }) => labels);
      const written = new Set(labelSets.map(keyOf));
      const gone = (this.#turn.state.series.get(id) ?? []).filter((labels) => !written.has(keyOf(labels)));
      this.#series.set(id, labelSets);
      lastError = await this.#write(samples, gone);
      alerts = alerts.map((alert) => this.#sent(alert, rule.expr));
    } catch (error) {
      this.#turn.signal.throwIfAborted();
      lastError = this.#reason(error);
      // Series that it wrote before are ended once it has a result again.
      const series = this.#turn.state.series.get(id);
      if (series !== undefined && !this.#series.has(id)) this.#series.set(id, series);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    return { id, health: lastError === null ? "ok" : "err", lastError, seconds, at: this.#turn.at, alerts };
  }

  /** At most `limit` series, or one more where there are more. */
  async #query(expr: string, at: number, limit: number): Promise<RuleSample[]> {
    await this.#turn.goesOn();
    const { queries, readerOf, experimental } = this.#services;
    const node = parseQuery(expr, { experimental });
    // Beside the queries of people, which have a share of their own.
    const options = { signal: this.#turn.signal, deadlineMs: longestRuleMs };
    const result = await queries.run(`${tenantName(this.#turn.tenant)} rules`, options, async (connection) => {
      const source = new TenantSource(readerOf(connection), this.#turn.tenant);
      return await evaluateAt(node, at, { source, signal: connection.signal, text: expr, limit: limit + 1 });
    });
    if (result.type === "scalar") return [{ labels: [], value: result.value, histogram: null }];
    if (result.type !== "vector") throw new RuleError("rule result is not a vector or scalar");
    return Array.from(result.series, ({ labels, values, histograms }) => ({
      labels,
      value: values[0] ?? 0,
      histogram: histograms[0]?.histogram ?? null,
    }));
  }

  #recorded({ name, labels: own }: RecordingRule, found: readonly RuleSample[]): RuleSample[] {
    const seen = new Set<string>();
    const samples = found.map((sample) => {
      const labels = labelsOf([...pairsOf(sample.labels), [nameLabel, name], ...own]);
      seen.add(keyOf(labels));
      return { ...sample, labels };
    });
    if (seen.size < samples.length)
      throw new RuleError("vector contains metrics with the same labelset after applying rule labels");
    const { limit } = this.#turn.group;
    if (limit > 0 && samples.length > limit)
      throw new RuleError(`exceeded limit of ${limit} with ${samples.length} series`);
    return samples;
  }

  /** The templates ask at the moment of the evaluation itself, whatever the group's offset is. */
  async #alerts(rule: AlertingRule, before: readonly Alert[], found: readonly RuleSample[]) {
    const { externalUrl } = this.#services;
    const queries = new TemplateQueries();
    const context = { at: this.#turn.at, externalUrl, limit: this.#turn.group.limit, queries, work: { done: 0 } };
    for (;;) {
      const result = await fromNowInSlices(evaluateAlerts(rule, before, found, context));
      if (result !== null) return result;
      await queries.ask(
        (expression) => this.#query(expression, this.#turn.at, templateQueryLimits.samples),
        (error) => {
          this.#turn.signal.throwIfAborted();
          return this.#reason(error);
        },
      );
    }
  }

  /** Throws RuleError once the group has more than it may have. */
  #count(samples: readonly RuleSample[], alerts: readonly Alert[]): void {
    const { series: most, alerts: mostCharacters } = ruleLimits;
    if (this.#seriesCount + samples.length > most)
      throw new RuleError(`the rules of a group write at most ${most} series, those of its alerts among them`);
    const characters = alerts.reduce((sum, alert) => sum + charactersOf(alert), 0);
    if (this.#alertCharacters + characters > mostCharacters)
      throw new RuleError(`the alerts of a group have at most ${mostCharacters} characters together`);
    this.#seriesCount += samples.length;
    this.#alertCharacters += characters;
  }

  /** Why not all was written; null when it was. */
  async #write(samples: readonly RuleSample[], gone: readonly Labels[]): Promise<string | null> {
    if (samples.length + gone.length === 0) return null;
    await this.#turn.goesOn();
    const batch = batchOf(samples, gone, this.#turn.at - this.#turn.group.queryOffsetMs);
    const items = batch.sampleSeries.length + batch.records.length;
    const bytes = batch.labels.length + 16 * items;
    try {
      const { rejected } = await this.#services.store.append(this.#turn.tenant, batch, {
        quotas: metricCharges(this.#services.metricQuotas, items, bytes),
      });
      const [first] = rejected;
      return first === undefined
        ? null
        : `${rejected.length} series were not written, the first because ${first.reason}`;
    } catch (error) {
      return this.#reason(error);
    }
  }

  /** Notes the notification that an alert needs. */
  #sent(alert: Alert, expr: string): Alert {
    const { state, firedAt, resolvedAt, sentAt } = alert;
    const wanted =
      state === "firing"
        ? sentAt === null || this.#turn.at - sentAt >= resendMs
        : firedAt !== null && resolvedAt !== null && (sentAt === null || resolvedAt > sentAt);
    if (!wanted) return alert;
    const sent = { ...alert, sentAt: this.#turn.at };
    this.#changed.push({ alert: sent, expr });
    return sent;
  }

  #reason(error: unknown): string {
    if (error instanceof QueryError || error instanceof RuleError || error instanceof ListTooLarge)
      return error.message;
    if (isRefusal(error)) {
      const { quota } = error.details;
      return typeof quota === "string" ? `${error.detail} (${quota})` : error.detail;
    }
    this.#services.log.warn(
      { err: error, ...this.#turn.tenant, group: this.#turn.group.name },
      "A rule could not be evaluated",
    );
    return "the rule could not be evaluated";
  }
}
