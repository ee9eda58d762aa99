/**
 * Reads rule files of Prometheus (model/rulefmt) with all that is wrong with them, each finding with its place and, where promtool
 * finds it too, in promtool's words.
 */
import { isMap, isScalar, type Node } from "yaml";
import { compareText } from "../labels.ts";
import { QueryError } from "../promql/errors.ts";
import { durationMs } from "../promql/syntax/numbers.ts";
import { type ParseOptions, parseQuery } from "../promql/syntax/parser.ts";
import { type Pairs, type Rule, type RuleGroup, ruleLimits } from "./rule.ts";
import { TemplateError } from "./template/error.ts";
import { parseTemplate } from "./template/parse.ts";
import { type Field, type Fields, type Finding, isEmpty, textOf, YamlReader } from "./yaml-reader.ts";

export interface RuleFile {
  /** In the order of the file; to be used only where there are no findings. */
  readonly groups: readonly RuleGroup[];
  /** In the order of their places. */
  readonly findings: readonly Finding[];
}

const defaultIntervalMs = 60_000;
const tooLarge = `a rule file has at most ${ruleLimits.fileBytes} bytes`;

export function parseRuleFile(text: string, options: ParseOptions = {}): RuleFile {
  if (Buffer.byteLength(text) > ruleLimits.fileBytes)
    return { groups: [], findings: [{ line: 1, column: 1, message: tooLarge }] };
  return new RuleFileReader(text, options).read();
}

class RuleFileReader {
  readonly #yaml: YamlReader;
  readonly #options: ParseOptions;
  #rules = 0;

  constructor(text: string, options: ParseOptions) {
    this.#yaml = new YamlReader(text);
    this.#options = options;
  }

  read(): RuleFile {
    const { root } = this.#yaml;
    const groups = root === null ? [] : this.#groups(root);
    return { groups, findings: this.#yaml.findings };
  }

  #groups(root: Node): RuleGroup[] {
    const fields = this.#yaml.fields(root, ["groups"], "a rule file");
    const list = fields?.get("groups")?.value;
    if (list === undefined || isEmpty(list)) return [];
    const names = new Set<string>();
    const groups: RuleGroup[] = [];
    for (const node of this.#yaml.items(list, "groups")) {
      if (groups.length >= ruleLimits.groups) {
        this.#yaml.find(node, `there are more than ${ruleLimits.groups} groups`);
        break;
      }
      const group = this.#group(node);
      if (group === null) continue;
      if (names.has(group.name)) this.#yaml.find(node, `groupname: "${group.name}" is repeated in the same file`);
      names.add(group.name);
      groups.push(group);
    }
    return groups;
  }

  #group(node: Node): RuleGroup | null {
    this.#yaml.about = "";
    const known = ["name", "interval", "query_offset", "limit", "rules", "labels"];
    const fields = this.#yaml.fields(node, known, "a group");
    if (fields === null) return null;
    const name = this.#yaml.string(fields, "name") ?? "";
    if (name === "") this.#yaml.find(node, "Groupname must not be empty");
    this.#checkLength(fields.get("name"), name);
    const intervalMs = this.#duration(fields, "interval") ?? 0;
    const queryOffsetMs = this.#duration(fields, "query_offset") ?? 0;
    this.#checkInterval(fields.get("interval"), intervalMs);
    const shared = this.#labels(fields, "labels", "label");
    const rules: Rule[] = [];
    const list = fields.get("rules")?.value;
    const items = list === undefined || isEmpty(list) ? [] : this.#yaml.items(list, "rules");
    for (const [index, item] of items.entries()) {
      if (++this.#rules > ruleLimits.rules) {
        if (this.#rules === ruleLimits.rules + 1)
          this.#yaml.find(item, `there are more than ${ruleLimits.rules} rules`);
        break;
      }
      const rule = this.#rule(item, { group: name, number: index + 1, shared });
      if (rule !== null) rules.push(rule);
    }
    this.#yaml.about = "";
    const limit = this.#limit(fields);
    return { name, intervalMs: intervalMs || defaultIntervalMs, queryOffsetMs, limit, rules };
  }

  #limit(fields: Fields): number {
    const text = this.#yaml.string(fields, "limit") ?? "";
    if (text === "") return 0;
    const limit = Number(text);
    if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(limit)) {
      this.#yaml.find(fields.get("limit")?.value, `field limit: ${JSON.stringify(text)} is no whole number`);
      return 0;
    }
    return Math.max(limit, 0);
  }

  #checkInterval(field: Field | undefined, ms: number): void {
    if (ms === 0) return;
    const { shortestIntervalMs: shortest, longestIntervalMs: longest } = ruleLimits;
    if (ms < shortest || ms > longest)
      this.#yaml.find(
        field?.value,
        `an interval is at least ${shortest / 1_000}s and at most ${longest / 86_400_000}d`,
      );
  }

  #rule(node: Node, { group, number, shared }: { group: string; number: number; shared: Pairs }): Rule | null {
    this.#yaml.about = "";
    const known = ["record", "alert", "expr", "for", "keep_firing_for", "labels", "annotations"];
    const fields = this.#yaml.fields(node, known, "a rule");
    if (fields === null) return null;
    const [record, alert] = [this.#yaml.string(fields, "record") ?? "", this.#yaml.string(fields, "alert") ?? ""];
    this.#yaml.about = `group "${group}", rule ${number}, "${alert || record}": `;
    const expr = this.#expression(node, fields);
    if (record !== "" && alert !== "") this.#yaml.find(node, "only one of 'record' and 'alert' must be set");
    if (record === "" && alert === "") this.#yaml.find(node, "one of 'record' or 'alert' must be set");
    this.#checkLength(fields.get(alert === "" ? "record" : "alert"), alert || record);
    const forMs = this.#duration(fields, "for") ?? 0;
    const keepFiringForMs = this.#duration(fields, "keep_firing_for") ?? 0;
    const own = this.#labels(fields, "labels", "label");
    const annotations = this.#labels(fields, "annotations", "annotation");
    const merged = new Map([...shared, ...own]);
    const labels = [...merged].sort(([a], [b]) => compareText(a, b));
    if (alert !== "") {
      this.#checkTemplates(fields, "labels", "label");
      this.#checkTemplates(fields, "annotations", "annotation");
      return { kind: "alerting", name: alert, expr, labels, annotations, forMs, keepFiringForMs };
    }
    if (record === "") return null;
    for (const [name, isSet] of [
      ["annotations", annotations.length > 0],
      ["for", forMs !== 0],
      ["keep_firing_for", keepFiringForMs !== 0],
    ] as const)
      if (isSet) this.#yaml.find(fields.get(name)?.key, `invalid field '${name}' in recording rule`);
    if (/[{}]/.test(record))
      this.#yaml.find(
        fields.get("record")?.value,
        `braces present in the recording rule name; should it be in expr?: ${record}`,
      );
    return { kind: "recording", name: record, expr, labels };
  }

  #expression(node: Node, fields: Fields): string {
    const expr = this.#yaml.string(fields, "expr") ?? "";
    const place = fields.get("expr")?.value ?? node;
    if (expr === "") {
      this.#yaml.find(place, "field 'expr' must be set in rule");
      return expr;
    }
    try {
      const { type } = parseQuery(expr, this.#options);
      if (type === "string" || type === "matrix")
        this.#yaml.find(place, "rule result is not a vector or scalar: it could never be evaluated");
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      this.#yaml.find(place, `could not parse expression: ${error.message}`);
    }
    return expr;
  }

  /** Of labels or annotations; values that are templates are looked at apart. */
  #labels(fields: Fields, name: string, what: "label" | "annotation"): Pairs {
    const field = fields.get(name);
    if (field === undefined || isEmpty(field.value)) return [];
    if (!isMap(field.value)) {
      this.#yaml.find(field.value, `field ${name}: a map of names and texts was expected`);
      return [];
    }
    const pairs: [string, string][] = [];
    if (field.value.items.length > ruleLimits.labels)
      this.#yaml.find(field.value, `there are more than ${ruleLimits.labels} ${name}`);
    for (const [key, { key: keyNode, value }] of this.#yaml.pairsOf(field.value)) {
      const text = this.#yaml.text(value, `${what} ${JSON.stringify(key)}`);
      if (key === "" || (what === "label" && key === "__name__") || key.includes("\0"))
        this.#yaml.find(keyNode, `invalid ${what} name: ${key}`);
      else if (text !== null) pairs.push([key, text]);
    }
    return pairs.sort(([a], [b]) => compareText(a, b));
  }

  #checkTemplates(fields: Fields, name: string, what: string): void {
    const map = fields.get(name)?.value;
    if (!isMap(map)) return;
    for (const [key, { value }] of this.#yaml.pairsOf(map)) {
      try {
        parseTemplate(isScalar(value) ? textOf(value.value) : "");
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        this.#yaml.find(value, `${what} ${JSON.stringify(key)}: template: ${error.message}`);
      }
    }
  }

  /** In ms; null where there is none, or none that is valid. */
  #duration(fields: Fields, name: string): number | null {
    const text = this.#yaml.string(fields, name);
    if (text === null) return null;
    const ms = durationMs(text);
    if (Number.isFinite(ms)) return ms;
    const invalid = text === "" ? "empty duration string" : `not a valid duration string: ${JSON.stringify(text)}`;
    this.#yaml.find(fields.get(name)?.value, Number.isNaN(ms) ? invalid : "duration out of range");
    return null;
  }

  #checkLength(field: Field | undefined, name: string): void {
    if (name.length > ruleLimits.name)
      this.#yaml.find(field?.value, `a name has at most ${ruleLimits.name} characters`);
  }
}
