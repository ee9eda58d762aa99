/** The budget of a query, and the notices that it has given. A query that would take more ends with an error. */
import { placeOf, QueryError, type Span } from "../errors.ts";
import { queryLimits } from "../limits.ts";

/** The samples that a query has read, and the values that it holds at once: series times steps, of all intermediate results. */
export class Budget {
  #points = 0;
  #peak = 0;
  #samples = 0;

  get samplesRead(): number {
    return this.#samples;
  }

  get peakPoints(): number {
    return this.#peak;
  }

  get samplesLeft(): number {
    return queryLimits.samples - this.#samples;
  }

  read(samples: number): void {
    this.#samples += samples;
    if (this.#samples > queryLimits.samples) throw tooManySamples();
  }

  hold(points: number): void {
    this.#points += points;
    this.#peak = Math.max(this.#peak, this.#points);
    if (this.#points > queryLimits.points) throw tooManySamples();
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
