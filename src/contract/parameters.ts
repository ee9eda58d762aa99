/**
 * Reads parameters according to `style` and `explode` (OpenAPI 3.1, "Style Values"), and converts their text to the number, boolean,
 * array or object of the schema. A text that cannot be converted stays text, and validation refuses it.
 */
import type { JsonSchema, OpenApiDocument, ParameterObject } from "./document.ts";
import { resolve } from "./document.ts";
import { parseJsonText } from "./json.ts";

type Kind = "string" | "integer" | "number" | "boolean" | "array" | "object";

interface ValuePlan {
  readonly kind: Kind;
  /** Whether this is a file (`format: binary`) in a multipart body. */
  readonly binary: boolean;
  /** The plan of an array's items. */
  readonly items: ValuePlan | null;
  /** The plans of an object's properties. */
  readonly properties: Readonly<Record<string, ValuePlan>>;
}

export interface ParameterPlan {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  readonly value: ValuePlan;
  /** Whether the text of the parameter is JSON (`content: {application/json: …}`). */
  readonly json: boolean;
}

const plainText: ValuePlan = { kind: "string", binary: false, items: null, properties: {} };

const stylesOf = {
  path: ["simple"],
  header: ["simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
} as const;

/**
 * Plans how a parameter is read. Throws an error for parameters that are not supported: cookies, the styles `label` and `matrix`, and
 * objects in a query in any style except `deepObject`.
 */
export function planParameter(document: OpenApiDocument, parameter: ParameterObject): ParameterPlan {
  const { in: where, name } = parameter;
  if (where === "cookie") throw new Error(`${name}: parameters in cookies are not supported`);
  const style = parameter.style ?? (where === "query" ? "form" : "simple");
  const styles: readonly string[] = stylesOf[where];
  if (!styles.includes(style)) throw new Error(`${name}: the style ${style} is not supported in the ${where}`);
  const value = planValue(document, parameter.schema ?? true);
  if (where === "query" && (value.kind === "object") !== (style === "deepObject"))
    throw new Error(`${name}: an object in the query needs the style deepObject, and nothing else does`);
  return {
    name: where === "header" ? name.toLowerCase() : name,
    style,
    explode: parameter.explode ?? style === "form",
    value,
    json: parameter.content !== undefined,
  };
}

/**
 * Plans how text is converted for a schema. A union is read as its first type that is not text. Values deeper than `depth` levels stay
 * text: no style nests deeper than lists in an object, and a schema may contain itself.
 */
export function planValue(document: OpenApiDocument, reference: JsonSchema, depth = 2): ValuePlan {
  const schema = resolve<JsonSchema>(document, reference);
  if (typeof schema === "boolean" || depth < 0) return plainText;
  const types = ([] as unknown[]).concat(schema.type ?? []).map(String);
  const kinds = types.filter((type) => type !== "null" && type !== "string") as Kind[];
  const kind = kinds[0] ?? "string";
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return {
    kind,
    binary: schema.format === "binary",
    items: kind === "array" ? planValue(document, (schema.items as JsonSchema | undefined) ?? true, depth - 1) : null,
    properties:
      kind === "object"
        ? Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, planValue(document, part, depth - 1)]),
          )
        : {},
  };
}

/** Converts text to a value. Text that does not have the form of the planned type is returned unchanged, and validation refuses it. */
export function coerce(text: string, plan: ValuePlan): unknown {
  switch (plan.kind) {
    case "integer":
    case "number": {
      // Number() alone would also accept "", " 1", "0x1f" and "Infinity".
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : text;
    }
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "array":
      return text === "" ? [] : text.split(",").map((item) => coerce(item, plan.items ?? plainText));
    default:
      return text;
  }
}

/** Reads a path or header parameter: style `simple`. */
export function readSimple(text: string, plan: ParameterPlan): unknown {
  if (plan.json) return parseJsonOr(text);
  if (plan.value.kind === "object") return pairsToObject(text, plan);
  return coerce(text, plan.value);
}

export type Query = ReadonlyMap<string, readonly string[]>;

const emptyQuery: Query = new Map();

/** Parses a query string as application/x-www-form-urlencoded (WHATWG URL). Throws URIError on malformed escapes. */
export function parseQuery(text: string): Query {
  if (text === "") return emptyQuery;
  const query = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodeFormText(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decodeFormText(pair.slice(equals + 1));
    const values = query.get(name);
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return query;
}

function decodeFormText(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
}

/** Reads the declared query parameters as an object. With `keepUnknown`, undeclared ones are included, so that validation refuses them. */
export function readQuery(
  query: Query,
  plans: readonly ParameterPlan[],
  keepUnknown: boolean,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const used = new Set<string>();
  for (const plan of plans) {
    if (plan.style === "deepObject") {
      const object = readDeepObject(query, plan, used);
      if (object !== undefined) values[plan.name] = object;
      continue;
    }
    used.add(plan.name);
    const given = query.get(plan.name);
    if (given !== undefined) values[plan.name] = readQueryValue(given, plan);
  }
  if (keepUnknown) for (const name of query.keys()) if (!used.has(name)) setOwn(values, name, query.get(name));
  return values;
}

function readQueryValue(given: readonly string[], plan: ParameterPlan): unknown {
  const first = given[0] ?? "";
  if (plan.json) return given.length > 1 ? given : parseJsonOr(first);
  if (plan.value.kind === "array") {
    const items = plan.value.items ?? plainText;
    if (plan.explode) return given.map((text) => coerce(text, items));
    const separator = plan.style === "spaceDelimited" ? " " : plan.style === "pipeDelimited" ? "|" : ",";
    return given.flatMap((text) => (text === "" ? [] : text.split(separator))).map((text) => coerce(text, items));
  }
  // Several values for a parameter that takes one become an array, which validation refuses, instead of dropping all but the first.
  return given.length > 1 ? given : coerce(first, plan.value);
}

function readDeepObject(query: Query, plan: ParameterPlan, used: Set<string>): Record<string, unknown> | undefined {
  let object: Record<string, unknown> | undefined;
  for (const [name, given] of query) {
    if (!name.startsWith(`${plan.name}[`) || !name.endsWith("]")) continue;
    used.add(name);
    const key = name.slice(plan.name.length + 1, -1);
    object ??= {};
    setOwn(object, key, given.length > 1 ? given : coerce(given[0] ?? "", planOf(plan.value, key)));
  }
  return object;
}

/** Reads an object written as `R,100,G,200` or, exploded, as `R=100,G=200`. */
function pairsToObject(text: string, plan: ParameterPlan): Record<string, unknown> {
  const parts = text.split(",");
  const object: Record<string, unknown> = {};
  for (let at = 0; at < parts.length; at += plan.explode ? 1 : 2) {
    const part = parts[at] ?? "";
    const [name, value] = plan.explode ? splitOnce(part, "=") : [part, parts[at + 1] ?? ""];
    setOwn(object, name, coerce(value, planOf(plan.value, name)));
  }
  return object;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

function parseJsonOr(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return text;
  }
}

function planOf(object: ValuePlan, property: string): ValuePlan {
  return (Object.hasOwn(object.properties, property) ? object.properties[property] : undefined) ?? plainText;
}

/** Sets an own property. Assigning to `__proto__` would change the object's prototype instead. */
export function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Reads the fields of a form or multipart body like exploded query parameters, with the plan of the body's schema. */
export function readForm(fields: Query, plan: ValuePlan): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, given] of fields) {
    const property = planOf(plan, name);
    const value =
      property.kind === "array"
        ? given.map((text) => coerce(text, property.items ?? plainText))
        : given.length > 1
          ? given
          : coerce(given[0] ?? "", property);
    setOwn(values, name, value);
  }
  return values;
}
