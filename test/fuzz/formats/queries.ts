/** Expressions of queries: tokens in any order, and good queries changed; what can be read is evaluated over a few series. */
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { QueryError } from "#src/apis/observability/metrics/promql/errors.ts";
import { evaluateAt, evaluateOver } from "#src/apis/observability/metrics/promql/evaluate.ts";
import { functionSignatures } from "#src/apis/observability/metrics/promql/syntax/functions.ts";
import { parseQuery } from "#src/apis/observability/metrics/promql/syntax/parser.ts";
import { aggregators } from "#src/apis/observability/metrics/promql/syntax/tokens.ts";
import { decodeWriteV1 } from "#src/apis/observability/metrics/remote-write/decode-v1.ts";
import { TenantSource } from "#src/apis/observability/metrics/tenant-source.ts";
import { presentResult } from "#src/apis/observability/presenters/metric-result.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { ModelStore } from "#test/apis/observability/metrics/model-store.ts";
import { writeV1 } from "#test/apis/observability/metrics/remote-write/requests.ts";
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
/** Native histograms whose buckets, schema and counts change from one to the next. */
const histograms = Array.from({ length: 20 }, (_, at) => ({
  count_int: 4 + at,
  sum: at - 5,
  schema: at % 5 === 4 ? 0 : 1,
  zero_threshold: 0.001,
  zero_count_int: at % 3,
  negative_spans: [{ offset: 0, length: 1 }],
  negative_deltas: [1],
  positive_spans: [{ offset: at % 2, length: 2 }],
  positive_deltas: [1, at],
  timestamp: start + at * 15_000,
}));
const written = writeV1([{ labels: { __name__: "latency", job: "api" }, histograms }]);
await store.append(tenant, atOnce(decodeWriteV1(written)).batch);
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
    const make = random.pick([madeUp, changedQuery, (choices: Random) => grown(choices, 1 + choices.below(4))]);
    return Buffer.from(make(random).slice(0, 16_400));
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

const metrics = ["up", "requests_total", "latency", 'up{job="api"}', '{__name__=~"lat.*|up"}', "rum.lcp", "nope"];
const binaries = [
  "+",
  "/",
  "%",
  "^",
  "atan2",
  "==",
  "< bool",
  "and on (job)",
  "unless",
  "or",
  "* ignoring (le) group_left (job)",
];

/** An expression of the right types, mostly, and of any shape. */
function grown(random: Random, depth: number): string {
  const inner = () => grown(random, depth - 1);
  if (depth === 0)
    return random.pick([random.pick(metrics), random.pick(metrics), random.pick(["1", "-0.5", "1e300", "NaN"])]);
  switch (random.below(6)) {
    case 0:
      return `${inner()} ${random.pick(binaries)} ${inner()}`;
    case 1:
      return `${random.pick([...aggregators])} ${random.pick(["", "by (job)", "without (le)"])} (${random.pick(["", "0.5, ", '"n", ', "3, "])}${inner()})`;
    case 2:
      return `(${inner()})${random.pick([" offset 1m", " offset -30s", " @ end()", ""])}`;
    case 3:
      return `${random.pick(["-", "+", ""])}${inner()}`;
    default: {
      const signature = random.pick([...functionSignatures.values()]);
      const types = random.chance(0.1) ? [...signature.arguments, "vector"] : signature.arguments;
      return `${signature.name}(${types.map((type) => argument(type, random, depth)).join(", ")})`;
    }
  }
}

function argument(type: string, random: Random, depth: number): string {
  switch (type) {
    case "matrix":
      return random.chance(0.6)
        ? `${random.pick(metrics)}[${random.pick(["1m", "5m", "15s", "1w"])}]`
        : `(${grown(random, depth - 1)})[${random.pick(["2m:15s", "5m:", "1m:1m", "1h:1s"])}]`;
    case "scalar":
      return random.pick(["0.5", "-1", "3", "1e9", "Inf", "NaN", "time()", "scalar(up)"]);
    case "string":
      return random.pick(['"job"', '"$1"', '"(.*)"', '"le"', '""', '"__name__"']);
    default:
      return grown(random, depth - 1);
  }
}

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
