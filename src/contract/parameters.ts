/**
 * Reads parameters according to `style` and `explode` (OpenAPI 3.1, "Style Values"), and converts their text to the number, boolean,
 * array or object of the schema. Lists and objects are split as they were sent; each part is decoded afterwards, so that an escaped
 * separator belongs to its part (RFC 6570, 3.2.8). What cannot be converted stays text, and validation refuses it.
 */
import { parseJsonText } from "./json.ts";
import type { ParameterPlan, QueryPlan, Separators } from "./parameter-plan.ts";
import { mayBe, propertyPlan, readScalar, untyped, type ValuePlan } from "./value-plan.ts";

/** How the parts of lists and objects are written. */
interface Notation {
  /** Makes the text that was meant of one part as it was sent. */
  readonly decode: (part: string) => string;
  /** Whether an empty item of a list counts. */
  readonly countsEmpty: boolean;
}

const inPath: Notation = {
  decode: (part) => (part.includes("%") ? decodeURIComponent(part) : part),
  countsEmpty: true,
};

/**
 * White space around a part is optional, and empty items are to be ignored (RFC 9110, 5.6.1). Node joins the values of a header that
 * is sent twice by a comma and a space (RFC 9110, 5.3).
 */
const inHeader: Notation = { decode: withoutBlanks, countsEmpty: false };

/** Leaves out spaces and tabs at both ends. A regular expression would take quadratic time. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === " " || text[at] === "\t";
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** Reads a path parameter that is still percent-encoded. Throws URIError on malformed escapes. */
export function readPathParameter(raw: string, plan: ParameterPlan): unknown {
  return readSimple(raw, plan, inPath);
}

/** Reads a header. */
export function readHeader(text: string, plan: ParameterPlan): unknown {
  return readSimple(text, plan, inHeader);
}

/** Style `simple`. */
function readSimple(raw: string, plan: ParameterPlan, { decode, countsEmpty }: Notation): unknown {
  if (plan.json) return parseJsonOr(decode(raw));
  if (mayBe(plan.value, "object")) return pairsToObject(raw, plan, decode);
  if (!mayBe(plan.value, "array")) return readScalar(decode(raw), plan.value);
  const items = raw === "" ? [] : raw.split(",").map(decode);
  return readList(countsEmpty ? items : items.filter((item) => item !== ""), plan.value);
}

/**
 * Reads the items of a list, each by `readItem`. Where the schema admits a value that is no list, a single text is that value when it
 * is not an item: `all` for an array of integers or a string.
 */
function readList(
  items: readonly string[],
  plan: ValuePlan,
  readItem: (text: string, plan: ValuePlan) => unknown = readScalar,
): unknown {
  const itemPlan = plan.items ?? untyped;
  const list = items.map((text) => readItem(text, itemPlan));
  const [only] = items;
  if (only === undefined || items.length > 1 || fits(list[0], itemPlan)) return list;
  const alone = readItem(only, plan);
  return fits(alone, plan) ? alone : list;
}

function fits(value: unknown, plan: ValuePlan): boolean {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return plan.admits(value);
  return plan.kinds.has(Array.isArray(value) ? "array" : value === null ? "null" : "object");
}

/** The values of each name, decoded. */
export type Query = ReadonlyMap<string, readonly string[]>;

const emptyQuery: Query = new Map();
const noSeparators: Separators = new Map();

/**
 * Parses a query string as application/x-www-form-urlencoded (WHATWG URL). A value with a separator becomes the items between the
 * separators. Throws URIError on malformed escapes.
 */
export function parseQuery(text: string, separators: Separators = noSeparators): Query {
  if (text === "") return emptyQuery;
  const query = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodeFormText(equals === -1 ? pair : pair.slice(0, equals));
    const raw = equals === -1 ? "" : pair.slice(equals + 1);
    const separator = separators.get(name);
    const parts = separator === undefined ? [raw] : raw === "" ? [] : raw.split(separator);
    const values = query.get(name);
    if (values === undefined) query.set(name, parts.map(decodeFormText));
    else for (const part of parts) values.push(decodeFormText(part));
  }
  return query;
}

function decodeFormText(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
}

/**
 * Reads the declared parameters of a query string as an object. With `keepUnknown`, undeclared ones are included, so that validation
 * refuses them. Throws URIError on malformed escapes.
 */
export function readQuery(text: string, plan: QueryPlan, keepUnknown: boolean): Record<string, unknown> {
  const query = parseQuery(text, plan.separators);
  const values: Record<string, unknown> = {};
  const used = new Set<string>();
  for (const parameter of plan.parameters) {
    if (parameter.style === "deepObject") {
      const object = readDeepObject(query, parameter, used);
      if (object !== undefined) values[parameter.name] = object;
      continue;
    }
    used.add(parameter.name);
    const given = query.get(parameter.name);
    if (given !== undefined) values[parameter.name] = readValues(given, parameter);
  }
  if (keepUnknown) for (const name of query.keys()) if (!used.has(name)) setOwn(values, name, query.get(name));
  return values;
}

/**
 * Reads the values of one name. Several of them for a parameter that takes one become an array, which validation refuses, instead of
 * dropping all but the first.
 */
function readValues(given: readonly string[], { value, json }: Pick<ParameterPlan, "value" | "json">): unknown {
  if (mayBe(value, "array")) return readList(given, value);
  if (given.length > 1) return given;
  const [first = ""] = given;
  return json ? parseJsonOr(first) : readScalar(first, value);
}

function readDeepObject(query: Query, plan: ParameterPlan, used: Set<string>): Record<string, unknown> | undefined {
  let object: Record<string, unknown> | undefined;
  for (const [name, given] of query) {
    if (!name.startsWith(`${plan.name}[`) || !name.endsWith("]")) continue;
    used.add(name);
    const key = name.slice(plan.name.length + 1, -1);
    object ??= {};
    setOwn(object, key, readValues(given, { value: propertyPlan(plan.value, key), json: false }));
  }
  return object;
}

/** Reads an object written as `R,100,G,200` or, exploded, as `R=100,G=200`. */
function pairsToObject(raw: string, plan: ParameterPlan, decode: Notation["decode"]): Record<string, unknown> {
  const parts = raw.split(",");
  const object: Record<string, unknown> = {};
  for (let at = 0; at < parts.length; at += plan.explode ? 1 : 2) {
    const part = parts[at] ?? "";
    const [name, value] = (plan.explode ? splitOnce(part, "=") : [part, parts[at + 1] ?? ""]).map(decode) as [
      string,
      string,
    ];
    setOwn(object, name, readScalar(value, propertyPlan(plan.value, name)));
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

/** Sets an own property. Assigning to `__proto__` would change the object's prototype instead. */
export function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Reads the fields of a form or multipart body like exploded query parameters. Fields that are objects are JSON (OpenAPI 3.1, "Encoding
 * Object"), and so are lists in lists.
 */
export function readForm(fields: Query, plan: ValuePlan): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, given] of fields) setOwn(values, name, readField(given, propertyPlan(plan, name)));
  return values;
}

function readField(given: readonly string[], plan: ValuePlan): unknown {
  if (mayBe(plan, "array")) return readList(given, plan, readFieldText);
  return given.length > 1 ? given : readFieldText(given[0] ?? "", plan);
}

function readFieldText(text: string, plan: ValuePlan): unknown {
  if (mayBe(plan, "object") || mayBe(plan, "array")) {
    const value = parseJsonOr(text);
    if (typeof value === "object" && value !== null && fits(value, plan)) return value;
  }
  return readScalar(text, plan);
}
