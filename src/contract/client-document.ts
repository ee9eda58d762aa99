/**
 * Derives a simplified OpenAPI document for client generators, which do not support every valid feature of OpenAPI 3.1. Requests and
 * answers stay the same. Constraints are dropped where generators would otherwise make code that does not compile, or that rejects
 * answers of a later version of the server. docs/guides/clients.md lists the problems of each generator.
 */
import { type JsonSchema, type MediaTypeObject, type OpenApiDocument, type Reference, resolve } from "./document.ts";
import { objectsOf } from "./document-objects.ts";

type Node = Record<string, unknown>;

/** Keywords that describe a value and do not restrict it. */
const annotations = new Set(["title", "description", "deprecated", "readOnly", "writeOnly", "example", "examples"]);

/**
 * Returns a copy of the document with these changes:
 *
 * - Webhooks are removed; the schemas of their bodies stay.
 * - A second spelling of a parameter or property (`x-accord-spelling-of`) is removed.
 * - A forbidden property (schema `false`) is removed.
 * - A value that may be sent alone or as a list is declared as the list.
 * - A value of several JSON types is declared as any value.
 * - Bytes have the format `binary`, as in OpenAPI 3.0.
 * - A date-time has no length limits.
 * - A body that may be JSON or another media type is JSON only.
 * - Forms allow only the listed properties.
 * - Other objects do not say whether they allow unlisted properties, because a later version may add some.
 */
export function clientDocument(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document) as OpenApiDocument & Node;
  delete copy.webhooks;
  const forms = formsOf(copy);
  for (const { kind, node } of objectsOf(copy)) {
    const object = node as Node;
    if (kind === "operation" || kind === "path item") dropSpellings(copy, object);
    else if (kind === "schema") simplify(copy, object, forms.has(object));
  }
  return copy;
}

/** Returns the schemas of forms. Removes the other media types of bodies that may be JSON. */
function formsOf(document: OpenApiDocument): ReadonlySet<Node> {
  const forms = new Set<Node>();
  for (const { kind, node } of objectsOf(document)) {
    if (kind !== "request body") continue;
    const body = node as { content?: Record<string, MediaTypeObject> };
    const { "application/json": json } = body.content ?? {};
    if (json !== undefined) body.content = { "application/json": json };
    for (const [type, { schema }] of Object.entries(body.content ?? {}))
      if (schema !== undefined && /^(?:multipart\/|application\/x-www-form-urlencoded)/.test(type))
        forms.add(nodeOf(document, schema));
  }
  return forms;
}

function dropSpellings(document: OpenApiDocument, holder: Node): void {
  if (!Array.isArray(holder.parameters)) return;
  const parameters = holder.parameters as (Node | Reference)[];
  holder.parameters = parameters.filter((parameter) => !isSpelling(resolve(document, parameter)));
}

function simplify(document: OpenApiDocument, schema: Node, isForm: boolean): void {
  if (schema.properties !== undefined)
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties as Node).filter(([, property]) => property !== false && !isSpelling(property)),
    );
  if (isForm) schema.additionalProperties = false;
  else if (typeof schema.additionalProperties === "boolean" && schema.properties !== undefined)
    delete schema.additionalProperties;
  else if (isOpen(document, schema.additionalProperties)) schema.additionalProperties = true;
  if (schema.contentMediaType !== undefined && schema.contentEncoding === undefined) toBinary(schema);
  if (schema.format === "date-time") delete schema.maxLength;

  const branches = branchesOf(document, schema);
  const list = branches.find(({ type }) => type === "array");
  if (list !== undefined && branches.some(({ type }) => type === "object")) {
    for (const keyword of ["oneOf", "anyOf"]) delete schema[keyword];
    for (const [keyword, value] of Object.entries(list)) schema[keyword] ??= structuredClone(value);
  } else if (isOpen(document, schema))
    for (const keyword of Object.keys(schema)) if (!annotations.has(keyword)) delete schema[keyword];
}

function toBinary(schema: Node): void {
  for (const keyword of ["contentMediaType", "minLength", "maxLength"]) delete schema[keyword];
  schema.format = "binary";
}

function branchesOf(document: OpenApiDocument, schema: Node): Node[] {
  return [schema.oneOf, schema.anyOf].flatMap((list) =>
    Array.isArray(list) ? (list as JsonSchema[]).map((branch) => nodeOf(document, branch)) : [],
  );
}

/** Whether the value has several JSON types. `null` does not count, because generators support nullable values. */
function isOpen(document: OpenApiDocument, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const schema = value as Node;
  const types = [schema, ...branchesOf(document, schema)].flatMap(({ type }) => ([] as unknown[]).concat(type ?? []));
  return new Set(types.filter((type) => type !== "null")).size > 1;
}

function nodeOf(document: OpenApiDocument, schema: JsonSchema): Node {
  return Object(resolve<unknown>(document, schema)) as Node;
}

function isSpelling(node: unknown): boolean {
  return "x-accord-spelling-of" in Object(node);
}
