/** The functions of PromQL and their types (promql/parser/functions.go of Prometheus 3). */
import type { FunctionSignature, ValueType } from "./tree.ts";

const letters: Readonly<Record<string, ValueType>> = { v: "vector", m: "matrix", s: "scalar", t: "string" };

interface Form {
  /** The types of the arguments, a letter each: vector, matrix, scalar or text. */
  readonly takes: string;
  readonly gives?: ValueType;
  readonly variadic?: number;
  readonly experimental?: boolean;
  readonly names: string;
}

const forms: readonly Form[] = [
  {
    takes: "v",
    names: `abs absent acos acosh asin asinh atan atanh ceil cos cosh deg exp floor histogram_avg histogram_count histogram_sum
      histogram_stddev histogram_stdvar ln log10 log2 rad sgn sin sinh sort sort_desc sqrt tan tanh timestamp`,
  },
  { takes: "v", gives: "scalar", names: "scalar" },
  {
    takes: "m",
    names: `absent_over_time avg_over_time changes count_over_time delta deriv idelta increase irate last_over_time max_over_time
      min_over_time present_over_time rate resets stddev_over_time stdvar_over_time sum_over_time`,
  },
  {
    takes: "m",
    experimental: true,
    names: `first_over_time mad_over_time ts_of_first_over_time ts_of_max_over_time ts_of_min_over_time ts_of_last_over_time`,
  },
  { takes: "v", variadic: 1, names: "days_in_month day_of_month day_of_week day_of_year hour minute month year" },
  { takes: "vv", variadic: 1, experimental: true, names: "info" },
  { takes: "vss", names: "clamp" },
  { takes: "vs", names: "clamp_max clamp_min" },
  { takes: "vs", variadic: 1, names: "round" },
  { takes: "ssv", names: "histogram_fraction" },
  { takes: "sv", names: "histogram_quantile" },
  { takes: "mss", experimental: true, names: "double_exponential_smoothing" },
  { takes: "ms", names: "predict_linear" },
  { takes: "sm", names: "quantile_over_time" },
  { takes: "vtttt", names: "label_replace" },
  { takes: "vttt", variadic: -1, names: "label_join" },
  { takes: "vt", variadic: -1, experimental: true, names: "sort_by_label sort_by_label_desc" },
  { takes: "s", names: "vector" },
  { takes: "", gives: "scalar", names: "pi time" },
];

export const functionSignatures: ReadonlyMap<string, FunctionSignature> = new Map(
  forms.flatMap(({ takes, names, gives = "vector", variadic = 0, experimental = false }) =>
    names.split(/\s+/).map((name): [string, FunctionSignature] => {
      const types = Array.from(takes, (letter) => letters[letter] ?? "vector");
      return [name, { name, arguments: types, variadic, type: gives, experimental }];
    }),
  ),
);
