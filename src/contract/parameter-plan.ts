/**
 * Plans how the parameters and form fields of a document are read, and refuses those with values that nobody could write or tell apart
 * (OpenAPI 3.1, "Style Values" and "Encoding Object").
 */
import type { HeaderObject, MediaTypeObject, OpenApiDocument, ParameterObject } from "./document.ts";
import { isJson } from "./media-type.ts";
import { isUntyped, mayBe, planValue, propertyPlan, readableKinds, untyped, type ValuePlan } from "./value-plan.ts";

export interface ParameterPlan {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  readonly value: ValuePlan;
  /** Whether the text of the parameter is JSON (`content: {application/json: …}`). */
  readonly json: boolean;
}

const stylesOf = {
  path: ["simple"],
  header: ["simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
} as const;

/**
 * Plans how a parameter is read. Throws an error for parameters that are not supported: cookies, the styles `label` and `matrix`,
 * objects in a query in any style except `deepObject`, and schemas with values that the style cannot write or tell apart.
 */
export function planParameter(document: OpenApiDocument, parameter: ParameterObject): ParameterPlan {
  const { in: where, name } = parameter;
  if (where === "cookie") throw new Error(`${name}: parameters in cookies are not supported`);
  const style = parameter.style ?? (where === "query" ? "form" : "simple");
  const styles: readonly string[] = stylesOf[where];
  if (!styles.includes(style)) throw new Error(`${name}: the style ${style} is not supported in the ${where}`);
  return planStyled(document, where === "header" ? name.toLowerCase() : name, style, parameter);
}

/** Plans how a header of an answer is read. Throws an error as `planParameter` does. */
export function planHeader(document: OpenApiDocument, name: string, header: HeaderObject): ParameterPlan {
  return planStyled(document, name.toLowerCase(), "simple", header);
}

function planStyled(
  document: OpenApiDocument,
  name: string,
  style: string,
  { schema, explode, content }: Pick<ParameterObject, "schema" | "explode" | "content">,
): ParameterPlan {
  const json = content !== undefined;
  const value = json ? untyped : planValue(document, schema ?? true);
  const fault = json ? null : styleFault(value, style);
  if (fault !== null) throw new Error(`${name}: ${fault}`);
  return { name, style, explode: explode ?? style === "form", value, json };
}

/** Why a style cannot write every value of a schema; null when it can. */
function styleFault(value: ValuePlan, style: string): string | null {
  const kinds = readableKinds(value);
  if (kinds.length === 0 && !isUntyped(value)) return "no text can stand for a value of its schema";
  const hasObjects = kinds.includes("object");
  if (style !== "simple" && (style === "deepObject" ? !hasObjects : hasObjects))
    return "an object in the query needs the style deepObject, and nothing else does";
  if (!hasObjects) return kinds.includes("array") ? itemsFault(value) : null;
  if (kinds.length > 1) return "an object cannot be told from a value of another type";
  for (const [property, plan] of Object.entries(value.properties)) {
    const fault = propertyFault(plan, style);
    if (fault !== null) return `${property}: ${fault}`;
  }
  // Only of a listed property is it known before the query is split that it is a list.
  return value.others === null ? null : propertyFault(value.others, "simple");
}

function propertyFault(plan: ValuePlan, style: string): string | null {
  if (mayBe(plan, "object")) return "an object in a parameter cannot hold another one";
  if (!mayBe(plan, "array")) return null;
  return style === "deepObject" ? itemsFault(plan) : "an object cannot hold a list here";
}

function itemsFault({ items }: ValuePlan): string | null {
  const isFlat = items === null || !(mayBe(items, "array") || mayBe(items, "object"));
  return isFlat ? null : "a list in a parameter can hold neither lists nor objects";
}

/** The separator of each list that is sent as one value, by the name of its parameter. */
export type Separators = ReadonlyMap<string, string | RegExp>;

/** The declared parameters of a query. */
export interface QueryPlan {
  readonly parameters: readonly ParameterPlan[];
  readonly separators: Separators;
}

export function planQuery(parameters: readonly ParameterPlan[]): QueryPlan {
  return { parameters, separators: new Map(parameters.flatMap((plan) => [...separatorsOf(plan)])) };
}

/** A space or bar has to be escaped in a URL, so that its escape separates too and no item can contain it. */
const separatorOf: Readonly<Record<string, string | RegExp>> = {
  form: ",",
  spaceDelimited: /%20|[+ ]/,
  pipeDelimited: /%7C|\|/i,
};

function* separatorsOf({ name, style, explode, value, json }: ParameterPlan): Generator<[string, string | RegExp]> {
  if (style === "deepObject") {
    for (const [property, plan] of Object.entries(value.properties))
      if (mayBe(plan, "array")) yield [`${name}[${property}]`, ","];
    return;
  }
  const separator = separatorOf[style];
  if (separator !== undefined && !explode && !json && mayBe(value, "array")) yield [name, separator];
}

/**
 * Plans how the fields of a form are read. Throws an error when the schema admits no object, and for fields that `encoding` writes in
 * another way than exploded query parameters or, where they are objects, than JSON.
 */
export function planForm(document: OpenApiDocument, { schema, encoding = {} }: MediaTypeObject): ValuePlan {
  const plan = planValue(document, schema ?? true);
  if (!plan.kinds.has("object")) throw new Error("the schema of a form has to admit an object");
  for (const [name, { style, explode, contentType = "application/json" }] of Object.entries(encoding)) {
    if ((style ?? "form") !== "form" || explode === false)
      throw new Error(`${name}: a field can have no style except form, exploded`);
    const isStyled = style !== undefined || explode !== undefined;
    if (mayBe(propertyPlan(plan, name), "object") && (isStyled || !isJson(contentType)))
      throw new Error(`${name}: a field that is an object can only be JSON`);
  }
  return plan;
}
