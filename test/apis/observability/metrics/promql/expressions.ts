/** Expressions of PromQL, drawn from its grammar: over the series of samples.ts, so that most have an answer. */

import { functionSignatures } from "#src/apis/observability/metrics/promql/syntax/functions.ts";
import type { Random } from "#test/fuzz/random.ts";

const counters = ["requests_total", "errors_total", "latency_seconds_count", "latency_seconds_sum"];
const gauges = ["temperature", "up", "limits", "build_info"];
const natives = ["duration_seconds", "sizes_bytes"];
const labels = ["job", "instance", "code", "version", "le", "zone"];
const arithmetic = ["+", "-", "*", "/", "%", "^", "atan2"];
const comparisons = ["==", "!=", ">", "<", ">=", "<="];
const sets = ["and", "or", "unless"];
const aggregations = ["sum", "avg", "count", "min", "max", "group", "stddev", "stdvar"];
const ranges = ["1m", "2m30s", "5m", "7m", "15m", "47s"];

export const operators = [...arithmetic, ...comparisons, ...sets];
export const modifiers = ["bool", "on", "ignoring", "group_left", "group_right", "offset", "@", "by", "without", ":"];
const withParameter = ["topk", "bottomk", "limitk", "limit_ratio", "quantile", "count_values"];
export const allAggregations = [...aggregations, ...withParameter];
/** Everything that the language has, by its word. */
export const features = [...functionSignatures.keys(), ...operators, ...modifiers, ...allAggregations];

const byType = (argument: string) =>
  [...functionSignatures.values()]
    .filter(({ arguments: [first, ...others], variadic, type }) => {
      // Dates of what is no time differ by the machine that Prometheus runs on.
      return type === "vector" && first === argument && others.length === 0 && variadic === 0;
    })
    .map(({ name }) => name);
const dates = ["minute", "hour", "day_of_week", "day_of_month", "day_of_year", "days_in_month", "month", "year"];
const ofVectors = byType("vector");
const ofRanges = byType("matrix");
const others = [
  ...["clamp", "clamp_min", "clamp_max", "round", "quantile_over_time", "predict_linear", "vector", "info"],
  ...["double_exponential_smoothing", "sort_by_label", "sort_by_label_desc", ...dates],
];

export class Expressions {
  readonly #random: Random;
  readonly #start: number;

  /** `start` is that of the samples, in seconds since the epoch. */
  constructor(random: Random, start: number) {
    this.#random = random;
    this.#start = start;
  }

  next(): string {
    const random = this.#random;
    if (random.chance(0.04)) return this.#scalar(3);
    if (random.chance(0.06)) return this.#call(random.pick(dates), 2);
    // Each function of a vector often enough, however many there are.
    if (random.chance(0.35)) return `${random.pick(ofVectors)}(${this.#vector(random.below(3))})`;
    return this.#vector(1 + random.below(3));
  }

  /** One that has this word of the language, around or between others. */
  with(feature: string): string {
    const random = this.#random;
    const depth = 1 + random.below(3);
    if (functionSignatures.has(feature)) return this.#call(feature, depth);
    if (allAggregations.includes(feature)) return this.#aggregation(feature, depth);
    if (sets.includes(feature)) return this.#set(depth, feature);
    if (operators.includes(feature))
      return random.chance(0.5) ? this.#join(depth, feature) : this.#withScalar(depth, feature);
    switch (feature) {
      case "bool":
        return this.#withScalar(depth, random.pick(comparisons), " bool");
      case "on":
      case "ignoring":
        return this.#join(depth, random.pick(arithmetic), ` ${feature} (${this.#labels(0.4)})`);
      case "group_left":
      case "group_right":
        return this.#join(depth, random.pick(arithmetic), this.#grouped(feature));
      case "by":
      case "without":
        return `${random.pick(aggregations)} ${feature} (${this.#labels(0.35)}) (${this.#vector(depth - 1)})`;
      case "offset":
        return `${this.#selector()}${this.#offset()}`;
      case "@":
        return `${this.#selector()}${this.#at()}`;
      default:
        return `${random.pick(ofRanges)}((${this.#vector(depth - 1)})[${random.pick(ranges)}:1m])`;
    }
  }

  #number(): string {
    const { pick } = { pick: <T>(all: readonly T[]) => this.#random.pick(all) };
    return pick([
      "0",
      "1",
      "-1",
      "0.5",
      "2",
      "3",
      "10",
      "100",
      "1e3",
      "0.9",
      "-0.25",
      "5m",
      "0x1F",
      "017",
      "NaN",
      "Inf",
      "-Inf",
    ]);
  }

  #scalar(depth: number): string {
    const random = this.#random;
    if (depth <= 0 || random.chance(0.5)) return this.#number();
    switch (random.below(5)) {
      case 0:
        return random.pick(["time()", "pi()", "time()"]);
      case 1:
        return `scalar(${this.#vector(depth - 1)})`;
      case 2:
        return `-${this.#scalar(depth - 1)}`;
      case 3:
        return `(${this.#scalar(depth - 1)} ${random.pick(arithmetic)} ${this.#scalar(depth - 1)})`;
      default:
        return `(${this.#scalar(depth - 1)} ${random.pick(comparisons)} bool ${this.#scalar(depth - 1)})`;
    }
  }

  #selector(): string {
    const random = this.#random;
    const name = random.chance(0.12)
      ? random.pick(natives)
      : random.pick([...counters, ...gauges, "latency_seconds_bucket", "nothing"]);
    if (random.chance(0.04)) return `{__name__=~"${random.pick(["req.*", ".*_total", "temp.+|up", "lat.*"])}"}`;
    const matchers: string[] = [];
    if (random.chance(0.25)) matchers.push(random.pick(['job="api"', 'job=~"a.*|web"', 'job!="web"', 'job!~"w.b"']));
    if (random.chance(0.15))
      matchers.push(random.pick(['instance="i-1"', 'instance=~"i-[01]"', 'code!="500"', 'zone=""']));
    return matchers.length === 0 ? name : `${name}{${matchers.join(",")}}`;
  }

  #shift(): string {
    const random = this.#random;
    let text = "";
    if (random.chance(0.12)) text += this.#offset();
    if (random.chance(0.1)) text += this.#at();
    return text;
  }

  #offset(): string {
    return ` offset ${this.#random.pick(["1m", "3m10s", "-2m", "-30s", "20m"])}`;
  }

  #at(): string {
    return ` @ ${this.#random.pick(["start()", "end()", String(this.#start + this.#random.below(3_000))])}`;
  }

  #matrix(depth: number): string {
    const random = this.#random;
    const range = random.pick(ranges);
    if (depth <= 0 || random.chance(0.75)) return `${this.#selector()}[${range}]${this.#shift()}`;
    const step = random.pick(["", "15s", "1m", "33s"]);
    return `(${this.#vector(depth - 1)})[${range}:${step}]${this.#shift()}`;
  }

  #grouping(): string {
    const random = this.#random;
    if (random.chance(0.3)) return "";
    return ` ${random.pick(["by", "without"])} (${this.#labels(0.35)}) `;
  }

  #labels(share: number): string {
    return labels.filter(() => this.#random.chance(share)).join(", ");
  }

  #vector(depth: number): string {
    const random = this.#random;
    if (depth <= 0) return this.#selector() + this.#shift();
    switch (random.below(17)) {
      case 0:
      case 1:
        return this.#selector() + this.#shift();
      case 2:
      case 3:
        return this.#call(random.pick(ofRanges), depth);
      case 4:
        return this.#call(random.pick(["rate", "increase", "irate", "delta", "idelta", "resets"]), depth);
      case 5:
        return this.#call(random.pick(ofVectors), depth);
      case 6:
      case 7:
        return this.#aggregation(random.pick(aggregations), depth);
      case 8:
        return this.#aggregation(random.pick(withParameter), depth);
      case 9:
      case 10:
        return this.#join(depth);
      case 11:
        return this.#withScalar(depth);
      case 12:
        return this.#set(depth);
      case 13:
        return this.#call(random.chance(0.6) ? "histogram_quantile" : "histogram_fraction", depth);
      case 14:
        return this.#call(random.chance(0.3) ? "label_join" : "label_replace", depth);
      case 15:
        return this.#call(random.pick(others), depth);
      default:
        return `-${this.#vector(depth - 1)}`;
    }
  }

  #aggregation(name: string, depth: number): string {
    const random = this.#random;
    if (!withParameter.includes(name)) return `${name}${this.#grouping()}(${this.#vector(depth - 1)})`;
    // Over a period Prometheus puts the series of an operator or of another choice in no order, so that what is chosen of them is left
    // to chance: always by `limitk`, and by the others where values are equal.
    const ordered = () =>
      random.pick([
        this.#selector(),
        "requests_total",
        name === "limitk" ? "temperature" : "temperature > -99",
        `increase(requests_total[${random.pick(ranges)}])`,
      ]);
    switch (name) {
      case "quantile":
        return `quantile${this.#grouping()}(${this.#scalar(1)}, ${this.#vector(depth - 1)})`;
      case "count_values":
        return `count_values${this.#grouping()}("${random.pick(["value", "job", "zone"])}", ${this.#vector(depth - 1)})`;
      case "limit_ratio":
        return `limit_ratio${this.#grouping()}(${random.pick(["0.5", "-0.5", "0.9", "-0.2", "0", "1.5"])}, ${this.#vector(depth - 1)})`;
      default:
        return `${name}${this.#grouping()}(${random.pick(["1", "2", "3", "0", "100"])}, ${ordered()})`;
    }
  }

  #matching(grouped: boolean): string {
    const random = this.#random;
    if (random.chance(0.35)) return "";
    if (grouped && random.chance(0.5)) return this.#grouped(random.pick(["group_left", "group_right"]));
    return ` ${random.pick(["on", "ignoring"])} (${this.#labels(0.4)})`;
  }

  #grouped(modifier: string): string {
    const random = this.#random;
    const include = random.chance(0.4) ? ` (${random.pick(["version", "zone"])})` : " ()";
    return ` ${random.pick(["on", "ignoring"])} (${this.#labels(0.4)}) ${modifier}${include}`;
  }

  /** Of two vectors or of a vector and a number. */
  #operator(): string {
    return this.#random.pick(this.#random.chance(0.4) ? comparisons : arithmetic);
  }

  #bool(operator: string): string {
    return comparisons.includes(operator) && this.#random.chance(0.4) ? " bool" : "";
  }

  #join(depth: number, operator = this.#operator(), matching = this.#matching(true)): string {
    // The same metric on both sides matches more often than not.
    const left = this.#vector(depth - 1);
    const right = this.#random.chance(0.3) ? left : this.#vector(depth - 1);
    return `(${left}) ${operator}${this.#bool(operator)}${matching} (${right})`;
  }

  #withScalar(depth: number, operator = this.#operator(), bool = this.#bool(operator)): string {
    const sides = [`(${this.#vector(depth - 1)})`, this.#scalar(1)];
    if (this.#random.chance(0.3)) sides.reverse();
    return `${sides[0]} ${operator}${bool} ${sides[1]}`;
  }

  #set(depth: number, operator = this.#random.pick(sets)): string {
    return `(${this.#vector(depth - 1)}) ${operator}${this.#matching(false)} (${this.#vector(depth - 1)})`;
  }

  #call(name: string, depth: number): string {
    const random = this.#random;
    const [vector, matrix] = [() => this.#vector(depth - 1), () => this.#matrix(depth - 1)];
    if (dates.includes(name)) return `${name}(${random.chance(0.4) ? "" : `timestamp(${vector()})`})`;
    switch (name) {
      case "time":
      case "pi":
        return `${name}()`;
      case "scalar":
        return `scalar(${vector()}) + vector(1)`;
      case "vector":
        return `vector(${this.#scalar(depth)})`;
      case "clamp":
        return `clamp(${vector()}, ${this.#scalar(1)}, ${this.#scalar(1)})`;
      case "clamp_min":
      case "clamp_max":
        return `${name}(${vector()}, ${this.#scalar(1)})`;
      case "round":
        return `round(${vector()}${random.chance(0.5) ? `, ${random.pick(["0.1", "5", "1e3"])}` : ""})`;
      case "quantile_over_time":
        return `quantile_over_time(${random.pick(["0.5", "0.95", "0", "2"])}, ${matrix()})`;
      case "predict_linear":
        return `predict_linear(${this.#selector()}[${random.pick(ranges)}], ${random.pick(["60", "-600", "1h"])})`;
      case "double_exponential_smoothing":
        return `double_exponential_smoothing(${matrix()}, ${random.pick(["0.3", "0.9", "1"])}, 0.5)`;
      case "histogram_quantile":
        return `histogram_quantile(${random.pick(["0.5", "0.9", "0", "1", "1.5", "-1", "NaN"])}, ${this.#histogram(depth)})`;
      case "histogram_fraction":
        return `histogram_fraction(${random.pick(["0", "-Inf", "0.2"])}, ${random.pick(["1", "0.3", "Inf"])}, ${this.#histogram(depth)})`;
      case "label_join":
        return `label_join(${vector()}, "zone", "-", "job", "instance")`;
      case "label_replace":
        return this.#labelReplace(vector());
      case "sort_by_label":
      case "sort_by_label_desc":
        return `${name}(${vector()}, "${random.pick(["job", "instance", "le", "nothing"])}")`;
      case "info":
        return this.#info(depth);
      default:
        return `${name}(${functionSignatures.get(name)?.arguments[0] === "matrix" ? matrix() : vector()})`;
    }
  }

  #info(depth: number): string {
    const random = this.#random;
    const vector = random.pick([
      "requests_total",
      "up",
      "limits",
      `rate(errors_total[${random.pick(ranges)}])`,
      this.#vector(depth - 1),
    ]);
    const selector = random.pick([
      "",
      ', {version=~".+"}',
      ', {__name__="target_info"}',
      ', {zone="north"}',
      ', {version=~".*"}',
      ', {__name__=~".+_info", version!="9"}',
    ]);
    return `info(${vector}${selector})`;
  }

  #histogram(depth: number): string {
    const random = this.#random;
    return random.pick([
      "latency_seconds_bucket",
      `rate(latency_seconds_bucket[${random.pick(ranges)}])`,
      `sum by (le) (rate(latency_seconds_bucket[${random.pick(ranges)}]))`,
      random.pick(natives),
      `rate(${random.pick(natives)}[${random.pick(ranges)}])`,
      `sum(${random.pick(natives)})`,
      this.#vector(depth - 1),
    ]);
  }

  #labelReplace(vector: string): string {
    const random = this.#random;
    const target = random.pick(["zone", "job", "__name__"]);
    const [pattern, replacement] = random.pick([
      ["(.*)", "x-$1"],
      ["i-(\\\\d+)", "$1$1"],
      ["(?P<first>.).*", "$first"],
      ["nothing", "y"],
      [".*", ""],
    ]);
    return `label_replace(${vector}, "${target}", "${replacement}", "${random.pick(["job", "instance", "none"])}", "${pattern}")`;
  }
}
