/**
 * Holds answers and examples to the document. It compiles the document's own schemas and shares nothing with the
 * engine's generated validators, so that neither covers for the other.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  type HeaderObject,
  type JsonSchema,
  type MediaTypeObject,
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type RequestBodyObject,
  type ResponseObject,
  resolve,
} from "#src/contract/document.ts";
import { type DocumentedStatus, rangeOf, type StatusRange } from "#src/contract/status.ts";
import { formType, type Received } from "./request.ts";
import { examplesOf, statusOf, type Unit } from "./units.ts";

/** Reads a body that is not JSON as what its JSON sibling would be. Throws when it is no such body. */
export type Decode = (bytes: Uint8Array, at: BodyPlace) => unknown;

export interface BodyPlace {
  readonly operationId: string;
  /** Null for a request. */
  readonly status: DocumentedStatus | null;
  readonly mediaType: string;
}

const documentId = "https://contract.example/openapi";

export const isSuccess = (status: DocumentedStatus): boolean => typeof status === "number" && status < 300;

export class Judge {
  readonly #document: OpenApiDocument;
  readonly #decode: Decode;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  readonly #compiled = new Map<JsonSchema, ValidateFunction>();
  readonly #operations: ReadonlyMap<string, OperationObject>;

  constructor(document: OpenApiDocument, decode: Decode = readText) {
    this.#document = document;
    this.#decode = decode;
    this.#operations = new Map([...operationsOf(document)].map(({ operation }) => [operation.operationId, operation]));
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ ...document }, documentId);
  }

  /** What is wrong with an answer to a request of this unit. */
  answer(unit: Unit, received: Received): string[] {
    const response = this.#response(unit, received.status);
    if (response === null) return [`answered ${received.status}: ${excerpt(received.bytes)}`];
    const type = received.headers.get("content-type");
    if (!isType(type, unit.responseType)) return [`answered with media type ${type}, not ${unit.responseType}`];
    const faults = [
      ...this.#headers(response, received.headers),
      ...this.#guards(unit, received),
      ...ownFaults(received),
    ];
    if (unit.responseType === null) {
      if (received.bytes.length > 0) faults.push("has a body where none is documented");
      return faults;
    }
    const { operationId, status } = unit;
    const place = { operationId, status, mediaType: unit.responseType };
    return [...faults, ...this.#body(response.content ?? {}, place, received.bytes)];
  }

  /** What is wrong with the document's own examples, by where they stand. */
  *examples(): Generator<{ readonly at: string; readonly faults: readonly string[] }> {
    for (const { operation } of operationsOf(this.#document)) {
      const { operationId } = operation;
      const bodies: [status: DocumentedStatus | null, content: Readonly<Record<string, MediaTypeObject>>][] = [];
      if (operation.requestBody !== undefined)
        bodies.push([null, resolve<RequestBodyObject>(this.#document, operation.requestBody).content]);
      for (const [status, reference] of Object.entries(operation.responses))
        bodies.push([statusOf(status), resolve<ResponseObject>(this.#document, reference).content ?? {}]);
      for (const [status, content] of bodies)
        for (const [mediaType, media] of Object.entries(content))
          for (const { name, bytes } of examplesOf(this.#document, mediaType, media))
            yield {
              at: `${operationId} ${status ?? "request"} ${mediaType} ${name}`,
              faults: this.#body(content, { operationId, status, mediaType }, bytes),
            };
    }
  }

  /** Null when the answer has another status than the unit is about. */
  #response({ operationId, status }: Unit, received: number): ResponseObject | null {
    const operation = this.#operations.get(operationId);
    const reference = operation?.responses[status];
    if (operation === undefined || reference === undefined) throw new Error(`${operationId} documents no ${status}`);
    const isShown = typeof status === "number" ? received === status : isOfRange(received, status, operation);
    return isShown ? resolve<ResponseObject>(this.#document, reference) : null;
  }

  #headers({ headers = {} }: ResponseObject, given: Headers): string[] {
    return Object.entries(headers).flatMap(([name, reference]) => {
      const { required = false, schema = true } = resolve<HeaderObject>(this.#document, reference);
      const text = given.get(name);
      if (text === null) return required ? [`the header ${name} is missing`] : [];
      return this.#validate(schema, asHeaderValue(schema, text), `the header ${name}`);
    });
  }

  /** What every answer has: browsers take it for nothing else, and caches keep it only where it belongs to nobody. */
  #guards({ operationId }: Unit, { status, headers }: Received): string[] {
    const faults = headers.get("x-content-type-options") === "nosniff" ? [] : ["may be taken for another media type"];
    const isPublic = this.#operations.get(operationId)?.["x-accord-published"] !== undefined;
    const wanted = isPublic && status < 400 ? "no-cache" : "no-store";
    const cached = headers.get("cache-control")?.split(/\s*,\s*/) ?? [];
    return cached.includes(wanted) ? faults : [...faults, `Cache-Control does not say ${wanted}`];
  }

  #body(content: Readonly<Record<string, MediaTypeObject>>, place: BodyPlace, bytes: Uint8Array): string[] {
    try {
      if (/\bx-ndjson$|[/+]json$/.test(place.mediaType)) {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        const values = place.mediaType.endsWith("ndjson") ? text.trimEnd().split("\n") : [text];
        const schema = content[place.mediaType]?.schema ?? true;
        return values.flatMap((value) => this.#validate(schema, JSON.parse(value), "the body"));
      }
      const isForm = place.mediaType === formType;
      const value = isForm ? JSON.parse(readText(bytes)) : this.#decode(bytes, place);
      return this.#validate(content[isForm ? formType : "application/json"]?.schema ?? true, value, "the decoded body");
    } catch (error) {
      return [`the body cannot be read: ${(error as Error).message}`];
    }
  }

  #validate(schema: JsonSchema, value: unknown, what: string): string[] {
    let validate = this.#compiled.get(schema);
    if (validate === undefined) {
      validate = this.#ajv.compile(withAbsoluteReferences(schema) as object);
      this.#compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`);
  }
}

/** What the engine calls refusals that are the same for every operation. */
const engineCodes: Readonly<Record<number, string>> = {
  406: "NOT_ACCEPTABLE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  500: "INTERNAL_ERROR",
  503: "OVERLOADED",
};

/** A failure says what its answer says (of problems: RFC 9457, 3.1.2), and nothing of what is inside of the server. */
function ownFaults({ status, headers, bytes }: Received): string[] {
  const type = headers.get("content-type");
  if (status < 400 || !/[/+]json$/.test(type ?? "")) return [];
  const text = new TextDecoder().decode(bytes);
  const body = JSON.parse(text) as {
    readonly status?: unknown;
    readonly correlationId?: unknown;
    readonly code?: unknown;
  };
  const isProblem = type === "application/problem+json";
  const code = engineCodes[status];
  return [
    ...(isProblem && body.status !== status ? [`the problem says that its status is ${body.status}`] : []),
    ...(isProblem && body.correlationId !== headers.get("x-request-id") ? ["the problem is of another request"] : []),
    ...(typeof body.code === "string" && code !== undefined && body.code !== code
      ? [`says ${body.code}, not ${code}`]
      : []),
    ...(/\brelation \\?"/.test(text) ? ["tells of tables"] : []),
  ];
}

/** Throws where the bytes are no text. */
function readText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function isType(received: string | null, documented: string | null): boolean {
  if (received === null || documented === null || !documented.endsWith("/*")) return received === documented;
  return documented === "*/*" || received.startsWith(documented.slice(0, -1));
}

/** A status that is listed by itself says nothing about the range around it. */
function isOfRange(received: number, range: StatusRange, { responses }: OperationObject): boolean {
  return received >= 400 && rangeOf(received) === range && responses[received] === undefined;
}

/** `#/components/…` is relative to the document, not to the piece of it that is compiled. */
function withAbsoluteReferences(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withAbsoluteReferences);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === "$ref" ? `${documentId}${value}` : withAbsoluteReferences(value),
    ]),
  );
}

function asHeaderValue(schema: JsonSchema, text: string): unknown {
  const type = typeof schema === "object" ? schema.type : undefined;
  return (type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function excerpt(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 300));
}
