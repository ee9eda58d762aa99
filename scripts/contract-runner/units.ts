/** Cuts a document into what there is to prove: every status of every operation in every media type. */
import {
  type HttpMethod,
  type JsonSchema,
  type MediaTypeObject,
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  resolve,
} from "#src/contract/document.ts";
import { defaultBodyLimit } from "#src/contract/operation.ts";
import { type DocumentedStatus, readStatus } from "#src/contract/status.ts";

export interface Example {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** One status (or range of statuses) of one operation, for one media type of its request and one of its answer (null: no body). */
export interface Unit {
  readonly operationId: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly parameters: readonly ParameterObject[];
  /** By the parameter's name: a text that its schema refuses. Parameters that may be any text are left out. */
  readonly refused: ReadonlyMap<string, string>;
  readonly status: DocumentedStatus;
  readonly requestType: string | null;
  readonly responseType: string | null;
  /** Whether it asks for credentials. */
  readonly isSecured: boolean;
  /** Whether it refuses parameters of the query that it does not know. */
  readonly isStrict: boolean;
  /** Whether one that is sent again with its idempotency key is a replay. */
  readonly isRepeatable: boolean;
  /** Whether this status is what such a replay is answered, beside the 201 of the first. */
  readonly isReplay: boolean;
  /** The most bytes of its body. */
  readonly bodyLimit: number;
  /** The named examples of the request's media type. */
  readonly examples: readonly Example[];
}

export function unitsOf(document: OpenApiDocument): Unit[] {
  return [...operationsOf(document)].flatMap(({ path, method, operation, parameters }) => {
    const body = operation.requestBody && resolve<RequestBodyObject>(document, operation.requestBody);
    const requests = Object.entries(body?.content ?? {});
    const isRepeatable = Object.values(operation.responses).some(
      (reference) => "Idempotency-Replayed" in (resolve<ResponseObject>(document, reference).headers ?? {}),
    );
    return Object.entries(operation.responses).flatMap(([status, reference]) => {
      const answers = Object.keys(resolve<ResponseObject>(document, reference).content ?? {});
      const refused = refusedTexts(document, parameters);
      return orNothing(requests).flatMap((request) =>
        answersTo(request?.[0] ?? null, answers).map((responseType) => ({
          operationId: operation.operationId,
          method,
          path,
          parameters,
          refused,
          status: statusOf(status),
          requestType: request?.[0] ?? null,
          responseType,
          isSecured: (operation.security ?? document.security ?? []).length > 0,
          isStrict: operation["x-accord-query"] === "strict",
          isRepeatable,
          isReplay: isRepeatable && status === "200" && "201" in operation.responses,
          bodyLimit: body?.["x-accord-body-limit"] ?? defaultBodyLimit,
          examples: request === null ? [] : examplesOf(document, ...request),
        })),
      );
    });
  });
}

function refusedTexts(document: OpenApiDocument, parameters: readonly ParameterObject[]): ReadonlyMap<string, string> {
  return new Map(
    parameters.flatMap(({ name, schema = true }) => {
      const text = refusedText(document, schema);
      return text === null ? [] : [[name, text] as const];
    }),
  );
}

/** A longer text would not fit an address. */
const longestText = 2_000;

function refusedText(document: OpenApiDocument, reference: JsonSchema): string | null {
  const schema = resolve<JsonSchema>(document, reference);
  if (typeof schema === "boolean") return null;
  const { type, pattern, maxLength } = schema;
  if (type === "array") return refusedText(document, (schema.items ?? true) as JsonSchema);
  if (type === "integer" || type === "number" || type === "boolean") return "nonsense";
  if ("enum" in schema || "const" in schema || "format" in schema) return "nonsense";
  if (typeof pattern === "string")
    return ["nonsense", "~"].find((text) => !new RegExp(pattern, "u").test(text)) ?? null;
  return typeof maxLength === "number" && maxLength < longestText ? "x".repeat(maxLength + 1) : null;
}

/** Throws an error for `default` and ranges of success, which say too little to be proven. */
export function statusOf(key: string): DocumentedStatus {
  const status = readStatus(key);
  if (status === null) throw new Error(`${key}: one status, 4XX or 5XX was expected`);
  return status;
}

function orNothing<T>(list: readonly T[]): readonly (T | null)[] {
  return list.length === 0 ? [null] : list;
}

/** Where an answer can have the media type of the request, that is the one it has; otherwise each is to be seen. */
function answersTo(requestType: string | null, answers: readonly string[]): readonly (string | null)[] {
  return requestType !== null && answers.includes(requestType) ? [requestType] : orNothing(answers);
}

/** The examples of a media type as bytes on the wire; those of NDJSON are one line each. */
export function examplesOf(document: OpenApiDocument, mediaType: string, media: MediaTypeObject): Example[] {
  const named = Object.entries(media.examples ?? {}).map(([name, reference]) => {
    const { value } = resolve<{ value?: unknown }>(document, reference);
    return { name, bytes: new TextEncoder().encode(JSON.stringify(value)) };
  });
  const base64 = media["x-accord-example-base64"];
  const binary = base64 === undefined ? [] : [{ name: "base64", bytes: new Uint8Array(Buffer.from(base64, "base64")) }];
  const examples = [...named, ...binary];
  if (examples.length === 0) throw new Error(`${mediaType}: there is no example`);
  return examples;
}
