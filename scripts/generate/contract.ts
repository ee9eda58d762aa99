/** Writes the typed contract of an API: what src/contract/types.ts needs to know beside openapi-typescript's types. */
import type { MediaTypeObject, OpenApiDocument, OperationObject, RequestBodyObject } from "#src/contract/document.ts";
import { operationsOf, resolve } from "#src/contract/document.ts";

/** Operations that the server answers by itself (`x-accord-published`) have no handler, and so no part in it. */
export function generateContract(document: OpenApiDocument): string {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  const handled = [...operationsOf(document)].filter(({ operation }) => operation["x-accord-published"] === undefined);
  const byTag = new Map<string, string[]>();
  for (const { operation } of handled) {
    const [tag] = operation.tags ?? [];
    if (tag === undefined) throw new Error(`${operation.operationId} needs a tag: handlers are grouped by it`);
    byTag.set(tag, [...(byTag.get(tag) ?? []), operation.operationId]);
  }
  const operations = handled.map(({ operation, parameters }) => {
    const requirements = operation.security ?? document.security ?? [];
    const names = [...new Set(requirements.flatMap((requirement) => Object.keys(requirement)))];
    const anonymous = requirements.length === 0 || requirements.some((entry) => Object.keys(entry).length === 0);
    const defaulted = parameters
      .filter(
        (parameter) => typeof parameter.schema === "object" && "default" in resolveSchema(document, parameter.schema),
      )
      .map((parameter) => parameter.name);
    const id = operation.operationId;
    const files = fileParts(document, operation);
    return `    ${id}: { types: operations[${JSON.stringify(id)}]; security: ${union(names)}; anonymous: ${anonymous}; body: ${JSON.stringify(bodyKind(document, operation))}; defaulted: ${union(defaulted)}${files.length > 0 ? `; files: ${union(files)}` : ""} };`;
  });
  return [
    "// Written by `npm run generate`. Do not edit.",
    'import type { Answered } from "#src/contract/types.ts";',
    'import type { components, operations } from "./types.ts";',
    "",
    "/** The operations of the document, as src/contract/types.ts reads them. */",
    "export interface Contract {",
    "  operations: {",
    ...operations,
    "  };",
    "  tags: {",
    ...[...byTag].map(([tag, ids]) => `    ${/^[A-Za-z]\w*$/.test(tag) ? tag : JSON.stringify(tag)}: ${union(ids)};`),
    "  };",
    `  schemes: ${union(schemes)};`,
    "}",
    "",
    "/** The component schemas of the document. */",
    'export type Schemas = components["schemas"];',
    "",
    "/** The same as a handler may answer them: with a Date for a moment. */",
    "export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };",
    "",
  ].join("\n");
}

function resolveSchema(document: OpenApiDocument, schema: object): object {
  return resolve<object>(document, schema as never);
}

function union(names: readonly string[]): string {
  return names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");
}

/** The parts of a multipart body that are files (`format: binary`). */
function fileParts(document: OpenApiDocument, operation: OperationObject): string[] {
  const body = operation.requestBody && resolve<RequestBodyObject>(document, operation.requestBody);
  const schema = body?.content["multipart/form-data"]?.schema;
  if (typeof schema !== "object") return [];
  const { properties = {} } = resolveSchema(document, schema) as { properties?: Record<string, object> };
  return Object.keys(properties).filter(
    (name) => (resolveSchema(document, properties[name] ?? {}) as { format?: string }).format === "binary",
  );
}

function bodyKind(document: OpenApiDocument, operation: OperationObject): "none" | "value" | "batch" | "raw" {
  if (operation.requestBody === undefined) return "none";
  const body = resolve<RequestBodyObject>(document, operation.requestBody);
  if (body["x-accord-batch"] === true) return "batch";
  const media: MediaTypeObject[] = Object.values(body.content);
  const raw = media.filter((entry) => entry["x-accord-body"] === "raw").length;
  if (raw !== 0 && raw !== media.length)
    throw new Error(`${operation.operationId}: x-accord-body must be the same for every media type of a body`);
  return raw > 0 ? "raw" : "value";
}
