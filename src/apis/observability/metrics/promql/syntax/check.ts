/** Checks the types of a query as Prometheus's parser does (promql/parser/parse.go, checkAST). */
import { parseError, type QueryError, type Span } from "../errors.ts";
import { quote } from "./quote.ts";
import {
  type Aggregation,
  type Binary,
  type Call,
  documentedType,
  isComparison,
  isSetOperator,
  type Node,
  type ValueType,
  type VectorSelector,
} from "./tree.ts";

/** Throws QueryError bad_data for the first that is wrong. */
export function checkTypes(node: Node, text: string): void {
  const fail = (at: Span, reason: string): QueryError => parseError(text, at, reason);
  const expectType = (at: Node, type: ValueType, context: string) => {
    check(at);
    if (at.type !== type)
      throw fail(at, `expected type ${documentedType(type)} in ${context}, got ${documentedType(at.type)}`);
  };

  function check(each: Node): void {
    switch (each.kind) {
      case "aggregation":
        checkAggregation(each);
        return;
      case "binary":
        check(each.left);
        check(each.right);
        checkBinary(each, fail);
        return;
      case "call":
        checkCall(each);
        return;
      case "parentheses":
        check(each.expr);
        return;
      case "unary":
        check(each.expr);
        if (each.type !== "scalar" && each.type !== "vector") {
          const got = quote(documentedType(each.type));
          throw fail(each, `unary expression only allowed on expressions of type scalar or instant vector, got ${got}`);
        }
        return;
      case "subquery":
        check(each.expr);
        if (each.expr.type !== "vector")
          throw fail(each, `subquery is only allowed on instant vector, got ${each.expr.type} instead`);
        return;
      case "matrixSelector":
        checkSelector(each.selector, fail);
        return;
      case "vectorSelector":
        checkSelector(each, fail);
        return;
      default:
    }
  }

  function checkAggregation({ operator, expr, parameter }: Aggregation): void {
    expectType(expr, "vector", "aggregation expression");
    if (parameter === null) return;
    expectType(parameter, operator === "count_values" ? "string" : "scalar", "aggregation parameter");
  }

  function checkCall(call: Call): void {
    const { function: signature, arguments: given } = call;
    const { name, arguments: types, variadic } = signature;
    const wrong = (expected: string) =>
      fail(call, `expected ${expected} argument(s) in call to ${quote(name)}, got ${given.length}`);
    const least = variadic === 0 ? types.length : types.length - 1;
    if (variadic === 0 && given.length !== least) throw wrong(String(least));
    if (given.length < least) throw wrong(`at least ${least}`);
    if (variadic > 0 && given.length > least + variadic) throw wrong(`at most ${least + variadic}`);
    if (name === "info") checkInfo(call, fail);
    for (const [index, argument] of given.entries()) {
      const type = types[Math.min(index, types.length - 1)];
      if (name !== "info" || index === 0) check(argument);
      if (type !== undefined && argument.type !== type) {
        const got = documentedType(argument.type);
        throw fail(argument, `expected type ${documentedType(type)} in call to function ${quote(name)}, got ${got}`);
      }
    }
  }

  check(node);
}

/** Which labels are wanted is said by a selector without a name, which may be empty. */
function checkInfo(call: Call, fail: Fail): void {
  const [, wanted] = call.arguments;
  if (wanted === undefined) return;
  if (wanted.type !== "vector")
    throw fail(call, `expected type instant vector in call to function "info", got ${documentedType(wanted.type)}`);
  if (wanted.kind !== "vectorSelector") throw fail(wanted, "expected label selectors only");
  if (wanted.name !== "") throw fail(wanted, "expected label selectors only, got vector selector instead");
}

type Fail = (at: Span, reason: string) => QueryError;

function checkBinary(node: Binary, fail: Fail): void {
  const { operator, operatorAt, left, right, bool, matching } = node;
  if (bool && !isComparison(operator)) throw fail(operatorAt, "bool modifier can only be used on comparison operators");
  if (isComparison(operator) && !bool && node.type === "scalar")
    throw fail(operatorAt, "comparisons between scalars must use BOOL modifier");
  const twice = matching?.on === true ? matching.labels.find((label) => matching.include.includes(label)) : undefined;
  if (twice !== undefined)
    throw fail(operatorAt, `label ${quote(twice)} must not occur in ON and GROUP clause at once`);
  for (const side of [left, right]) {
    if (side.type !== "scalar" && side.type !== "vector")
      throw fail(side, "binary expression must contain only scalar and instant vector types");
  }
  if (left.type !== "vector" || right.type !== "vector") {
    if (matching !== null && matching.labels.length > 0)
      throw fail(node, "vector matching only allowed between instant vectors");
  } else if (isSetOperator(operator) && matching !== null && matching.card !== "many-to-many") {
    throw fail(node, `no grouping allowed for ${quote(operator)} operation`);
  }
  if ((left.type === "scalar" || right.type === "scalar") && isSetOperator(operator))
    throw fail(node, `set operator ${quote(operator)} not allowed in binary scalar expression`);
}

function checkSelector(selector: VectorSelector, fail: Fail): void {
  if (selector.name !== "") return;
  // That would be every series, and is as good as always a mistake (Prometheus, "Time series selectors").
  if (selector.matchers.every(({ matches }) => matches("")))
    throw fail(selector, "vector selector must contain at least one non-empty matcher");
}
