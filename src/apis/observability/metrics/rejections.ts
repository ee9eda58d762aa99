/** Rejected samples of a request: the first findings one by one, and the rest as one sum. */
import type { MetricRejection } from "./store.ts";

/** Answers name a hundred; a request may have a million. */
const mostFindings = 1_000;

export type Refused = Pick<MetricRejection, "samples" | "histograms" | "exemplars">;
type Finding = { -readonly [Name in keyof MetricRejection]: MetricRejection[Name] };

export class Rejections {
  readonly #findings = new Map<string, Finding>();
  #last: Finding | undefined;
  #others: Finding | undefined;

  add(series: number, reason: string, { samples = 0, histograms = 0, exemplars = 0 }: Partial<Refused>): void {
    const finding = this.#findingOf(series, reason);
    finding.samples += samples;
    finding.histograms += histograms;
    finding.exemplars += exemplars;
  }

  /** The sum of those that are not named comes last, as a finding of the first of them. */
  get all(): readonly MetricRejection[] {
    return [...this.#findings.values(), ...(this.#others === undefined ? [] : [this.#others])];
  }

  #findingOf(series: number, reason: string): Finding {
    if (this.#last?.series === series && this.#last.reason === reason) return this.#last;
    const key = `${series} ${reason}`;
    let finding = this.#findings.get(key);
    if (finding === undefined) {
      finding = { series, reason, samples: 0, histograms: 0, exemplars: 0 };
      if (this.#findings.size >= mostFindings) {
        this.#others ??= finding;
        return this.#others;
      }
      this.#findings.set(key, finding);
    }
    this.#last = finding;
    return finding;
  }
}
