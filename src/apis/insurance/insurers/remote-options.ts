/** Options of a form's field that the insurer lists on demand. */
import type { CallOptions, InsurerClient } from "./client.ts";
import type { Schemas } from "./protocol.ts";

/** The answers do not lead to a list. `fieldId` is the answer at fault. */
export class OptionsAddressError extends Error {
  readonly fieldId: string;
  readonly rule: "missing" | "not_scalar" | "escapes";

  constructor(fieldId: string, rule: "missing" | "not_scalar" | "escapes", message: string) {
    super(message);
    this.name = "OptionsAddressError";
    this.fieldId = fieldId;
    this.rule = rule;
  }
}

export interface OptionsSearch {
  readonly query?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

const longestAnswer = 200;

/**
 * One page of the options of a field. `values` are the answers given so far. Throws OptionsAddressError before anything
 * is sent, and InsurerFailure.
 */
export function listFieldOptions(
  client: InsurerClient,
  field: Pick<Schemas["RemoteChoiceField"], "optionsUrl">,
  values: Readonly<Record<string, unknown>>,
  query: OptionsSearch,
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
    throw new OptionsAddressError(fieldId, "missing", `${fieldId} must be answered first`);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    throw new OptionsAddressError(fieldId, "not_scalar", `${fieldId} must be a text, a number or a boolean`);
  const text = String(value);
  if (
    text.length > longestAnswer ||
    /^\.{1,2}$|[/\\\u0000-\u001f\u007f]|%2f|%5c|%2e/i.test(text) ||
    !text.isWellFormed()
  )
    throw new OptionsAddressError(fieldId, "escapes", `${fieldId} cannot be part of the options' address`);
  return text;
}
