/**
 * A histogram for the hot path. prom-client's histogram hashes and checks the labels of every observation, which takes a fortieth of the
 * time of a small request. This one counts in an array, and is converted to prom-client's form only when Prometheus reads it.
 */
import type { Metric, MetricObjectWithValues, MetricValueWithName } from "prom-client";

/** Upper bounds of the buckets (seconds), from a cached read to the slowest operation that clients wait for. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Series {
  readonly operation: string;
  readonly status: number;
  /** One count per bucket, and one for slower answers. Not cumulative. */
  readonly counts: Float64Array;
  sum: number;
}

/** Durations of answers by operation and status. */
export class LatencyHistogram {
  readonly #name: string;
  readonly #help: string;
  readonly #series = new Map<string, Map<number, Series>>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  /** Counts an answer; `seconds` is its duration. */
  observe(operation: string, status: number, seconds: number): void {
    const series = this.#seriesOf(operation, status);
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
    series.counts[bucket] = (series.counts[bucket] as number) + 1;
    series.sum += seconds;
  }

  /** The histogram as a metric for a prom-client registry. */
  get metric(): Metric {
    const name = this.#name;
    return { name, get: async () => this.#collect(), reset: () => this.#series.clear() } as unknown as Metric;
  }

  #seriesOf(operation: string, status: number): Series {
    let byStatus = this.#series.get(operation);
    if (byStatus === undefined) {
      byStatus = new Map();
      this.#series.set(operation, byStatus);
    }
    let series = byStatus.get(status);
    if (series === undefined) {
      series = { operation, status, counts: new Float64Array(bounds.length + 1), sum: 0 };
      byStatus.set(status, series);
    }
    return series;
  }

  #collect(): MetricObjectWithValues<MetricValueWithName<string>> {
    const values: MetricValueWithName<string>[] = [];
    for (const byStatus of this.#series.values()) {
      for (const { operation, status, counts, sum } of byStatus.values()) {
        const labels = { operation, status: String(status) };
        let cumulative = 0;
        counts.forEach((count, bucket) => {
          cumulative += count;
          const le = bounds[bucket] ?? "+Inf";
          values.push({ metricName: `${this.#name}_bucket`, labels: { le, ...labels }, value: cumulative });
        });
        values.push({ metricName: `${this.#name}_sum`, labels, value: sum });
        values.push({ metricName: `${this.#name}_count`, labels, value: cumulative });
      }
    }
    return { name: this.#name, help: this.#help, type: "histogram", aggregator: "sum", values } as never;
  }
}
