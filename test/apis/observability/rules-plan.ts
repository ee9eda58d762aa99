/** How the lists of rules and alerts get to each of their documented statuses; contract-plan.ts has the others. */

import type { RuleGroup } from "#src/apis/observability/metrics/rules/rule.ts";
import { type Alert, encodeJson, ruleIds } from "#src/apis/observability/metrics/rules/rule-state.ts";
import type { Plan } from "../../../scripts/contract-runner/plan.ts";
import type { Change } from "../../../scripts/contract-runner/shapes.ts";
import type { Caller, PlanParts } from "./plan-parts.ts";

const group: RuleGroup = {
  name: "shop",
  intervalMs: 60_000,
  queryOffsetMs: 0,
  limit: 0,
  rules: [
    { kind: "recording", name: "job:up:sum", expr: "sum by (job) (up)", labels: [] },
    { kind: "alerting", name: "Down", expr: "up == 0", labels: [], annotations: [], forMs: 0, keepFiringForMs: 60_000 },
  ],
};

/** An alert with so many characters. */
function alertOf(characters: number): Alert {
  const at = Date.now();
  const since = { firedAt: at, resolvedAt: null, keepFiringSince: at, sentAt: at };
  const annotations = [["summary", "x".repeat(characters)]] as const;
  return { labels: ["alertname", "Down"], annotations, state: "firing", value: "0", activeAt: at, ...since };
}

export function rulesPlan({ server, keys: { as, operation } }: PlanParts): Plan["bring"] {
  /** Asks for a project with so many groups, each with an alert of so many characters. */
  const withGroups =
    (count: number, characters: number): Change<Caller> =>
    async (draft, { project }) => {
      const [first = "", second = ""] = ruleIds(group.rules);
      const ran = { health: "ok", lastError: null, seconds: 0.001, at: Date.now(), alerts: [] } as const;
      const rules = [
        { ...ran, id: first, health: "err" as const, lastError: "no result" },
        { ...ran, id: second, alerts: [alertOf(characters)] },
      ];
      await server.database.owner.query(
        `INSERT INTO metric_rule_groups
           (project_id, environment, file, name, position, definition, loaded_at, next_at, clock, status)
         SELECT $1, 'test', 'shop.yml', 'g' || i, i, $2, now(), now() + interval '1 hour', now(), $3 FROM generate_series(1, $4) AS i`,
        [project.id, JSON.stringify(group), encodeJson({ seconds: 0.002, at: Date.now(), rules }), count],
      );
      return draft;
    };
  const [some, tooMany] = [withGroups(2, 10), withGroups(3, 8_000_000)];
  return {
    listRules: {
      ...operation("request_budgets", async (...given) => ({ ...(await some(...given)), query: { group_limit: "1" } })),
      422: as(tooMany),
    },
    listAlerts: { ...operation("request_budgets", some), 422: as(tooMany) },
  };
}
