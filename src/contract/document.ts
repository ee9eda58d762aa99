/**
 * The part of OpenAPI 3.1 that the engine reads. Documents are bundled: every `$ref` is internal (`#/components/…`), so resolving a
 * reference is one look-up.
 */
import type { PathAlias } from "./extensions.ts";

export type JsonSchema = { readonly [keyword: string]: unknown } | boolean;

export interface Reference {
  readonly $ref: string;
}

export type HttpMethod = "get" | "put" | "post" | "delete" | "patch";
/** The methods that operations can have. */
export const httpMethods: readonly HttpMethod[] = ["get", "put", "post", "delete", "patch"];

export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface MediaTypeObject {
  readonly schema?: JsonSchema;
  /** How fields of a form are written. */
  readonly encoding?: Readonly<Record<string, EncodingObject>>;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown } | Reference>>;
  readonly "x-accord-body"?: "raw";
  readonly "x-accord-example-base64"?: string;
}

export interface EncodingObject {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
}

export interface RequestBodyObject {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
  readonly "x-accord-batch"?: boolean;
  readonly "x-accord-batch-limit"?: number;
  readonly "x-accord-body-limit"?: number;
  readonly "x-accord-decoded-limit"?: number;
  readonly "x-accord-encodings"?: readonly ContentEncoding[];
}

export type ContentEncoding = "gzip" | "deflate" | "snappy";

export interface HeaderObject {
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** Maps the name of a security scheme to the scopes (OAuth) or roles (other schemes) that the operation needs. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** What an operation with `x-accord-published` answers: the document, or the page that renders it. */
export type PublishedKind = "document" | "page";

export interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBodyObject | Reference;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  readonly security?: readonly SecurityRequirement[];
  readonly "x-accord-query"?: "strict";
  /** A schema for all query parameters together, as one object. */
  readonly "x-accord-query-schema"?: JsonSchema;
  readonly "x-accord-cors"?: string;
  readonly "x-accord-errors"?: string;
  readonly "x-accord-published"?: PublishedKind;
}

export type PathItemObject = { readonly [method in HttpMethod]?: OperationObject } & {
  readonly parameters?: readonly (ParameterObject | Reference)[];
};

export type SecuritySchemeObject =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "http"; readonly scheme: string };

export interface Contact {
  readonly name?: string;
  readonly url?: string;
  readonly email?: string;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
    readonly contact?: Contact;
    readonly termsOfService?: string;
  };
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly paths: Readonly<Record<string, PathItemObject>>;
  readonly security?: readonly SecurityRequirement[];
  /** A second prefix for some of the paths. */
  readonly "x-accord-path-alias"?: PathAlias;
  /** The presenter of errors when the operation does not name one, and when there is no operation. */
  readonly "x-accord-errors"?: string;
  /** Texts of requests are trimmed. A text that is only white space is refused. */
  readonly "x-accord-text"?: "trimmed";
  /** The status of VALIDATION_FAILED; 400 when left out. */
  readonly "x-accord-validation-status"?: 400 | 422;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes?: Readonly<Record<string, SecuritySchemeObject>>;
    readonly [kind: string]: unknown;
  };
}

/** Resolves an internal reference; other values are returned unchanged. Throws an error when the reference has no target. */
export function resolve<T>(document: OpenApiDocument, value: T | Reference): T {
  let current: unknown = value;
  for (let hops = 0; isReference(current); hops++) {
    if (hops > 16) throw new Error(`${current.$ref}: references go in a circle`);
    current = followPointer(document, current.$ref);
  }
  return current as T;
}

function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && typeof (value as Reference).$ref === "string";
}

/** What an internal reference points at. Throws an error when there is nothing. */
export function followPointer(document: OpenApiDocument, ref: string): unknown {
  if (!ref.startsWith("#/")) throw new Error(`${ref}: only references inside the bundled document are possible`);
  let current: unknown = document;
  for (const token of ref.slice(2).split("/")) {
    const key = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
    current = typeof current === "object" && current !== null ? (current as Record<string, unknown>)[key] : undefined;
  }
  if (current === undefined) throw new Error(`${ref}: nothing there`);
  return current;
}

/** Keys of a path item that are refused: the engine answers HEAD and OPTIONS itself, and does not support TRACE or `$ref`. */
const unserved = ["head", "options", "trace", "$ref"] as const;

/**
 * Yields every operation of the document in document order, with the shared parameters of its path merged in. Throws an error for a
 * path item that the engine cannot serve as written.
 */
export function* operationsOf(
  document: OpenApiDocument,
): Generator<{ path: string; method: HttpMethod; operation: OperationObject; parameters: ParameterObject[] }> {
  for (const [path, item] of Object.entries(document.paths)) {
    const stranger = unserved.find((key) => key in item);
    if (stranger !== undefined) throw new Error(`${path}: ${stranger} is not supported in a path`);
    for (const method of httpMethods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const merged = new Map<string, ParameterObject>();
      for (const reference of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
        const parameter = resolve<ParameterObject>(document, reference);
        merged.set(`${parameter.in}:${parameter.name.toLowerCase()}`, parameter);
      }
      yield { path, method, operation, parameters: [...merged.values()] };
    }
  }
}
