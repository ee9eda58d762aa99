/**
 * The same contract for generators of clients, which cannot take all that is right in an OpenAPI 3.1 document. What is sent
 * and read stays as it is; less is said about it where generators would make code that does not compile, or that refuses
 * what a later version of the server answers. docs/guides/clients.md tells which generator stumbles over what.
 */
import { type JsonSchema, type MediaTypeObject, type OpenApiDocument, type Reference, resolve } from "./document.ts";
import { objectsOf } from "./document-objects.ts";

type Node = Record<string, unknown>;

/** Keywords that describe a value and do not restrict it. */
const annotations = new Set(["title", "description", "deprecated", "readOnly", "writeOnly", "example", "examples"]);

/**
 * A copy of the document in which
 *
 * - webhooks are left out; the schemas of their bodies stay;
 * - a second spelling of a parameter or property (`x-accord-spelling-of`) is left out;
 * - a property that may not be there (`false`) is left out;
 * - what may be sent alone or as a list is the list;
 * - a value of several JSON types may be anything;
 * - bytes have the format `binary`, as in OpenAPI 3.0;
 * - a date-time does not say how long its text may be;
 * - what may be sent as JSON or as something else is JSON; forms hold what is listed and no more;
 * - objects do not say whether they hold more than is listed, since a later version may add to them.
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

/** The schemas of forms. Takes away what is there beside JSON. */
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

/** Whether the value has several JSON types, `null` apart: generators know what may be missing. */
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
