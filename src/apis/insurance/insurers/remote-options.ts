/** Options of a form's field that the insurer lists on demand. */
import { Problem } from "#src/http/problem.ts";
import type { CallOptions, InsurerClient } from "./client.ts";
import type { Asked, Schemas } from "./protocol.ts";

const longestAnswer = 200;

/**
 * One page of the options of a field. `values` are the answers given so far, in the seller's body. Throws Problem BAD_REQUEST for
 * those that lead to no list, before anything is sent, and InsurerFailure.
 */
export function listFieldOptions(
  client: InsurerClient,
  field: Pick<Schemas["RemoteChoiceField"], "optionsUrl">,
  values: Readonly<Record<string, unknown>>,
  query: NonNullable<Asked<"listOptions">["query"]>,
  options: CallOptions,
): Promise<Schemas["OptionPage"]> {
  const [, , list = "", placeholder] = field.optionsUrl.split("/");
  if (placeholder === undefined) return client.call("listOptions", { path: { list }, query }, options);
  const parent = answerOf(placeholder.slice(1, -1), values);
  return client.call("listDependentOptions", { path: { list, parent }, query }, options);
}

/** An answer becomes one segment of a path; one that a server could read as more than that is refused. */
function answerOf(fieldId: string, values: Readonly<Record<string, unknown>>): string {
  const value = Object.hasOwn(values, fieldId) ? values[fieldId] : undefined;
  if (value === undefined || value === null || value === "")
    throw unusable(fieldId, "missing", `${fieldId} must be answered first`);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    throw unusable(fieldId, "not_scalar", `${fieldId} must be a text, a number or a boolean`);
  const text = String(value);
  if (
    text.length > longestAnswer ||
    /^\.{1,2}$|[/\\\u0000-\u001f\u007f]|%2f|%5c|%2e/i.test(text) ||
    !text.isWellFormed()
  )
    throw unusable(fieldId, "escapes", `${fieldId} cannot be part of the options' address`);
  return text;
}

function unusable(fieldId: string, code: "missing" | "not_scalar" | "escapes", message: string): Problem {
  return new Problem("BAD_REQUEST", {
    detail:
      code === "missing"
        ? "The options of this field depend on another answer."
        : "An answer that the options of this field depend on cannot be used.",
    fieldErrors: [{ path: `/body/values/${fieldId}`, code, message }],
  });
}
