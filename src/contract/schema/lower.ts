/**
 * Lowers an OpenAPI 3.1 schema to the JSON Schema that is compiled. Annotations are removed. Every `oneOf` becomes a choice of one
 * branch, so that findings are about the branch that the caller meant. Keywords that cannot be enforced at run time are refused.
 */
import type { JsonSchema, OpenApiDocument } from "#src/contract/document.ts";
import { resolve } from "#src/contract/document.ts";

type SchemaObject = Readonly<Record<string, unknown>>;

/** Thrown when a document has a schema that cannot be enforced at run time. */
export class UnenforceableSchema extends Error {
  constructor(at: string, why: string) {
    super(`${at}: ${why}`);
    this.name = "UnenforceableSchema";
  }
}

/** Keywords for readers and generators, which validators ignore; so are all `x-…`. */
const annotations = new Set([
  "title",
  "description",
  "example",
  "examples",
  "deprecated",
  "externalDocs",
  "xml",
  "$comment",
  "contentMediaType",
  "contentEncoding",
]);

const assertions = new Set(
  `type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format
  maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired
  default $ref`.split(/\s+/),
);

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const oneSchema = new Set([
  "items",
  "contains",
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
  "unevaluatedItems",
]);
const schemaList = new Set(["allOf", "anyOf", "prefixItems"]);
const schemaMap = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** The id of the schema whose `$defs` are all component schemas. `#/components/schemas/X` becomes a reference into it. */
export const componentsId = "components";

/** Lowers all component schemas into one schema with `$defs`. Throws UnenforceableSchema. */
export function lowerComponents(document: OpenApiDocument): SchemaObject {
  const schemas = document.components?.schemas ?? {};
  return {
    $id: componentsId,
    $defs: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, lower(document, schema, `#/components/schemas/${name}`)]),
    ),
  };
}

/** Lowers a schema; `at` is its place in the document. Throws UnenforceableSchema, which names the place and the reason. */
export function lower(document: OpenApiDocument, schema: JsonSchema, at: string): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const lowered: Record<string, unknown> = {};
  const conditions: JsonSchema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${at}/${keyword}`;
    if (annotations.has(keyword) || keyword.startsWith("x-") || keyword === "discriminator") continue;
    if (keyword === "$ref") lowered.$ref = lowerReference(String(value), here);
    else if (keyword === "oneOf") conditions.push(...lowerOneOf(document, schema, value as JsonSchema[], here));
    else if (assertions.has(keyword)) lowered[keyword] = value;
    else if (oneSchema.has(keyword)) lowered[keyword] = lower(document, value as JsonSchema, here);
    else if (schemaList.has(keyword))
      lowered[keyword] = (value as JsonSchema[]).map((part, index) => lower(document, part, `${here}/${index}`));
    else if (schemaMap.has(keyword))
      lowered[keyword] = Object.fromEntries(
        Object.entries(value as Record<string, JsonSchema>).map(([name, part]) => [
          name,
          lower(document, part, `${here}/${name}`),
        ]),
      );
    else throw new UnenforceableSchema(here, `the keyword ${keyword} cannot be enforced at run time`);
  }
  if ("pattern" in schema && !("maxLength" in schema))
    throw new UnenforceableSchema(at, "a pattern needs a maxLength beside it, which bounds the time of a match");
  if (schema.uniqueItems === true && !("maxItems" in schema))
    throw new UnenforceableSchema(
      at,
      "uniqueItems needs a maxItems beside it, which bounds the time of the comparison",
    );
  const needless = requiredOf(schema).find((name) => hasDefault(propertiesOf(schema)[name]));
  if (needless !== undefined)
    throw new UnenforceableSchema(at, `${needless} is required and has a default, which would hide that it is missing`);
  const inherited = [...Object.keys(propertiesOf(schema)), ...requiredOf(schema)].find((name) => name in {});
  if (inherited !== undefined)
    throw new UnenforceableSchema(
      at,
      `every JavaScript object has a property ${inherited}, so none can be told missing`,
    );
  boundInteger(lowered);
  if (conditions.length > 0) lowered.allOf = [...((lowered.allOf as JsonSchema[]) ?? []), ...conditions];
  return lowered;
}

/** The largest integer that JavaScript reads from JSON without loss. */
const mostSafe = Number.MAX_SAFE_INTEGER;

/** The bounds of integer formats (OpenAPI format registry). JavaScript numbers cannot hold every int64, so its bounds are narrower. */
const integerBounds: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-mostSafe, mostSafe],
};

/** Replaces the format of an integer by bounds, unless the schema has its own. Bounds are cheaper and give clearer findings. */
function boundInteger(lowered: Record<string, unknown>): void {
  const bounds = typeof lowered.format === "string" ? integerBounds[lowered.format] : undefined;
  if (bounds === undefined || !typesOf(lowered).includes("integer")) return;
  delete lowered.format;
  if (!("minimum" in lowered || "exclusiveMinimum" in lowered)) lowered.minimum = bounds[0];
  if (!("maximum" in lowered || "exclusiveMaximum" in lowered)) lowered.maximum = bounds[1];
}

function lowerReference(ref: string, at: string): string {
  const prefix = "#/components/schemas/";
  if (!ref.startsWith(prefix)) throw new UnenforceableSchema(at, `${ref} does not point at a component schema`);
  return `${componentsId}#/$defs/${ref.slice(prefix.length)}`;
}

function lowerOneOf(
  document: OpenApiDocument,
  schema: SchemaObject,
  branches: readonly JsonSchema[],
  at: string,
): JsonSchema[] {
  const lowered = branches.map((branch, index) => lower(document, branch, `${at}/${index}`));
  const objects = branches.map((branch) => resolve<JsonSchema>(document, branch as JsonSchema));
  return (
    byDiscriminator(document, schema.discriminator, branches, lowered, at) ??
    byType(objects, lowered) ??
    byConstant(objects, lowered) ??
    byRequiredKey(objects, lowered) ??
    refuse(at)
  );
}

function refuse(at: string): never {
  throw new UnenforceableSchema(
    at,
    "the branches cannot be told apart by a discriminator, their types, a constant or a required property",
  );
}

function byDiscriminator(
  document: OpenApiDocument,
  discriminator: unknown,
  branches: readonly JsonSchema[],
  lowered: readonly JsonSchema[],
  at: string,
): JsonSchema[] | null {
  if (discriminator === undefined) return null;
  const { propertyName, mapping } = discriminator as { propertyName: string; mapping?: Record<string, string> };
  if (mapping === undefined) throw new UnenforceableSchema(at, "the discriminator needs an explicit mapping");
  const refs = branches.map((branch) => (typeof branch === "object" ? branch.$ref : undefined));
  const values = branches.map(() => [] as string[]);
  for (const [value, ref] of Object.entries(mapping)) {
    const target = ref.startsWith("#/") ? ref : `#/components/schemas/${ref}`;
    resolve(document, { $ref: target });
    const index = refs.indexOf(target);
    if (index === -1)
      throw new UnenforceableSchema(at, `the discriminator maps ${value} to ${ref}, which is no branch`);
    values[index]?.push(value);
  }
  const unnamed = values.findIndex((list) => list.length === 0);
  if (unnamed !== -1) throw new UnenforceableSchema(`${at}/${unnamed}`, "no value of the discriminator leads here");
  return choose(propertyName, values, lowered);
}

function byConstant(objects: readonly JsonSchema[], lowered: readonly JsonSchema[]): JsonSchema[] | null {
  const first = objects[0];
  if (typeof first !== "object") return null;
  for (const name of Object.keys(propertiesOf(first))) {
    const values = objects.map((branch) => constantsOf(branch, name));
    if (values.some((list) => list.length === 0)) continue;
    const all = values.flat();
    if (new Set(all).size === all.length) return choose(name, values, lowered);
  }
  return null;
}

/** A choice of branches by the value of one property. */
function choose(name: string, values: readonly (readonly unknown[])[], lowered: readonly JsonSchema[]): JsonSchema[] {
  return [
    { type: "object", required: [name], properties: { [name]: { enum: values.flat() } } },
    ...lowered.map((branch, index) => ({
      if: { type: "object", required: [name], properties: { [name]: { enum: values[index] } } },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: branch,
    })),
  ];
}

function byType(objects: readonly JsonSchema[], lowered: readonly JsonSchema[]): JsonSchema[] | null {
  const types = objects.map(typesOf);
  const all = types.flat();
  if (types.some((list) => list.length === 0) || new Set(all).size !== all.length) return null;
  if (all.includes("integer") && all.includes("number")) return null;
  return [
    { type: all },
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    ...lowered.map((branch, index) => ({ if: { type: types[index] }, then: branch })),
  ];
}

/**
 * A choice of two or more object branches by a required property. Null unless all branches but one have a required property that no
 * other branch has.
 */
function byRequiredKey(objects: readonly JsonSchema[], lowered: readonly JsonSchema[]): JsonSchema[] | null {
  const tests = objects.map((branch, index) =>
    requiredOf(branch).find((name) => objects.every((other, at) => at === index || !(name in propertiesOf(other)))),
  );
  const fallback = tests.indexOf(undefined);
  if (fallback !== -1 && tests.indexOf(undefined, fallback + 1) !== -1) return null;
  const last = fallback === -1 ? lowered.length - 1 : fallback;
  let chain = lowered[last] as JsonSchema;
  tests.forEach((name, index) => {
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    if (index !== last) chain = { if: { type: "object", required: [name] }, then: lowered[index], else: chain };
  });
  return [chain];
}

function typesOf(schema: JsonSchema): string[] {
  if (typeof schema === "boolean") return [];
  const type = schema.type;
  return Array.isArray(type) ? type.map(String) : typeof type === "string" ? [type] : [];
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return typeof schema === "object" ? ((schema.properties as Record<string, JsonSchema>) ?? {}) : {};
}

function requiredOf(schema: JsonSchema): string[] {
  return typeof schema === "object" ? ((schema.required as string[]) ?? []) : [];
}

function constantsOf(schema: JsonSchema, name: string): unknown[] {
  const property = propertiesOf(schema)[name];
  if (typeof property !== "object" || !requiredOf(schema).includes(name)) return [];
  if ("const" in property) return [property.const];
  return Array.isArray(property.enum) ? property.enum : [];
}

function hasDefault(schema: JsonSchema | undefined): boolean {
  return typeof schema === "object" && "default" in schema;
}
