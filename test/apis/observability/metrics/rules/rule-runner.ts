/** Rules of projects on a test server, evaluated when a test says so. */

import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { loadRules } from "#src/apis/observability/metrics/rules/load.ts";
import { parseRuleFile } from "#src/apis/observability/metrics/rules/rule-file.ts";
import type { RuleServices } from "#src/apis/observability/metrics/rules/run-group.ts";
import { runGroup } from "#src/apis/observability/metrics/rules/run-group.ts";
import { tellOfAlerts } from "#src/apis/observability/metrics/rules/tell.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import type { Headers, ObservabilityServer } from "../../operations/server.ts";
import { withKey } from "../../operations/server.ts";

/** Rules that a test loads lie in this file. */
export const ruleFile = "rules.yml";

export class RuleRunner {
  readonly #server: ObservabilityServer;
  readonly #changes: Partial<RuleServices>;
  /** Milliseconds since the Unix epoch; whole seconds. */
  now = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
  #store: PostgresMetricStore | undefined;

  constructor(server: ObservabilityServer, changes: Partial<RuleServices> = {}) {
    this.#server = server;
    this.#changes = changes;
  }

  get store(): PostgresMetricStore {
    const seriesQuotas = { series: 1_000, labelBytes: 1_000_000 };
    this.#store ??= new PostgresMetricStore(this.#server.database.pool, { retentionDays: 395, seriesQuotas });
    return this.#store;
  }

  /** Moves the moment on. */
  later(seconds: number): void {
    this.now += seconds * 1_000;
  }

  services(changes: Partial<RuleServices> = {}): RuleServices {
    const { store } = this;
    return {
      store,
      readerOf: (connection) => store.reader(connection),
      queries: this.#server.database.queries,
      metricQuotas: { samplesPerMinute: 1_000_000, bytesPerMinute: 1_000_000_000 },
      experimental: false,
      externalUrl: "https://accord.example.org/observability",
      log: { warn: (...what: unknown[]) => console.error(...what) },
      timing: { groupBy: ["alertname"], groupWaitMs: 30_000, groupIntervalMs: 300_000, repeatIntervalMs: 14_400_000 },
      now: () => this.now,
      ...this.#changes,
      ...changes,
    };
  }

  /** A project of its own, with a caller that sees all of it. */
  async project(environment: Tenant["environment"] = "test"): Promise<{ tenant: Tenant; caller: Headers }> {
    const { key, project } = await this.#server.key({ environment });
    if (project === null) throw new Error("The key has no project");
    return { tenant: { projectId: project.id, environment }, caller: withKey(key) };
  }

  async load(tenant: Tenant, yaml: string, file = ruleFile): Promise<void> {
    const { groups, findings } = parseRuleFile(yaml);
    if (findings.length > 0) throw new Error(JSON.stringify(findings));
    await loadRules(await this.#server.database.operator(), tenant, file, groups, new Date(this.now));
  }

  /** Writes samples at the moment it is. */
  async write(
    tenant: Tenant,
    samples: readonly (readonly [labels: Record<string, string>, value: number])[],
  ): Promise<void> {
    const builder = new MetricBatchBuilder();
    for (const [labels, value] of samples) builder.sample(builder.series(Object.entries(labels)), this.now, value);
    await this.store.append(tenant, builder.build(), { quotas: [] });
  }

  /** One turn of a group, at the moment it is unless another one is given. */
  async run(
    tenant: Tenant,
    group: string,
    changes: Partial<RuleServices> = {},
    { at = this.now, signal = new AbortController().signal } = {},
  ): Promise<Date | null> {
    const key = { ...tenant, file: ruleFile, group };
    return await runGroup(this.#server.database, this.services(changes), key, { at, signal });
  }

  /** Looks at all groups of alerts of a tenant. */
  async tell(tenant: Tenant): Promise<void> {
    const { rows } = await this.#server.database.owner.query<{ key: string }>(
      "SELECT key FROM metric_alert_groups WHERE project_id = $1 AND environment = $2",
      [tenant.projectId, tenant.environment],
    );
    for (const { key } of rows) await tellOfAlerts(this.#server.database, this.services(), tenant, key);
  }

  /** Bodies that were written for receivers, oldest first. */
  async told(tenant: Tenant): Promise<Record<string, unknown>[]> {
    const { rows } = await this.#server.database.owner.query<{ body: string }>(
      "SELECT body FROM webhook_events WHERE owner_id = $1 AND environment = $2 AND type = 'alerts' ORDER BY id",
      [tenant.projectId, tenant.environment],
    );
    return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }
}
