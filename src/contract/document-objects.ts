/** Walks the objects of an OpenAPI document, each with its kind and its place. */
import { escapePointer } from "./findings.ts";

/** Kinds of objects, by their names in the OpenAPI specification. Only kinds that the engine distinguishes are listed. */
export type ObjectKind =
  | "document"
  | "paths"
  | "path item"
  | "operation"
  | "parameter"
  | "request body"
  | "media type"
  | "example"
  | "responses"
  | "response"
  | "header"
  | "components"
  | "schema"
  | "other";

export interface DocumentObject {
  readonly kind: ObjectKind;
  readonly node: Readonly<Record<string, unknown>>;
  /** A JSON pointer into the document; empty for the document itself. */
  readonly pointer: string;
}

/** The value of a key: an object of a kind, a map or a list of them, or plain data. */
type Content = ObjectKind | { readonly each: ObjectKind } | "data";

const mapOf = (each: ObjectKind): Content => ({ each });
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const schema = "schema";

const contents: Readonly<Record<ObjectKind, Readonly<Record<string, Content>>>> = {
  document: { paths: "paths", webhooks: mapOf("path item"), components: "components" },
  paths: {},
  "path item": {
    parameters: mapOf("parameter"),
    ...Object.fromEntries(methods.map((method) => [method, "operation" as const])),
  },
  operation: { parameters: mapOf("parameter"), requestBody: "request body", responses: "responses" },
  parameter: { schema, content: mapOf("media type"), example: "data", examples: mapOf("example") },
  "request body": { content: mapOf("media type") },
  "media type": { schema, example: "data", examples: mapOf("example") },
  example: { value: "data" },
  responses: {},
  response: { headers: mapOf("header"), content: mapOf("media type") },
  header: { schema, content: mapOf("media type"), example: "data", examples: mapOf("example") },
  components: {
    schemas: mapOf(schema),
    responses: mapOf("response"),
    parameters: mapOf("parameter"),
    examples: mapOf("example"),
    requestBodies: mapOf("request body"),
    headers: mapOf("header"),
    pathItems: mapOf("path item"),
  },
  schema: {
    ...Object.fromEntries(
      ["items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else", "contentSchema"]
        .concat("unevaluatedProperties", "unevaluatedItems")
        .map((keyword) => [keyword, "schema" as const]),
    ),
    ...Object.fromEntries(
      ["allOf", "anyOf", "oneOf", "prefixItems", "properties", "patternProperties", "dependentSchemas", "$defs"].map(
        (keyword) => [keyword, mapOf("schema")],
      ),
    ),
    ...Object.fromEntries(["example", "examples", "default", "enum", "const"].map((keyword) => [keyword, "data"])),
  },
  other: {},
};

/** Kinds of objects whose keys are names, except for extensions; and the kind of their values. */
const named: Readonly<Partial<Record<ObjectKind, ObjectKind>>> = { paths: "path item", responses: "response" };

/** Yields every object of the document, outer ones first. References are not followed; their targets are yielded at their own places. */
export function objectsOf(document: object): Generator<DocumentObject> {
  return walk("document", document, "");
}

function* walk(kind: ObjectKind, node: unknown, pointer: string): Generator<DocumentObject> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* walk(kind, item, `${pointer}/${index}`);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  yield { kind, node: node as DocumentObject["node"], pointer };
  for (const [key, value] of Object.entries(node)) {
    const content = key.startsWith("x-") ? "data" : (contents[kind][key] ?? named[kind] ?? "other");
    const at = child(pointer, key);
    if (content === "data") continue;
    if (typeof content === "string") yield* walk(content, value, at);
    else
      for (const [name, item] of Object.entries((value ?? {}) as object))
        yield* walk(content.each, item, child(at, name));
  }
}

function child(pointer: string, name: string): string {
  return `${pointer}/${escapePointer(name)}`;
}
