/**
 * The queries that a rule's templates make with `query`. Expanding a template is synchronous: a query without a known result is noted,
 * and the templates are expanded again once it is answered.
 */

import { TemplateError } from "./template/error.ts";
import { QueryWanted, sampleFound } from "./template/functions.ts";
import { QueryResult } from "./template/go-format.ts";
import { pairsOf, type RuleSample } from "./written-samples.ts";

/** Of the templates of a rule in one evaluation, and of what each finds. */
export const templateQueryLimits = { queries: 100, samples: 1_000 } as const;

export class TemplateQueries {
  readonly #answers = new Map<string, QueryResult | TemplateError>();
  readonly #wanted = new Set<string>();

  /** Whether something was asked for that is not known yet. */
  get areWanted(): boolean {
    return this.#wanted.size > 0;
  }

  /** Throws TemplateError and QueryWanted. */
  resultOf(expression: string): QueryResult {
    const known = this.#answers.get(expression);
    if (known instanceof TemplateError) throw known;
    if (known !== undefined) return known;
    const { queries } = templateQueryLimits;
    if (this.#answers.size + this.#wanted.size >= queries)
      throw new TemplateError(`the templates of a rule ask at most ${queries} queries`);
    this.#wanted.add(expression);
    throw new QueryWanted(expression);
  }

  /** Asks what is wanted. `reason` says why there is no result, or throws what is not the query's fault. */
  async ask(
    query: (expression: string) => Promise<readonly RuleSample[]>,
    reason: (error: unknown) => string,
  ): Promise<void> {
    for (const expression of this.#wanted) {
      try {
        const samples = await query(expression);
        this.#answers.set(expression, resultOf(samples));
      } catch (error) {
        const problem = error instanceof TemplateError ? error.message : reason(error);
        this.#answers.set(expression, new TemplateError(`error calling query: ${problem}`));
      }
    }
    this.#wanted.clear();
  }
}

function resultOf(samples: readonly RuleSample[]): QueryResult {
  const most = templateQueryLimits.samples;
  if (samples.length > most) throw new TemplateError(`a query of a template finds at most ${most} series`);
  return new QueryResult(samples.map(({ labels, value }) => sampleFound(new Map(pairsOf(labels)), value)));
}
