/**
 * Collects every schema that requests and answers are validated with, and compiles them with Ajv (JSON Schema 2020-12). `npm run
 * generate` writes the result as standalone code; tests compile documents of others in memory.
 */
import { Ajv2020, type Options } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  HeaderObject,
  JsonSchema,
  MediaTypeObject,
  OpenApiDocument,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
} from "#src/contract/document.ts";
import { operationsOf, resolve } from "#src/contract/document.ts";
import type { Validator } from "#src/contract/findings.ts";
import { isJson } from "#src/contract/media-type.ts";
import { boundMatching } from "./bounded-matching.ts";
import { measureLengthAsSent } from "./length-as-sent.ts";
import { componentsId, lower, lowerComponents, UnenforceableSchema } from "./lower.ts";
import { validatorName } from "./names.ts";

export type ValidatorName = string;

/** The extension with a schema for all query parameters together. */
const queryRule = "x-accord-query-schema";

/** The lowered schemas by the names of their validators. Throws UnenforceableSchema. */
export function namedSchemas(document: OpenApiDocument): Map<ValidatorName, JsonSchema> {
  const schemas = new Map<ValidatorName, JsonSchema>();
  for (const { operation, parameters } of operationsOf(document)) {
    const id = operation.operationId;
    for (const where of ["path", "query", "header", "cookie"] as const) {
      const declared = parameters.filter((parameter) => parameter.in === where);
      const strict = where === "query" && operation["x-accord-query"] === "strict";
      if (declared.length > 0 || strict)
        schemas.set(
          validatorName.parameters(id, where),
          parameterSchema(document, id, declared, { strict, rule: where === "query" && operation[queryRule] }),
        );
    }
    const body = operation.requestBody && resolve<RequestBodyObject>(document, operation.requestBody);
    for (const [mediaType, media] of Object.entries(body?.content ?? {})) {
      const schema = bodySchema(document, body, mediaType, media, `${id}/requestBody/${mediaType}`);
      if (schema === undefined) continue;
      schemas.set(validatorName.body(id, mediaType), lower(document, schema, `${id}/requestBody/${mediaType}`));
    }
    for (const [status, reference] of Object.entries(operation.responses)) {
      const response = resolve<ResponseObject>(document, reference);
      for (const [mediaType, media] of Object.entries(response.content ?? {})) {
        if (media.schema === undefined || !isJson(mediaType)) continue;
        schemas.set(
          validatorName.response(id, status, mediaType),
          lower(document, media.schema, `${id}/responses/${status}/${mediaType}`),
        );
      }
      const headers = headerSchema(document, response, `${id}/responses/${status}`);
      if (headers !== null) schemas.set(validatorName.responseHeaders(id, status), headers);
    }
  }
  return schemas;
}

/** The schema of a body. Raw bodies have none, because handlers decode them. In a batch, it is the schema of one record. */
function bodySchema(
  document: OpenApiDocument,
  body: RequestBodyObject | undefined,
  mediaType: string,
  { schema, "x-accord-body": raw }: MediaTypeObject,
  at: string,
): JsonSchema | undefined {
  if (raw === "raw" || schema === undefined) return undefined;
  if (body?.["x-accord-batch"] === true) return mediaType === "application/x-ndjson" ? schema : undefined;
  if (isJson(mediaType) || structured.has(mediaType)) return schema;
  const { type } = { type: undefined, ...(resolve<JsonSchema>(document, schema) as object) };
  if (type !== "string") throw new UnenforceableSchema(at, "a body of this media type is read as text or bytes only");
  return mediaType.startsWith("text/") ? schema : undefined;
}

const structured = new Set(["application/x-ndjson", "application/x-www-form-urlencoded", "multipart/form-data"]);

function parameterSchema(
  document: OpenApiDocument,
  id: string,
  parameters: readonly ParameterObject[],
  { strict, rule = false }: { readonly strict: boolean; readonly rule: JsonSchema | undefined },
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const parameter of parameters) {
    const key = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
    const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? true;
    properties[key] = lower(document, schema, `${id}/parameters/${parameter.name}`);
    if (parameter.required === true) required.push(key);
  }
  return {
    type: "object",
    properties,
    required,
    ...(strict ? { additionalProperties: false } : {}),
    ...(rule === false ? {} : { allOf: [lower(document, rule, `${id}/${queryRule}`)] }),
  };
}

function headerSchema(document: OpenApiDocument, response: ResponseObject, at: string): JsonSchema | null {
  const headers = Object.entries(response.headers ?? {}).map(
    ([name, header]) => [name.toLowerCase(), resolve<HeaderObject>(document, header)] as const,
  );
  if (headers.length === 0) return null;
  return {
    type: "object",
    properties: Object.fromEntries(
      headers.map(([name, header]) => [name, lower(document, header.schema ?? true, `${at}/headers/${name}`)]),
    ),
    required: headers.filter(([, header]) => header.required === true).map(([name]) => name),
  };
}

/** An Ajv instance with all schemas of a document, ready to compile them or to write them as code. */
export function ajvFor(
  document: OpenApiDocument,
  schemas: ReadonlyMap<ValidatorName, JsonSchema>,
  options: Options,
): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
    useDefaults: true,
    ...options,
  });
  addFormats.default(ajv);
  boundMatching(ajv);
  if (document["x-accord-text"] === "trimmed") measureLengthAsSent(ajv);
  ajv.addSchema({ ...lowerComponents(document) }, componentsId);
  for (const [name, schema] of schemas) ajv.addSchema(schema as object, name);
  return ajv;
}

/** Compiles validators in memory, optimised for a short compilation rather than fast validators. */
export function compileValidators(document: OpenApiDocument): Record<ValidatorName, Validator> {
  const schemas = namedSchemas(document);
  const ajv = ajvFor(document, schemas, { inlineRefs: false, code: { optimize: false } });
  return Object.fromEntries([...schemas.keys()].map((name) => [name, ajv.getSchema(name) as unknown as Validator]));
}
