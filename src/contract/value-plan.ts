/**
 * Plans of values that are sent as text, in a parameter, header or form field. A plan has the types that the schema admits, and
 * which of them a text stands for.
 */

import { followPointer, type JsonSchema, type OpenApiDocument } from "./document.ts";

const everyKind = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** A type of JSON Schema. `number` stands for the numbers with a fraction, so that the type `number` is two kinds. */
type Kind = (typeof everyKind)[number];

/** A value that is no array and no object. */
type Scalar = string | number | boolean;

/** What a schema says about a value itself, apart from its items and properties. */
interface ValueKind {
  /** The types that the schema admits; all of them when it names none. */
  readonly kinds: ReadonlySet<Kind>;
  /** Whether the types, constants and bounds of the schema admit the value. The other keywords are left to validation. */
  readonly admits: (value: Scalar) => boolean;
  /** Whether this is a file (`format: binary`) in a multipart body. */
  readonly binary: boolean;
}

export interface ValuePlan extends ValueKind {
  /** The plan of an array's items. */
  readonly items: ValuePlan | null;
  /** The plans of an object's properties. */
  readonly properties: Readonly<Record<string, ValuePlan>>;
  /** The plan of the properties that the schema does not list (`additionalProperties`). */
  readonly others: ValuePlan | null;
}

/** The plan of a value about which the schema says nothing. */
export const untyped: ValuePlan = {
  kinds: new Set(everyKind),
  admits: () => true,
  binary: false,
  items: null,
  properties: {},
  others: null,
};

/**
 * Plans how text is read for a schema. The possible types are gathered from `type`, `enum`, `const`, `$ref`, `allOf`, `anyOf` and
 * `oneOf`. Values deeper than `depth` levels are untyped: no style nests deeper than lists in an object, and a schema may contain
 * itself. Throws an error for a schema that is nothing but a reference to itself.
 */
export function planValue(document: OpenApiDocument, schema: JsonSchema, depth = 2): ValuePlan {
  if (depth < 0) return untyped;
  const facts = factsOf(document, schema, []);
  if (facts === null) throw new Error(`${JSON.stringify(schema)}: references go in a circle`);
  const { kinds, admits, binary, items, properties, others } = facts;
  const inner = (part: JsonSchema) => planValue(document, part, depth - 1);
  return {
    kinds,
    admits,
    binary,
    items: items === undefined ? null : inner(items),
    properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])),
    others: others === undefined ? null : inner(others),
  };
}

/** Whether the schema names types and the kind is one of them. */
export function mayBe(plan: ValuePlan, kind: Kind): boolean {
  return plan.kinds.has(kind) && !isUntyped(plan);
}

/** The types that text can stand for; empty when the schema names none. */
export function readableKinds(plan: ValuePlan): Kind[] {
  return isUntyped(plan) ? [] : [...plan.kinds].filter((kind) => kind !== "null");
}

export function isUntyped(plan: ValuePlan): boolean {
  return plan.kinds.size === everyKind.length;
}

/** The plan of a property of an object. */
export function propertyPlan(plan: ValuePlan, name: string): ValuePlan {
  return (Object.hasOwn(plan.properties, name) ? plan.properties[name] : plan.others) ?? untyped;
}

/**
 * The value that a text stands for, where it is no array and no object:
 *
 * 1. A schema that names no type is read as text.
 * 2. A text that is written as a number or boolean of JSON is that number or boolean, where the schema admits it.
 * 3. Any other text stays text: `12` for a string or a number of at most 10, `auto` for a string or an integer.
 *
 * So a number goes before text where both are possible. `null` cannot be written. A text that the schema does not admit in any of
 * these ways is returned as a number or boolean where the schema has that type, and validation refuses it.
 */
export function readScalar(text: string, plan: ValuePlan): Scalar {
  const literal = isUntyped(plan) ? undefined : literalOf(text, plan);
  if (literal === undefined || plan.admits(literal)) return literal ?? text;
  return plan.admits(text) ? text : literal;
}

/** The number or boolean of a type of the schema as which the text is written. */
function literalOf(text: string, { kinds }: ValuePlan): number | boolean | undefined {
  if (kinds.has("boolean") && (text === "true" || text === "false")) return text === "true";
  // Number() alone would also accept "", " 1", "0x1f" and "Infinity".
  if (!kinds.has("integer") && !kinds.has("number")) return undefined;
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** What a schema, its references and its branches say about a value. */
interface Facts extends ValueKind {
  readonly items: JsonSchema | undefined;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly others: JsonSchema | undefined;
}

type SchemaObject = Exclude<JsonSchema, boolean>;

/** Null for a schema that refers back to one that contains it, and so adds nothing to it. `within` are the references that led here. */
function factsOf(document: OpenApiDocument, schema: JsonSchema, within: readonly string[]): Facts | null {
  if (typeof schema === "boolean") return ownFacts(schema ? {} : { enum: [] });
  const all = (schemas: unknown) =>
    ((schemas ?? []) as JsonSchema[]).map((part) => factsOf(document, part, within)).filter((facts) => facts !== null);
  const parts = [ownFacts(schema), ...all(schema.allOf)];
  for (const branches of [schema.anyOf, schema.oneOf]) {
    const possible = all(branches);
    if (possible.length > 0) parts.push(joined(possible, "anyOf"));
  }
  const { $ref } = schema;
  if (typeof $ref === "string") {
    const target = referredFacts(document, $ref, within);
    if (target === null) return null;
    parts.push(target);
  }
  return joined(parts, "allOf");
}

/** References that may lead from one to the next before a value is reached. */
const mostReferences = 16;

function referredFacts(document: OpenApiDocument, ref: string, within: readonly string[]): Facts | null {
  if (within.includes(ref)) return null;
  if (within.length >= mostReferences) throw new Error(`${ref}: more than ${mostReferences} references in a row`);
  return factsOf(document, followPointer(document, ref) as JsonSchema, [...within, ref]);
}

/** What the keywords beside `$ref`, `allOf`, `anyOf` and `oneOf` say. */
function ownFacts(schema: SchemaObject): Facts {
  const values = valuesOf(schema);
  const kinds = new Set(
    everyKind.filter(
      (kind) => hasType(schema, kind) && (values === null || values.some((value) => kindOf(value) === kind)),
    ),
  );
  const isWithin = boundsOf(schema);
  return {
    kinds,
    admits: (value) =>
      kinds.has(kindOf(value)) &&
      (values === null || values.includes(value)) &&
      (typeof value !== "number" || isWithin(value)),
    binary: schema.format === "binary",
    items: (schema.items as JsonSchema | undefined) ?? itemsOf(values),
    properties: (schema.properties ?? {}) as Record<string, JsonSchema>,
    others: typeof schema.additionalProperties === "object" ? (schema.additionalProperties as SchemaObject) : undefined,
  };
}

/** The values that `enum` and `const` admit; null when the schema has neither. */
function valuesOf(schema: SchemaObject): readonly unknown[] | null {
  const listed = schema.enum as readonly unknown[] | undefined;
  if (!("const" in schema)) return listed ?? null;
  return listed === undefined || listed.includes(schema.const) ? [schema.const] : [];
}

/** The items of arrays that are among the constants. */
function itemsOf(values: readonly unknown[] | null): JsonSchema | undefined {
  const items = values?.filter((value) => Array.isArray(value)).flat() ?? [];
  return items.length > 0 ? { enum: items } : undefined;
}

function hasType({ type }: SchemaObject, kind: Kind): boolean {
  if (type === undefined) return true;
  const types = ([] as unknown[]).concat(type);
  return types.includes(kind) || (kind === "integer" && types.includes("number"));
}

function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "string" | "boolean" | "object";
}

function boundsOf(schema: SchemaObject): (value: number) => boolean {
  const bound = (keyword: string, none: number) => (typeof schema[keyword] === "number" ? schema[keyword] : none);
  const [minimum, above] = [bound("minimum", -Infinity), bound("exclusiveMinimum", -Infinity)];
  const [maximum, below] = [bound("maximum", Infinity), bound("exclusiveMaximum", Infinity)];
  const step = bound("multipleOf", 0);
  return (value) =>
    value >= minimum && value > above && value <= maximum && value < below && (step === 0 || isMultiple(value, step));
}

/** Whether a number is a multiple of a step. In binary, 19.99 / 0.01 is no whole number: multiples of decimals are compared as decimals. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(step)) return value % step === 0;
  return Number((Math.round(value / step) * step).toPrecision(15)) === value;
}

/** What schemas say of which all hold (`allOf`), or any one (`anyOf`). */
function joined(parts: readonly Facts[], how: "allOf" | "anyOf"): Facts {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const holds = (test: (part: Facts) => boolean) => (how === "allOf" ? parts.every(test) : parts.some(test));
  const together = (schemas: readonly (JsonSchema | undefined)[]): JsonSchema | undefined => {
    const given = schemas.filter((schema) => schema !== undefined);
    return given.length > 1 ? { [how]: given } : given[0];
  };
  const names = new Set(parts.flatMap(({ properties }) => Object.keys(properties)));
  const ofName = (name: string) =>
    together(parts.map(({ properties }) => (Object.hasOwn(properties, name) ? properties[name] : undefined)));
  return {
    kinds: new Set(everyKind.filter((kind) => holds(({ kinds }) => kinds.has(kind)))),
    admits: (value) => holds(({ admits }) => admits(value)),
    binary: parts.some(({ binary }) => binary),
    items: together(parts.map(({ items }) => items)),
    properties: Object.fromEntries([...names].map((name) => [name, ofName(name) ?? true])),
    others: together(parts.map(({ others }) => others)),
  };
}
