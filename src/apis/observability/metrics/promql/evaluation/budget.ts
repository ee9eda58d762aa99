/** The budget of a query, and the notices that it has given. A query that would take more ends with an error. */
import { placeOf, QueryError, type Span } from "../errors.ts";

export interface BudgetLimits {
  /** Samples that may be read, of all selectors together. */
  readonly samples: number;
  /** Values that may be held at once: series times steps, of all intermediate results that are alive. */
  readonly points: number;
}

/** Those of one query. */
export class Budget {
  readonly #limits: BudgetLimits;
  #points = 0;
  #peak = 0;
  #samples = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  get samplesRead(): number {
    return this.#samples;
  }

  get peakPoints(): number {
    return this.#peak;
  }

  get samplesLeft(): number {
    return this.#limits.samples - this.#samples;
  }

  read(samples: number): void {
    this.#samples += samples;
    if (this.#samples > this.#limits.samples) throw tooManySamples();
  }

  hold(points: number): void {
    this.#points += points;
    this.#peak = Math.max(this.#peak, this.#points);
    if (this.#points > this.#limits.points) throw tooManySamples();
  }
}

export function tooManySamples(): QueryError {
  return new QueryError("execution", "query processing would load too many samples into memory in query execution");
}

/** Warnings and infos, each text once, with the place where it was said last: as Prometheus keeps them. */
export class Annotations {
  readonly #query: string;
  readonly #warnings = new Map<string, string>();
  readonly #infos = new Map<string, string>();

  constructor(query: string) {
    this.#query = query;
  }

  warn(text: string, at: Span): void {
    this.#warnings.set(`PromQL warning: ${text}`, ` (${placeOf(this.#query, at)})`);
  }

  inform(text: string, at: Span): void {
    this.#infos.set(`PromQL info: ${text}`, ` (${placeOf(this.#query, at)})`);
  }

  /** Says that the answer has fewer series than there are. */
  truncated(): void {
    this.#warnings.set("results truncated due to limit", "");
  }

  get warnings(): readonly string[] {
    return shortened(this.#warnings, "warning");
  }

  get infos(): readonly string[] {
    return shortened(this.#infos, "info");
  }
}

/** Of an answer, as Prometheus limits them. */
const mostShown = 10;

function shortened(texts: ReadonlyMap<string, string>, what: string): string[] {
  const all = Array.from(texts, ([text, place]) => text + place);
  const omitted = all.length - mostShown;
  return omitted > 0 ? [...all.slice(0, mostShown), `${omitted} more ${what} annotations omitted`] : all;
}
