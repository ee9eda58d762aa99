/** Expressions of queries: tokens in any order, and good queries changed; what can be read is evaluated over a few series. */
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { QueryError } from "#src/apis/observability/metrics/promql/errors.ts";
import { evaluateAt, evaluateOver } from "#src/apis/observability/metrics/promql/evaluate.ts";
import { parseQuery } from "#src/apis/observability/metrics/promql/syntax/parser.ts";
import { TenantSource } from "#src/apis/observability/metrics/tenant-source.ts";
import { presentResult } from "#src/apis/observability/presenters/metric-result.ts";
import { ModelStore } from "#test/apis/observability/metrics/model-store.ts";
import type { Format } from "../format.ts";
import { changedText } from "../json.ts";
import type { Random } from "../random.ts";

const tenant = { projectId: "0198c1f2-0000-7000-8000-000000000001", environment: "test" } as const;
const start = 1_795_255_200_000;

const store = new ModelStore();
const batch = new MetricBatchBuilder();
for (const name of ["up", "requests_total", "rum.lcp"]) {
  for (const job of ["api", "web", "a".repeat(300)]) {
    const series = batch.series([
      ["__name__", name],
      ["job", job],
      ["le", "0.5"],
    ]);
    for (let at = 0; at < 20; at++) batch.sample(series, start + at * 15_000, at % 7 === 3 ? Number.NaN : at * 1.5);
  }
}
await store.append(tenant, batch.build());
const source = new TenantSource(store, tenant);
const period = { start, end: start + 300_000, step: 15_000 };

const queries = [
  'up{job="api",instance!~"dev.*"}[5m] offset 1m @ 1795255200.5',
  '{__name__=~"req.*",job=~"(a|b)*c{1,20}"}',
  'sum by (job) (rate(requests_total{job!=""}[5m])) / on (job) group_left count(up) > bool 0.5',
  "histogram_quantile(0.9, sum(rate(requests_total[1m])) by (le))",
  "max_over_time(rate(up[1m])[10m:30s] @ end()) unless up offset -1h",
  'label_replace(rum.lcp, "a", "$1", "job", "(.*)") or vector(time())',
  "-1 ^ 2 % 3 == 0x1F or 5m",
  "topk(3, quantile_over_time(0.5, up[5m])) and absent(nope) * -Inf",
];

const tokens = [
  ..."(){}[],:@+-*/%^=!~<>".split(""),
  ...[
    "==",
    "!=",
    "=~",
    "!~",
    ">=",
    "and",
    "or",
    "unless",
    "by",
    "without",
    "on",
    "ignoring",
    "group_left",
    "bool",
    "offset",
  ],
  ...[
    "sum",
    "rate",
    "topk",
    "count_values",
    "quantile",
    "histogram_quantile",
    "label_replace",
    "time",
    "absent",
    "start",
    "end",
  ],
  ...["up", "rum.lcp", "job", "le", '"api"', "'it\\'s'", "`raw`", '"\\x41\\u00e9"', '"(a*)*b"', '"[ab]{1,9}z"', '"$1"'],
  ...[
    "1",
    "-0",
    "1e308",
    "0x1F",
    "017",
    "5m",
    "1h30m",
    "1w",
    "9e18",
    "NaN",
    "Inf",
    "# comment\n",
    "\n",
    "\\",
    '"',
    "é",
    "\0",
  ],
];

export const expressions: Format = {
  name: "expressions",
  memory: 64,
  sample: Buffer.from('up{job="api"}'),
  generate(random) {
    const text = random.chance(0.4) ? madeUp(random) : changedQuery(random);
    return Buffer.from(text.slice(0, 16_400));
  },
  async read(input) {
    const text = input.toString("utf8");
    const expression = parseQuery(text, { experimental: true });
    const options = { source, text, signal: new AbortController().signal };
    for (const evaluate of [
      () => evaluateAt(expression, period.end, options),
      () => evaluateOver(expression, period, options),
    ]) {
      try {
        for (const piece of presentResult(await evaluate())) piece.length;
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
      }
    }
  },
  isRefusal: (error) => error instanceof QueryError,
};

function madeUp(random: Random): string {
  if (random.chance(0.05)) return random.pick(tokens).repeat(random.below(5_000));
  return Array.from({ length: 1 + random.below(24) }, () => random.pick(tokens)).join(random.pick(["", " "]));
}

function changedQuery(random: Random): string {
  let text = random.pick(queries);
  for (let count = 1 + random.below(4); count > 0; count--) {
    const at = random.below(text.length + 1);
    switch (random.below(5)) {
      case 0:
        text = changedText(text, random);
        break;
      case 1:
        text = `${text.slice(0, at)} ${random.pick(tokens)} ${text.slice(at)}`;
        break;
      case 2: {
        const depth = 1 + random.below(random.chance(0.1) ? 2_000 : 4);
        text = random.pick(["(", "-", "sum(", "{", "abs("]).repeat(depth) + text + ")".repeat(depth);
        break;
      }
      case 3:
        text = `${text} ${random.pick(["+", "and", "/ on (job)", "==", "unless"])} ${random.pick(queries)}`;
        break;
      default:
        text = text.replace(/[\d.]+/, () => String(random.number()));
    }
  }
  return text;
}
