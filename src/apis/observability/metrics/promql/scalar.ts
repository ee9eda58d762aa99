/** Arithmetic between two numbers: what a data source asks first, to see whether anybody answers. */
import { QueryError } from "./query-error.ts";

/** The comparisons need `bool` between numbers, as in Prometheus. Throws QueryError bad_data. */
export function arithmetic(left: number, operator: string, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
    case "^":
      return left ** right;
    case "== bool":
      return Number(left === right);
    case "!= bool":
      return Number(left !== right);
    case "> bool":
      return Number(left > right);
    case ">= bool":
      return Number(left >= right);
    case "< bool":
      return Number(left < right);
    case "<= bool":
      return Number(left <= right);
    default:
      throw new QueryError("bad_data", `parse error: ${JSON.stringify(operator)} does not go between two numbers`);
  }
}
