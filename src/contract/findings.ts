/** Findings of validation, in the order path, query, header, body. */
import { type FieldError, maxFindings } from "#src/http/problem.ts";

/** The members of an Ajv error object that findings are made from. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** Set when the error is about the name of a property (`propertyNames`) instead of the value at `instancePath`. */
  readonly propertyName?: string;
}

/** The parent of a value, in Ajv's terms. */
export interface Parent {
  readonly parentData: object;
  readonly parentDataProperty: string;
}

/** A compiled schema. Ajv stores the errors of the last call as a property of the function. */
export interface Validator {
  (value: unknown, parent?: Parent): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Runs a validator. Returns no findings when the value is valid. */
export function check(validate: Validator, value: unknown, at: string, parent?: Parent): readonly FieldError[] {
  if (validate(value, parent)) return none;
  const errors = validate.errors ?? [];
  validate.errors = null;
  return toFieldErrors(errors, at);
}

const none: readonly FieldError[] = [];

/** Applicators whose errors are dropped: they only say that something inside failed, and that has an error of its own. */
const wrappers = new Set(["if", "allOf", "$ref"]);

/** Turns Ajv's errors into findings. Their paths are JSON pointers that begin with `at`. */
function toFieldErrors(errors: readonly SchemaError[], at: string): FieldError[] {
  const findings: FieldError[] = [];
  const seen = new Set<string>();
  const gathered = gatherAlternatives(errors);
  for (const error of gathered) {
    if (wrappers.has(error.keyword) || isSaidByValues(error, gathered)) continue;
    const finding = toFieldError(error, at);
    const identity =
      finding.code === "propertyNames" ? finding.path : `${finding.path}\n${finding.code}\n${finding.message}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    findings.push(finding);
    if (findings.length === maxFindings) break;
  }
  return findings;
}

/** Whether an error about a type is redundant: an `enum` error at the same place lists the values, which all have the type. */
function isSaidByValues({ keyword, instancePath }: SchemaError, errors: readonly SchemaError[]): boolean {
  if (keyword !== "type") return false;
  return errors.some((other) => other.keyword === "enum" && other.instancePath === instancePath);
}

function toFieldError(error: SchemaError, at: string): FieldError {
  const { params, keyword } = error;
  const path = at + error.instancePath;
  if (error.propertyName !== undefined)
    return {
      path: `${path}/${escapePointer(error.propertyName)}`,
      code: "propertyNames",
      message: `has a name that ${error.message ?? "is not valid"}`,
    };
  switch (keyword) {
    case "required":
      return {
        path: `${path}/${escapePointer(String(params.missingProperty))}`,
        code: "required",
        message: "is required",
      };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return { path: `${path}/${escapePointer(name)}`, code: "unknown", message: "is not a known field" };
    }
    case "propertyNames":
      return {
        path: `${path}/${escapePointer(String(params.propertyName))}`,
        code: "propertyNames",
        message: "has a name that is not allowed here",
      };
    case "enum":
      return { path, code: keyword, message: `must be one of ${list(params.allowedValues)}` };
    case "const":
      return { path, code: keyword, message: `must be ${JSON.stringify(params.allowedValue)}` };
    case "not":
      return { path, code: keyword, message: "must be another value" };
    case "false schema":
      return { path, code: "forbidden", message: "must not be given here" };
    default:
      return { path, code: keyword, message: error.message ?? "is not valid" };
  }
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(", ") : "the allowed values";
}

/** Escapes `~` and `/` in a token of a JSON pointer (RFC 6901). */
export function escapePointer(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * Replaces the errors of all branches of a failed `anyOf` by one finding, because one valid branch would have been enough. (`oneOf` does
 * not occur: schema/lower.ts rewrites it as a choice of one branch.)
 */
function gatherAlternatives(errors: readonly SchemaError[]): readonly SchemaError[] {
  let gathered = errors;
  for (const choice of errors) {
    if (choice.keyword !== "anyOf") continue;
    const inside = (error: SchemaError) =>
      error.schemaPath.startsWith(`${choice.schemaPath}/`) && isWithin(error.instancePath, choice.instancePath);
    const missing = gathered.filter((error) => inside(error) && error.keyword === "required");
    const names = missing.map((error) => String(error.params.missingProperty));
    const message =
      names.length > 0
        ? `needs at least one of ${names.join(", ")}`
        : "matches none of the forms that are allowed here";
    gathered = gathered
      .filter((error) => !inside(error))
      .map((error) => (error === choice ? { ...choice, message } : error));
  }
  return gathered;
}

/** Whether `pointer` is equal to `outer` or points into its value. */
function isWithin(pointer: string, outer: string): boolean {
  return pointer.startsWith(outer) && (pointer.length === outer.length || pointer[outer.length] === "/");
}
