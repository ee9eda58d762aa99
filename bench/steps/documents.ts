/** Of every operation that takes JSON or a form, by its document: the bodies that cost most. */
import {
  type JsonSchema,
  type MediaTypeObject,
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  type RequestBodyObject,
  resolve,
  type SecuritySchemeObject,
} from "#src/contract/document.ts";
import { defaultBodyLimit } from "#src/contract/operation.ts";
import { costlyValues } from "./values.ts";

export interface CostlyRequest {
  readonly operationId: string;
  /** What makes it so. */
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const fieldDepth = 3;

/** Each a variation of the document's example, which is valid: one field, or all of the body, is another value. */
export function* costlyRequests(document: OpenApiDocument): Generator<CostlyRequest> {
  for (const { path, method, operation, parameters } of operationsOf(document)) {
    if (operation.requestBody === undefined) continue;
    const body = resolve<RequestBodyObject>(document, operation.requestBody);
    const limit = body["x-accord-body-limit"] ?? defaultBodyLimit;
    for (const [type, media] of Object.entries(body.content)) {
      if (media["x-accord-body"] === "raw") continue;
      const target = {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path: addressOf(path, parameters),
        headers: { "content-type": type, ...credentials(document) },
      };
      for (const [what, text] of bodiesOf(document, type, media, limit)) yield { ...target, what, body: text };
    }
  }
}

function* bodiesOf(
  document: OpenApiDocument,
  type: string,
  media: MediaTypeObject,
  limit: number,
): Generator<readonly [what: string, body: string]> {
  if (type === "application/x-www-form-urlencoded") return yield* forms(limit);
  if (!type.includes("json")) return;
  const wholes = Object.entries(costlyValues).map(([what, make]) => [what, make(limit)] as const);
  yield* wholes;
  for (const [what, text] of wholes) yield [`${what}, cut off`, text.slice(0, -1)];
  if (type === "application/x-ndjson") {
    for (const [what, text] of wholes) {
      const line = text.slice(0, 200);
      yield [`lines cut from ${what}`, `${line}\n`.repeat(Math.min(20_000, Math.floor(limit / (line.length + 1))))];
    }
  }
  const example = exampleOf(document, media);
  if (typeof example !== "object" || example === null || Array.isArray(example)) return;
  for (const field of fieldsOf(document, media.schema ?? true)) {
    // Told apart from everything that an example may hold.
    const mark = "a mark that is replaced";
    const [before = "", after = ""] = JSON.stringify(placed(example, field, mark)).split(JSON.stringify(mark));
    const room = limit - Buffer.byteLength(before) - Buffer.byteLength(after);
    for (const [what, make] of Object.entries(costlyValues)) {
      yield [`/${field.join("/")} is ${what}`, before + make(room) + after];
    }
  }
}

function* forms(limit: number): Generator<readonly [what: string, body: string]> {
  const times = (pair: string) => pair.repeat(Math.floor(limit / pair.length)).slice(0, -1);
  yield ["a form of one name", times("a=1&")];
  yield ["a form of nothing", times("&")];
  yield ["a form of escapes", `a=${"%C3%A9".repeat(Math.floor((limit - 2) / 6))}`];
  yield [
    "a form of many names",
    Array.from({ length: limit / 8 }, (_, index) => `${index.toString(36)}=1`)
      .join("&")
      .slice(0, limit),
  ];
}

function addressOf(path: string, parameters: readonly ParameterObject[]): string {
  const value = ({ example }: ParameterObject) => encodeURIComponent(String(example ?? "1"));
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((address, parameter) => address.replace(`{${parameter.name}}`, value(parameter)), path);
  const asked = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required === true)
    .map((parameter) => `${encodeURIComponent(parameter.name)}=${value(parameter)}`);
  return asked.length === 0 ? filled : `${filled}?${asked.join("&")}`;
}

/** Some for every scheme; whoever checks them takes any. */
function credentials(document: OpenApiDocument): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const reference of Object.values(document.components?.securitySchemes ?? {})) {
    const scheme = resolve<SecuritySchemeObject>(document, reference);
    if (scheme.type === "apiKey" && scheme.in === "header") headers[scheme.name] = "any";
    if (scheme.type === "http") headers.authorization ??= `${scheme.scheme} any`;
  }
  return headers;
}

function exampleOf(document: OpenApiDocument, { example, examples = {} }: MediaTypeObject): unknown {
  const [first] = Object.values(examples);
  if (example !== undefined || first === undefined) return example;
  return resolve<{ readonly value?: unknown }>(document, first).value;
}

function* fieldsOf(document: OpenApiDocument, reference: JsonSchema, at: readonly string[] = []): Generator<string[]> {
  const schema = resolve<JsonSchema>(document, reference);
  if (typeof schema === "boolean" || at.length >= fieldDepth) return;
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    yield [...at, name];
    yield* fieldsOf(document, property, [...at, name]);
  }
}

/** The value with another at the path; what leads there is made where it is missing. */
function placed(base: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const members = typeof base === "object" && base !== null && !Array.isArray(base) ? base : {};
  return { ...members, [name]: placed((members as Record<string, unknown>)[name], rest, value) };
}
