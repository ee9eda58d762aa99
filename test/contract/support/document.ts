/** Short ways to write the documents that the engine is tested with. */
import type { JsonSchema, OpenApiDocument } from "#src/contract/document.ts";

/** The loose form of a document, as it is written by hand. */
export interface Sketch {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
  readonly securitySchemes?: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
}

export function aDocument({ paths, schemas = {}, securitySchemes = {}, security }: Sketch): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Small", version: "1.0.0" },
    ...(security === undefined ? {} : { security }),
    paths,
    components: { schemas, securitySchemes },
  } as unknown as OpenApiDocument;
}

const requestId = { schema: { type: "string", maxLength: 64, pattern: "^[A-Za-z0-9._-]{1,64}$" }, required: true };

/** An answer with a JSON body; without a schema, any. */
export function json(schema: JsonSchema = true, headers: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    description: "An answer.",
    headers: { "X-Request-Id": requestId, ...headers },
    content: { "application/json": { schema } },
  };
}

const problem = {
  description: "A problem.",
  headers: { "X-Request-Id": requestId },
  content: {
    "application/problem+json": {
      schema: {
        type: "object",
        required: ["type", "title", "status", "detail", "code", "correlationId", "details", "fieldErrors"],
        properties: { status: { type: "integer" }, code: { type: "string" }, fieldErrors: { type: "array" } },
      },
    },
  },
};

/** Problems under these statuses. */
export function problems(...statuses: readonly number[]): Record<string, unknown> {
  return Object.fromEntries(statuses.map((status) => [String(status), problem]));
}

/** The responses of an operation that succeeds with any JSON and fails in every way that the engine knows. */
export const anything = { "200": json(), ...problems(400, 401, 403, 404, 406, 413, 415, 422, 500) };

/** A POST operation named `send` at `/send` whose JSON body has this schema. */
export function taking(schema: JsonSchema, more: Readonly<Record<string, unknown>> = {}): Sketch {
  return {
    paths: {
      "/send": {
        post: {
          operationId: "send",
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: anything,
          ...more,
        },
      },
    },
  };
}
