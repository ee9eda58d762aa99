/** The same rule file, loaded here and by a Prometheus 3 that has the same samples: recorded series, alerts, rules and their templates. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { ruleJobs } from "#src/apis/observability/metrics/rules/jobs.ts";
import { loadRules } from "#src/apis/observability/metrics/rules/load.ts";
import { parseRuleFile } from "#src/apis/observability/metrics/rules/rule-file.ts";
import { type RunningJobs, startJobs } from "#src/jobs/runner.ts";
import { silent } from "#test/support/postgres.ts";
import {
  bitsOf,
  type Prometheus,
  prometheus3,
  startPrometheus,
  writeHeaders,
  writeRequest,
} from "#test/support/prometheus.ts";
import { until } from "#test/support/until.ts";
import { observabilityServer } from "../../operations/server.ts";
import { RuleRunner } from "./rule-runner.ts";

const externalUrl = "http://rules.example.org/prometheus";
const seconds = 600;

const templates = [
  "{{ $labels.job }}/{{ .Labels.instance }}/{{ $labels.none }}",
  "{{ $value }} {{ .Value }} {{ $value | humanize }} {{ humanize1024 $value }}",
  "{{ humanizeDuration $value }} {{ humanizePercentage $value }} {{ humanizeTimestamp $value }}",
  '{{ printf "%.2f|%8.3e|%g|%-12v|%012.1f|%+d" $value $value $value $value $value 7 }}',
  '{{ printf "%d %s %q" $value $value $labels.job }} {{ printf "%v %v" 1 true }}',
  "{{ externalURL }} {{ pathPrefix }} {{ $externalURL }}{{ $externalLabels }}",
  '{{ if gt $value 1.0 }}over{{ else if eq $labels.job "a" }}a{{ else }}other{{ end }}',
  "{{ with .Labels.instance }}at {{ . }}{{ else }}nowhere{{ end }}",
  '{{ $labels.job | toUpper | printf "%5s|" }}{{ title "two words" }}{{- " trimmed" -}}   {{ len $labels }}',
  '{{ reReplaceAll "(.)-(.)" "$2$1" $labels.instance }} {{ match "^x" $labels.instance }} {{ $labels }}',
  '{{ stripPort "h:1" }} {{ stripDomain "h.x.org:1" }} {{ graphLink "up" }} {{ tableLink "a b" }} {{ parseDuration "1m30s" }}',
  '{{ and 0 1 }} {{ or "" "x" }} {{ not true }} {{ index $labels "job" }} {{ print 1 2 "x" 3 }} {{ urlquery "a b&c" }}',
  '{{ range query "sort(v)" }}{{ .Labels.job }}/{{ .Labels.instance }}={{ .Value }} {{ else }}none{{ end }}{{ len (query "v") }}',
  '{{ range $i, $s := query "v" | sortByLabel "instance" }}{{ $i }}{{ $s | label "instance" }}{{ value $s }}{{ end }}',
  '{{ with query (printf "v{job=%q}" $labels.job) }}{{ . | first | value | humanize }}{{ end }}{{ query "absent(v)" }}',
  '{{ define "x" }}<{{ .arg0 }}|{{ .arg1 }}|{{ .arg2 }}>{{ end }}{{ template "x" (args 1 $labels.job) }}{{ block "y" . }}{{ .Value }}{{ end }}',
  "{{ range 5 }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ if gt . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}{{ range $n, $l := $labels }}{{ $n }}{{ $l }}{{ end }}",
  '{{ toTime 1435065584.128 }} {{ toDuration 3723.5 }} {{ toDuration 0.0015 }} {{ toDuration -60 }} {{ slice "shopping" 1 4 }}',
  '{{ html "<a&b>" }} {{ js "it\'s <x>=&" }} {{ safeHtml "<b>" }} {{ strvalue (first (query "v")) }} {{ index (query "sort(v)") 0 | value }}',
  '{{ printf "%.0f %.0f %.1f %.3g" 0.5 2.5 0.25 12.25 }} {{ 1e6 }} {{ 123456789.0 }} {{ 0.00001 }}',
];

const annotations = templates.map((text, index) => `      t${index}: ${JSON.stringify(text)}`).join("\n");

const file = `groups:
- name: records
  interval: 1s
  labels: { from: group }
  rules:
  - { record: "job:v:sum", expr: "sum by (job) (v)", labels: { from: rule, extra: x } }
  - { record: "v:rate", expr: "rate(v[5m])" }
  - { record: "v:next", expr: "job:v:sum * 2" }
  - { record: "number", expr: "1 + 1", labels: { n: "{{ $value }}" } }
  - { record: "v:histogram", expr: "sum(h)" }
  - { record: "bad:match", expr: "v + on () v" }
  - { record: "bad:same", expr: "v", labels: { job: x, instance: x } }
- name: late
  interval: 1s
  query_offset: 1m
  rules: [{ record: "late:v", expr: "v > 0" }]
- name: limited
  interval: 1s
  limit: 1
  rules:
  - { record: "limited:v", expr: "v" }
  - { alert: LimitedAlert, expr: "v" }
- name: alerts
  interval: 1s
  rules:
  - alert: Now
    expr: v > 0
    labels: { severity: page, at: "{{ $labels.job }}-{{ $value | printf \\"%.0f\\" }}", empty: "" }
    annotations:
${annotations}
  - { alert: Waits, expr: v > 0, for: 1h }
  - { alert: Soon, expr: v > 0, for: 2s, keep_firing_for: 1h }
  - { alert: Never, expr: v > 1e99 }
  - { alert: Same, expr: v, labels: { job: x, instance: x } }
`;

/** Has a result once every group has been evaluated, and alerts have waited long enough to fire. */
const written = 'ALERTS{alertname="Soon", alertstate="firing"} and on () number and on () count(late:v offset 1m)';

interface Answer {
  readonly data: unknown;
}

describe("rules", () => {
  const server = observabilityServer({ quotaQueries: 1_000_000 });
  const runner = new RuleRunner(server, {
    externalUrl,
    now: Date.now,
    metricQuotas: { samplesPerMinute: 10_000_000, bytesPerMinute: 1_000_000_000 },
  });
  // The jobs stop before the server does, whose database they work on.
  describe("beside Prometheus 3", function () {
    this.timeout(120_000);
    const folder = mkdtempSync(join(tmpdir(), "accord-prometheus-"));
    let prometheus: Prometheus;
    let jobs: RunningJobs;
    let headers: Readonly<Record<string, string>>;

    before(async () => {
      const rules = join(folder, "rules.yml");
      writeFileSync(rules, file);
      prometheus = await startPrometheus(folder, () => `rule_files: [${JSON.stringify(rules)}]\n`, {
        program: prometheus3(),
        flags: [`--web.external-url=${externalUrl}`, "--web.route-prefix=/", "--rules.alert.for-grace-period=0s"],
      });
      const { tenant, caller } = await runner.project();
      headers = caller;
      const now = Math.floor(Date.now() / 1_000) * 1_000;
      const samples = (value: (second: number) => number) =>
        Array.from({ length: seconds / 15 }, (_, index) => ({
          timestamp: now - 300_000 + index * 15_000,
          bits: bitsOf(value(index)),
        }));
      const histograms = Array.from({ length: seconds / 15 }, (_, index) => ({
        ...{
          timestamp: now - 300_000 + index * 15_000,
          count: 6,
          sum: 10,
          schema: 0,
          zeroThreshold: 0.001,
          zeroCount: 1,
        },
        ...{
          negativeSpans: [],
          negativeCounts: [],
          positiveSpans: [
            { offset: 0, length: 2 },
            { offset: 3, length: 1 },
          ],
        },
        ...{ positiveCounts: [1, 2, 2], customValues: [] },
      }));
      // Constant, so that it does not matter when exactly each of the two evaluates.
      const body = await writeRequest([
        { labels: { __name__: "v", instance: "x-1", job: "a" }, samples: samples(() => 0.25) },
        { labels: { __name__: "v", instance: "y-2", job: "a" }, samples: samples(() => 1234.5678) },
        { labels: { __name__: "v", instance: "z", job: "b" }, samples: samples(() => 1e9) },
        { labels: { __name__: "v", instance: "off", job: "c" }, samples: samples(() => 0) },
        { labels: { __name__: "h", job: "a" }, samples: [], histograms },
      ]);
      for (const [url, more] of [
        [`${server.baseUrl}/api/v1/prom/write`, headers],
        [`${prometheus.url}/api/v1/write`, {}],
      ] as const) {
        const written = await fetch(url, { method: "POST", headers: { ...writeHeaders, ...more }, body });
        expect([written.status, await written.text()], url).to.deep.equal([204, ""]);
      }
      const { groups, findings } = parseRuleFile(file);
      expect(findings).to.deep.equal([]);
      await loadRules(await server.database.operator(), tenant, "rules.yml", groups);
      const { database } = server;
      jobs = await startJobs(database, ruleJobs(runner.services()), {
        log: silent,
        pollInterval: 50,
      });
      // Prometheus restores alerts first, and hides what it writes of them; its groups begin up to an interval apart.
      await until(async () =>
        (await both(`query?query=${encodeURIComponent(written)}`)).every((each) =>
          JSON.stringify(each).includes("Soon"),
        ),
      );
    });
    after(async () => {
      await jobs?.stop();
      await prometheus?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    async function both(path: string): Promise<[ours: unknown, theirs: unknown]> {
      const ask = async (url: string, more = {}) =>
        ((await (await fetch(url, { headers: more })).json()) as Answer).data;
      return await Promise.all([
        ask(`${server.baseUrl}/api/v1/prom/${path}`, headers),
        ask(`${prometheus.url}/api/v1/${path}`),
      ]);
    }

    /** Without what depends on when each of the two has evaluated, and with lists that have no order sorted. */
    function comparable(value: unknown): unknown {
      if (Array.isArray(value))
        return value.map(comparable).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      if (typeof value !== "object" || value === null) return value;
      const kept = Object.entries(value).filter(([name]) => !timed.has(name));
      // In the order of their names, by which what is sorted is compared.
      kept.sort(([a], [b]) => (a < b ? -1 : 1));
      return Object.fromEntries(
        kept.map(([name, each]) => [name, name === "value" && Array.isArray(each) ? each[1] : comparable(each)]),
      );
    }
    const timed = new Set(["activeAt", "lastEvaluation", "evaluationTime", "keepFiringSince", "file"]);
    /** Of several series any may be named. */
    const anySeries = (text: string) => text.replaceAll(/(?<=match group \{\}).*?(?=many-to-many)/g, " … ");

    for (const path of [
      "rules",
      "rules?type=alert&exclude_alerts=true",
      "rules?rule_group[]=alerts&rule_name[]=Soon&rule_name[]=Never",
      'rules?match[]={severity="page"}',
      "alerts",
    ])
      it(`answers ${path} alike`, async () => {
        const [ours, theirs] = (await both(path)).map((each) => JSON.parse(anySeries(JSON.stringify(each))) as unknown);
        expect(comparable(ours)).to.deep.equal(comparable(theirs));
      });

    for (const name of [
      "job:v:sum",
      "v:rate",
      "v:next",
      "number",
      "v:histogram",
      "late:v",
      "bad:.*",
      "limited:v",
      "ALERTS",
    ])
      it(`writes ${name} alike`, async () => {
        const query = encodeURIComponent(`{__name__=~"${name}"}`);
        const at = Date.now() / 1_000 - (name === "late:v" ? 60 : 0);
        const [ours, theirs] = await both(`query?query=${query}&time=${at}`);
        expect(comparable(ours)).to.deep.equal(comparable(theirs));
      });

    it("writes samples whole intervals apart, however late it is", async () => {
      const query = encodeURIComponent('{__name__=~"number|late:v"}[2m]');
      const [ours] = (await both(`query?query=${query}`)) as [{ result: { values: [number, string][] }[] }, unknown];
      expect(ours.result).to.have.lengthOf(4);
      for (const { values } of ours.result) {
        const apart = values
          .slice(1)
          .map(([at], index) => Math.round((at - (values[index]?.[0] ?? 0)) * 1_000) % 1_000);
        expect(new Set(apart)).to.deep.equal(new Set([0]));
      }
    });
  });
});
