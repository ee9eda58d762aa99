/** Problems as clients of Prometheus read them. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { ProblemPresenter } from "#src/contract/api.ts";
import { QueryProblem } from "./query-problem.ts";

type ErrorType = Schemas["PrometheusError"]["errorType"];

/** By status, what Prometheus calls the error; what it has no word for is named as its relatives do. */
const errorTypes: Readonly<Record<number, ErrorType>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "not_found",
  406: "not_acceptable",
  422: "execution",
  429: "too_many_requests",
  503: "unavailable",
};

const maxErrorLength = 4_000;

export const presentPrometheusError: ProblemPresenter = (problem) => {
  const { status, headers, detail, fieldErrors } = problem;
  const findings = fieldErrors.map(({ path, message }) => `${parameterOf(path)}: ${message}`).join("; ");
  const type = problem instanceof QueryProblem ? problem.type : undefined;
  const body: Schemas["PrometheusError"] = {
    status: "error",
    errorType: type ?? errorTypes[status] ?? (status < 500 ? "bad_data" : "internal"),
    error: (findings === "" ? detail : findings).slice(0, maxErrorLength),
  };
  return { status, type: "application/json", payload: JSON.stringify(body), headers, checked: body };
};

/** `/query/step` and `/body/step` alike are the parameter `step`; without a name it is all of them. */
function parameterOf(path: string): string {
  const [, where, ...names] = path.split("/");
  if (names.length === 0) return where === "body" ? "form of parameters" : "query string";
  return `invalid parameter "${names.join("/")}"`;
}
