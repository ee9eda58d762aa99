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

/** `limitk` and `limit_ratio` choose other series than Prometheus does. */
export const operators = [...arithmetic, ...comparisons, ...sets];
export const modifiers = ["bool", "on", "ignoring", "group_left", "group_right", "offset", "@", "by", "without", ":"];
export const allAggregations = [...aggregations, "topk", "bottomk", "quantile", "count_values"];

const byType = (argument: string) =>
  [...functionSignatures.values()]
    .filter(({ arguments: [first, ...others], variadic, type }) => {
      // Dates of what is no time differ by the machine that Prometheus runs on.
      return type === "vector" && first === argument && others.length === 0 && variadic === 0;
    })
    .map(({ name }) => name);
const ofVectors = byType("vector");
const ofRanges = byType("matrix");

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
    if (random.chance(0.06)) return this.#date(2);
    // Each function of a vector often enough, however many there are.
    if (random.chance(0.35)) return `${random.pick(ofVectors)}(${this.#vector(random.below(3))})`;
    return this.#vector(1 + random.below(3));
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
    if (random.chance(0.12)) text += ` offset ${random.pick(["1m", "3m10s", "-2m", "-30s", "20m"])}`;
    if (random.chance(0.1))
      text += ` @ ${random.pick(["start()", "end()", String(this.#start + random.below(3_000))])}`;
    return text;
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
    const list = labels.filter(() => random.chance(0.35)).join(", ");
    return ` ${random.pick(["by", "without"])} (${list}) `;
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
        return `${random.pick(ofRanges)}(${this.#matrix(depth - 1)})`;
      case 4:
        return `${random.pick(["rate", "increase", "irate", "delta", "idelta", "resets"])}(${this.#matrix(depth - 1)})`;
      case 5:
        return `${random.pick(ofVectors)}(${this.#vector(depth - 1)})`;
      case 6:
      case 7:
        return `${random.pick(aggregations)}${this.#grouping()}(${this.#vector(depth - 1)})`;
      case 8:
        return this.#withParameter(depth);
      case 9:
      case 10:
        return this.#join(depth);
      case 11:
        return this.#withScalar(depth);
      case 12:
        return this.#set(depth);
      case 13:
        return this.#ofHistograms(depth);
      case 14:
        return this.#ofLabels(depth);
      case 15:
        return this.#several(depth);
      default:
        return `-${this.#vector(depth - 1)}`;
    }
  }

  #withParameter(depth: number): string {
    const random = this.#random;
    const vector = this.#vector(depth - 1);
    switch (random.below(3)) {
      case 0:
        return `quantile${this.#grouping()}(${this.#scalar(1)}, ${vector})`;
      case 1:
        return `count_values${this.#grouping()}("${random.pick(["value", "job", "zone"])}", ${vector})`;
      default: {
        // Which of equal values stays depends on the order in which series were stored.
        const distinct = random.pick([
          "requests_total",
          "temperature > -99",
          `increase(requests_total[${random.pick(ranges)}])`,
        ]);
        const k = random.pick(["1", "2", "3", "0", "100"]);
        return `${random.pick(["topk", "bottomk"])}${this.#grouping()}(${k}, ${distinct})`;
      }
    }
  }

  #matching(grouped: boolean): string {
    const random = this.#random;
    if (random.chance(0.35)) return "";
    const list = labels.filter(() => random.chance(0.4)).join(", ");
    let text = ` ${random.pick(["on", "ignoring"])} (${list})`;
    if (grouped && random.chance(0.5)) {
      const include = random.chance(0.4) ? ` (${random.pick(["version", "zone"])})` : " ()";
      text += ` ${random.pick(["group_left", "group_right"])}${include}`;
    }
    return text;
  }

  #join(depth: number): string {
    const random = this.#random;
    // The same metric on both sides matches more often than not.
    const left = this.#vector(depth - 1);
    const right = random.chance(0.3) ? left : this.#vector(depth - 1);
    const comparison = random.chance(0.4);
    const operator = random.pick(comparison ? comparisons : arithmetic);
    const bool = comparison && random.chance(0.4) ? " bool" : "";
    return `(${left}) ${operator}${bool}${this.#matching(true)} (${right})`;
  }

  #withScalar(depth: number): string {
    const random = this.#random;
    const comparison = random.chance(0.4);
    const operator = random.pick(comparison ? comparisons : arithmetic);
    const bool = comparison && random.chance(0.4) ? " bool" : "";
    const sides = [`(${this.#vector(depth - 1)})`, this.#scalar(1)];
    if (random.chance(0.3)) sides.reverse();
    return `${sides[0]} ${operator}${bool} ${sides[1]}`;
  }

  #set(depth: number): string {
    return `(${this.#vector(depth - 1)}) ${this.#random.pick(sets)}${this.#matching(false)} (${this.#vector(depth - 1)})`;
  }

  #ofHistograms(depth: number): string {
    const random = this.#random;
    const vector = random.pick([
      "latency_seconds_bucket",
      `rate(latency_seconds_bucket[${random.pick(ranges)}])`,
      `sum by (le) (rate(latency_seconds_bucket[${random.pick(ranges)}]))`,
      random.pick(natives),
      `rate(${random.pick(natives)}[${random.pick(ranges)}])`,
      `sum(${random.pick(natives)})`,
      this.#vector(depth - 1),
    ]);
    if (random.chance(0.6))
      return `histogram_quantile(${random.pick(["0.5", "0.9", "0", "1", "1.5", "-1", "NaN"])}, ${vector})`;
    return `histogram_fraction(${random.pick(["0", "-Inf", "0.2"])}, ${random.pick(["1", "0.3", "Inf"])}, ${vector})`;
  }

  #ofLabels(depth: number): string {
    const random = this.#random;
    const vector = this.#vector(depth - 1);
    if (random.chance(0.3)) return `label_join(${vector}, "zone", "-", "job", "instance")`;
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

  #several(depth: number): string {
    const random = this.#random;
    const vector = () => this.#vector(depth - 1);
    switch (random.below(8)) {
      case 0:
        return `clamp(${vector()}, ${this.#scalar(1)}, ${this.#scalar(1)})`;
      case 1:
        return `${random.pick(["clamp_min", "clamp_max"])}(${vector()}, ${this.#scalar(1)})`;
      case 2:
        return `round(${vector()}${random.chance(0.5) ? `, ${random.pick(["0.1", "5", "1e3"])}` : ""})`;
      case 3:
        return `quantile_over_time(${random.pick(["0.5", "0.95", "0", "2"])}, ${this.#matrix(depth - 1)})`;
      case 4:
        return `predict_linear(${this.#selector()}[${random.pick(ranges)}], ${random.pick(["60", "-600", "1h"])})`;
      case 5:
        return `double_exponential_smoothing(${this.#matrix(depth - 1)}, ${random.pick(["0.3", "0.9", "1"])}, 0.5)`;
      case 6:
        return `vector(${this.#scalar(depth)})`;
      default:
        return this.#date(depth);
    }
  }

  #date(depth: number): string {
    const random = this.#random;
    const parts = ["minute", "hour", "day_of_week", "day_of_month", "day_of_year", "days_in_month", "month", "year"];
    return `${random.pick(parts)}(${random.chance(0.4) ? "" : `timestamp(${this.#vector(depth - 1)})`})`;
  }
}
