/** Rules and alerts, as Prometheus's API shows them. */
import type { HandlersOf } from "../callers.ts";
import { matchesAll } from "../metrics/labels.ts";
import { QueryError } from "../metrics/promql/errors.ts";
import { parseSelector } from "../metrics/promql/syntax/parser.ts";
import { asParameter, invalidParameter } from "../metrics/promql/time.ts";
import type { RuleGroupRow } from "../metrics/rules/entities/rule-group.ts";
import { isEmptied } from "../metrics/rules/entities/rule-group.ts";
import { ruleRows } from "../metrics/rules/group-rows.ts";
import type { Rule } from "../metrics/rules/rule.ts";
import { QueryProblem } from "../presenters/query-problem.ts";
import {
  charactersOfAlerts,
  groupToken,
  presentAlerts,
  presentGroup,
  readGroup,
  type ShownGroup,
} from "../presenters/rules.ts";
import { asked } from "./metric-answers.ts";
import type { RunQuery } from "./queries.ts";

/** Of the alerts in one answer. */
const mostCharacters = 16_777_216;

type Selection = (rule: Rule) => boolean;

export function ruleHandlers({ query }: { readonly query: RunQuery }): HandlersOf<"Rules"> {
  return {
    async listRules({ query: parameters }, call) {
      const { group_limit: limit, group_next_token: token, exclude_alerts: withoutAlerts = false } = parameters;
      const selects = asked(() => selectionOf(parameters));
      if (token !== undefined && limit === undefined)
        throw new QueryProblem(invalidParameter("group_next_token", "group_limit needs to be set as well"));
      const rows = await query(call, (connection, tenant) => ruleRows(connection, tenant));
      const wanted = rows.filter((row) => fits(row, parameters));
      const groups: ShownGroup[] = [];
      const bound = new AnswerBound();
      let next: string | undefined;
      for (const row of from(wanted, token)) {
        const group = readGroup(row);
        const rules = group.rules.filter(({ rule }) => selects(rule));
        if (rules.length === 0) continue;
        if (groups.length === limit) {
          next = groupToken(row);
          break;
        }
        if (!withoutAlerts) bound.take({ ...group, rules });
        groups.push({ ...group, rules });
      }
      const data = { groups: groups.map((group) => presentGroup(group, withoutAlerts)) };
      return {
        status: 200,
        body: { status: "success", data: { ...data, ...(next !== undefined && { groupNextToken: next }) } },
      };
    },

    async listAlerts(_request, call) {
      const rows = await query(call, (connection, tenant) => ruleRows(connection, tenant));
      const bound = new AnswerBound();
      const alerts = rows.flatMap((row) => {
        const group = readGroup(row);
        bound.take(group);
        return group.rules.flatMap(({ status }) => presentAlerts(status));
      });
      return { status: 200, body: { status: "success", data: { alerts } } };
    },
  };
}

/** Throws QueryProblem execution once there are more alerts than one answer may hold. */
class AnswerBound {
  #characters = 0;

  take(group: ShownGroup): void {
    this.#characters += charactersOfAlerts(group);
    if (this.#characters > mostCharacters)
      throw new QueryProblem(
        new QueryError("execution", "there are too many alerts: ask for less with rule_group[] or rule_name[]"),
      );
  }
}

interface RuleParameters {
  readonly type?: "alert" | "record";
  readonly "rule_name[]"?: readonly string[];
  readonly "rule_group[]"?: readonly string[];
  readonly "file[]"?: readonly string[];
  readonly "match[]"?: readonly string[];
}

/** A list that is not given counts as every name. */
function isNamed(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.length === 0 || names.includes(name);
}

function fits(row: RuleGroupRow, parameters: RuleParameters): boolean {
  return isNamed(parameters["rule_group[]"], row.name) && isNamed(parameters["file[]"], row.file) && !isEmptied(row);
}

/** Throws QueryError bad_data for a selector that is none. */
function selectionOf({ type, "rule_name[]": names, "match[]": selectors = [] }: RuleParameters): Selection {
  const matchers = selectors.map((text) => asParameter("match[]", () => parseSelector(text)));
  return ({ kind, name, labels }) =>
    (type === undefined || kind.startsWith(type)) &&
    isNamed(names, name) &&
    (matchers.length === 0 || matchers.some((each) => matchesAll(labels.flat(), each)));
}

/** From the group that the token names on; none where it names none. */
function from(rows: readonly RuleGroupRow[], token: string | undefined): readonly RuleGroupRow[] {
  if (token === undefined) return rows;
  const first = rows.findIndex((row) => groupToken(row) === token);
  return first === -1 ? [] : rows.slice(first);
}
