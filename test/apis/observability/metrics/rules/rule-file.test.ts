import { expect } from "chai";
import fc from "fast-check";
import { ruleLimits } from "#src/apis/observability/metrics/rules/rule.ts";
import { parseRuleFile } from "#src/apis/observability/metrics/rules/rule-file.ts";
import { runs } from "#test/support/runs.ts";

const whole = `
groups:
  - name: shop
    interval: 30s
    query_offset: 1m
    limit: 10
    labels: { team: shop, severity: none }
    rules:
      - record: job:up:sum
        expr: sum by (job) (up)
        labels: { team: own }
      - alert: Down
        expr: up == 0
        for: 5m
        keep_firing_for: 1h30m
        labels: { severity: page }
        annotations: { summary: "{{ $labels.job }} is down" }
  - name: empty
`;

describe("rule files", () => {
  const found = (text: string) =>
    parseRuleFile(text).findings.map(({ line, column, message }) => `${line}:${column}: ${message}`);
  const rule = (lines: string) => found(`groups:\n- name: a\n  rules:\n  - ${lines.replaceAll("\n", "\n    ")}\n`);

  it("are read with all that Prometheus knows; a rule's labels go before its group's", () => {
    const { groups, findings } = parseRuleFile(whole);
    expect(findings).to.deep.equal([]);
    expect(groups).to.deep.equal([
      {
        name: "shop",
        intervalMs: 30_000,
        queryOffsetMs: 60_000,
        limit: 10,
        rules: [
          {
            kind: "recording",
            name: "job:up:sum",
            expr: "sum by (job) (up)",
            labels: [
              ["severity", "none"],
              ["team", "own"],
            ],
          },
          {
            kind: "alerting",
            name: "Down",
            expr: "up == 0",
            labels: [
              ["severity", "page"],
              ["team", "shop"],
            ],
            annotations: [["summary", "{{ $labels.job }} is down"]],
            forMs: 300_000,
            keepFiringForMs: 5_400_000,
          },
        ],
      },
      { name: "empty", intervalMs: 60_000, queryOffsetMs: 0, limit: 0, rules: [] },
    ]);
  });

  it("may be empty, name numbers as expressions, and refer to what stands before", () => {
    expect(parseRuleFile("")).to.deep.equal({ groups: [], findings: [] });
    expect(
      found("groups:\n- name: a\n  rules:\n  - &r { record: x, expr: 1 }\n- name: b\n  rules: [*r]\n"),
    ).to.deep.equal([]);
  });

  for (const [what, [lines, expected]] of Object.entries({
    "an expression": [
      "record: x\nexpr: sum(",
      '5:11: group "a", rule 1, "x": could not parse expression: 1:5: parse error: unclosed left parenthesis',
    ],
    "a range": [
      "record: x\nexpr: up[5m]",
      '5:11: group "a", rule 1, "x": rule result is not a vector or scalar: it could never be evaluated',
    ],
    "no expression": ["alert: A", '4:5: group "a", rule 1, "A": field \'expr\' must be set in rule'],
    "a rule of both kinds": [
      "alert: A\nrecord: x\nexpr: up",
      "4:5: group \"a\", rule 1, \"A\": only one of 'record' and 'alert' must be set",
    ],
    "a rule of neither kind": ["expr: up", "4:5: group \"a\", rule 1, \"\": one of 'record' or 'alert' must be set"],
    "a recording rule that waits": [
      "record: x\nexpr: up\nfor: 5m",
      '6:5: group "a", rule 1, "x": invalid field \'for\' in recording rule',
    ],
    "an expression as name": [
      'record: "x{"\nexpr: up',
      '4:13: group "a", rule 1, "x{": braces present in the recording rule name; should it be in expr?: x{',
    ],
    "a duration": ["alert: A\nexpr: up\nfor: 5", '6:10: group "a", rule 1, "A": not a valid duration string: "5"'],
    "a label": [
      "alert: A\nexpr: up\nlabels: { __name__: y }",
      '6:15: group "a", rule 1, "A": invalid label name: __name__',
    ],
    "a variable": [
      'alert: A\nexpr: up\nlabels: { l: "{{ $valu }}" }',
      '6:18: group "a", rule 1, "A": label "l": template: undefined variable "$valu"',
    ],
    "an unclosed action": [
      'alert: A\nexpr: up\nannotations: { s: "{{ $value" }',
      '6:23: group "a", rule 1, "A": annotation "s": template: unclosed action',
    ],
    "an unknown function": [
      'alert: A\nexpr: up\nannotations: { s: "{{ humanise 1 }}" }',
      '6:23: group "a", rule 1, "A": annotation "s": template: function "humanise" not defined',
    ],
    "a loop without an end": [
      'alert: A\nexpr: up\nannotations: { s: "{{ range query \\"up\\" }}" }',
      '6:23: group "a", rule 1, "A": annotation "s": template: unexpected EOF',
    ],
    "a field": [
      "record: x\nexpr: up\nfoo: 1",
      "6:5: field foo not found in a rule: there are record, alert, expr, for, keep_firing_for, labels, annotations",
    ],
    "a field that is there twice": ["record: x\nexpr: up\nexpr: up", "6:5: yaml: Map keys must be unique"],
    "a list as text": ["record: x\nexpr: [up]", '5:11: group "a", rule 1, "x": field expr: a text was expected'],
  } as const))
    it(`are refused for ${what}, at its place`, () => expect(rule(lines)).to.include(expected));

  it("are told of every mistake, those of groups too", () => {
    const text = "groups:\n- name: a\n  interval: 1ms\n  limit: many\n- name: a\n- rules: []\n- 5\n";
    expect(found(text)).to.deep.equal([
      "3:13: an interval is at least 1s and at most 1d",
      '4:10: field limit: "many" is no whole number',
      '5:3: groupname: "a" is repeated in the same file',
      "6:3: Groupname must not be empty",
      "7:3: a group has to be a map with name, interval, query_offset, limit, rules, labels",
    ]);
    expect(found("groups: [\n")[0]).to.match(/^2:1: yaml: /);
  });

  it("have bounds", () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `- name: g${index}\n`).join("");
    expect(found(`groups:\n${names(ruleLimits.groups + 2)}`)).to.deep.equal([
      `${ruleLimits.groups + 2}:3: there are more than ${ruleLimits.groups} groups`,
    ]);
    expect(found("#".repeat(ruleLimits.fileBytes + 1))).to.deep.equal(["1:1: a rule file has at most 1048576 bytes"]);
    const rules = "  - { record: x, expr: 1 }\n".repeat(ruleLimits.rules + 5);
    expect(found(`groups:\n- name: a\n  rules:\n${rules}`)).to.have.lengthOf(1);
    expect(found(`groups:\n${"- 1\n".repeat(150)}`)).to.have.lengthOf(100);
  });

  it("are read or refused, whatever is in them", () => {
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(12), fc.string({ maxLength: 12 }), (from, length, other) => {
        const { findings } = parseRuleFile(whole.slice(0, from) + other + whole.slice(from + length));
        for (const { line, column } of findings) expect(Math.min(line, column)).to.be.at.least(1);
      }),
      { numRuns: runs(300) },
    );
  });
});
