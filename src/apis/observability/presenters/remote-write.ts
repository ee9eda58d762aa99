/** Problems of remote write: they, too, say how much of the request is stored (remote write 2.0, "Partial Write"). */
import type { ProblemPresenter } from "#src/contract/api.ts";
import { presentProblem } from "#src/contract/problem-json.ts";

/** How much is stored, of each kind. */
export interface Written {
  readonly samples: number;
  readonly histograms: number;
  readonly exemplars: number;
}

export function writtenHeaders({ samples, histograms, exemplars }: Written): Record<string, string> {
  return {
    "X-Prometheus-Remote-Write-Samples-Written": String(samples),
    "X-Prometheus-Remote-Write-Histograms-Written": String(histograms),
    "X-Prometheus-Remote-Write-Exemplars-Written": String(exemplars),
  };
}

const nothing = writtenHeaders({ samples: 0, histograms: 0, exemplars: 0 });

export const presentWriteProblem: ProblemPresenter = (problem, exchange) => {
  const answer = presentProblem(problem, exchange);
  return { ...answer, headers: { ...nothing, ...exchange.answerHeaders, ...answer.headers } };
};
