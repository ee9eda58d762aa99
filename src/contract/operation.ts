/** Compiles the operations of a document into plans and validators, so that requests look up nothing in the document. */
import type { BodyLimits } from "#src/http/body.ts";
import type { BatchRules } from "./batch.ts";
import type {
  HeaderObject,
  HttpMethod,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PublishedKind,
  RequestBodyObject,
  ResponseObject,
} from "./document.ts";
import { operationsOf, resolve } from "./document.ts";
import { refuseFaults } from "./document-faults.ts";
import type { Validator } from "./findings.ts";
import { isJson, isRange } from "./media-type.ts";
import {
  type ParameterPlan,
  planForm,
  planHeader,
  planParameter,
  planQuery,
  type QueryPlan,
} from "./parameter-plan.ts";
import { validatorName } from "./schema/names.ts";
import { compileSecurity, type SecurityPlan } from "./security.ts";
import { type DocumentedStatus, readStatus } from "./status.ts";
import { untyped, type ValuePlan } from "./value-plan.ts";

export type Validators = Readonly<Record<string, Validator>>;

export type BodyDecoder = "json" | "ndjson" | "form" | "multipart" | "text" | "bytes";

export interface BodyPlan {
  readonly mediaType: string;
  readonly decoder: BodyDecoder;
  readonly raw: boolean;
  readonly validate: Validator | null;
  /** How the fields of a form are read; says nothing about other bodies. */
  readonly form: ValuePlan;
}

export interface ResponsePlan {
  /** Validators by media type or range (`image/*`); null when there is nothing to validate. */
  readonly contents: ReadonlyMap<string, Validator | null>;
  readonly onlyType: string | null;
  readonly headers: Validator | null;
  /** How the text of each declared header is parsed before it is checked, by lower-case name. */
  readonly headerPlans: ReadonlyMap<string, ParameterPlan>;
}

export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly pathParameters: readonly ParameterPlan[];
  readonly query: QueryPlan;
  readonly strictQuery: boolean;
  readonly headers: readonly ParameterPlan[];
  readonly validate: {
    readonly path: Validator | null;
    readonly query: Validator | null;
    readonly header: Validator | null;
  };
  readonly body: {
    readonly required: boolean;
    /** Null when the body is not a batch. */
    readonly batch: BatchRules | null;
    readonly limits: BodyLimits;
    readonly plans: ReadonlyMap<string, BodyPlan>;
    /**
     * The plan for requests without a Content-Type, when the document has only one media type; otherwise null. It is also null when an
     * answer sets a cookie: a page of another site can send a request without a Content-Type, and no browser asks the server first (CORS).
     */
    readonly only: BodyPlan | null;
  } | null;
  readonly responses: ReadonlyMap<DocumentedStatus, ResponsePlan>;
  /** Media types of the 2xx answers, in document order; empty when one of them is a range. */
  readonly produces: readonly string[];
  readonly security: SecurityPlan;
  readonly cors: string | null;
  /** Whether the texts of the query and body are trimmed. */
  readonly trimsText: boolean;
  /** What the server publishes here; null when a handler answers. */
  readonly published: PublishedKind | null;
  /** The name of the presenter of the operation's errors. */
  readonly errors: string;
}

/** Most bytes of a body when the document does not set a limit. */
export const defaultBodyLimit = 1024 * 1024;
/** Most records of a batch when the document does not set a limit. */
const defaultBatchLimit = 10_000;

/** Compiled operations by document: a process may serve a document many times, as with the sandbox insurers. */
const compiled = new WeakMap<
  OpenApiDocument,
  { readonly validators: Validators; readonly operations: readonly Operation[] }
>();

/**
 * Compiles the operations of a document. The result is cached, so the document must not be changed afterwards. Throws an error when the
 * document asks for something that the server cannot do.
 */
export function compileOperations(document: OpenApiDocument, validators: Validators): readonly Operation[] {
  const known = compiled.get(document);
  if (known?.validators === validators) return known.operations;
  refuseFaults(document);
  const ids = new Set<string>();
  const operations = [...operationsOf(document)].map(({ path, method, operation, parameters }) => {
    const id = operation.operationId as string | undefined;
    if (id === undefined) throw new Error(`${method.toUpperCase()} ${path}: an operation needs an operationId`);
    if (ids.has(id)) throw new Error(`${id}: two operations have this operationId`);
    ids.add(id);
    return compileOperation(document, validators, path, method, operation, parameters);
  });
  compiled.set(document, { validators, operations });
  return operations;
}

function compileOperation(
  document: OpenApiDocument,
  validators: Validators,
  path: string,
  method: HttpMethod,
  operation: OperationObject,
  parameters: readonly ParameterObject[],
): Operation {
  const id = operation.operationId;
  const plansOf = (where: ParameterObject["in"]) =>
    parameters
      .filter((parameter) => parameter.in === where)
      .map((parameter) => named(id, () => planParameter(document, parameter)));
  plansOf("cookie");
  const inPath = new Map(plansOf("path").map((plan) => [plan.name, plan]));
  const inTemplate = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => {
    const plan = inPath.get(name);
    if (plan === undefined) throw new Error(`${id}: the path parameter ${name} is not declared`);
    return plan;
  });
  if (inTemplate.length !== inPath.size) throw new Error(`${id}: a declared path parameter is not part of ${path}`);
  const responses = new Map(
    Object.entries(operation.responses).map(([status, reference]) => [
      statusOf(id, status),
      compileResponse(document, validators, id, status, resolve<ResponseObject>(document, reference)),
    ]),
  );
  const successes = [...responses].filter(([status]) => typeof status === "number" && status >= 200 && status < 300);
  const types = successes.flatMap(([, response]) => [...response.contents.keys()]);
  return {
    id,
    method,
    path,
    pathParameters: inTemplate,
    query: planQuery(plansOf("query")),
    strictQuery: operation["x-accord-query"] === "strict",
    headers: plansOf("header"),
    validate: {
      path: validators[validatorName.parameters(id, "path")] ?? null,
      query: validators[validatorName.parameters(id, "query")] ?? null,
      header: validators[validatorName.parameters(id, "header")] ?? null,
    },
    body: compileBody(document, validators, operation, setsCookie(responses)),
    responses,
    produces: types.some(isRange) ? [] : [...new Set(types)],
    security: compileSecurity(document, operation),
    cors: operation["x-accord-cors"] ?? null,
    trimsText: trimsText(document),
    published: publishedBy(method, operation, responses),
    errors: operation["x-accord-errors"] ?? errorsOf(document),
  };
}

/** The name of the presenter of errors that belong to no operation, such as an unknown address. */
export function errorsOf(document: OpenApiDocument): string {
  return document["x-accord-errors"] ?? "problem";
}

/** The status of VALIDATION_FAILED in the document. */
export function validationStatusOf(document: OpenApiDocument): number {
  return document["x-accord-validation-status"] ?? 400;
}

function trimsText(document: OpenApiDocument): boolean {
  return document["x-accord-text"] === "trimmed";
}

/** Runs `plan`, and adds the place, which begins with the operationId, to the message of an error. */
function named<T>(place: string, plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`, { cause: error });
  }
}

function setsCookie(responses: Operation["responses"]): boolean {
  return [...responses.values()].some(({ headerPlans }) => headerPlans.has("set-cookie"));
}

function compileBody(
  document: OpenApiDocument,
  validators: Validators,
  operation: OperationObject,
  needsType: boolean,
): Operation["body"] {
  if (operation.requestBody === undefined) return null;
  const body = resolve<RequestBodyObject>(document, operation.requestBody);
  const id = operation.operationId;
  const plans = new Map<string, BodyPlan>();
  for (const [mediaType, media] of Object.entries(body.content)) {
    if (isRange(mediaType))
      throw new Error(`${id}: ${mediaType}: the media types of a body are to be listed one by one`);
    const decoder = decoderOf(mediaType);
    const raw = media["x-accord-body"] === "raw";
    const isForm = !raw && (decoder === "form" || decoder === "multipart");
    plans.set(mediaType.toLowerCase(), {
      mediaType,
      decoder,
      raw,
      validate: validators[validatorName.body(id, mediaType)] ?? null,
      form: isForm ? named(`${id}: ${mediaType}`, () => planForm(document, media)) : untyped,
    });
  }
  if (plans.has("application/x-ndjson") !== (body["x-accord-batch"] === true))
    throw new Error(`${id}: x-accord-batch, which says that a body is read line by line, and NDJSON need each other`);
  const untrimmed = [...plans.values()].find(({ decoder, raw }) => decoder !== "json" || raw);
  if (trimsText(document) && untrimmed !== undefined)
    throw new Error(`${id}: x-accord-text: trimmed is for JSON bodies, not for ${untrimmed.mediaType}`);
  const wire = body["x-accord-body-limit"] ?? defaultBodyLimit;
  const only = plans.size === 1 && !needsType ? ([...plans.values()][0] ?? null) : null;
  return {
    required: body.required === true,
    batch:
      body["x-accord-batch"] === true
        ? {
            most: body["x-accord-batch-limit"] ?? defaultBatchLimit,
            validate: validators[validatorName.body(id, "application/x-ndjson")] ?? null,
          }
        : null,
    limits: { wire, decoded: body["x-accord-decoded-limit"] ?? wire, encodings: body["x-accord-encodings"] ?? [] },
    plans,
    only,
  };
}

function decoderOf(mediaType: string): BodyDecoder {
  if (isJson(mediaType)) return "json";
  if (mediaType === "application/x-ndjson") return "ndjson";
  if (mediaType === "application/x-www-form-urlencoded") return "form";
  if (mediaType === "multipart/form-data") return "multipart";
  return mediaType.startsWith("text/") ? "text" : "bytes";
}

const publishedTypes: Readonly<Record<PublishedKind, string>> = { document: "application/json", page: "text/html" };

/** What the server publishes at the operation. Throws an error when the server could not answer as the document says. */
function publishedBy(
  method: HttpMethod,
  { operationId, requestBody, "x-accord-published": kind }: OperationObject,
  responses: Operation["responses"],
): PublishedKind | null {
  if (kind === undefined) return null;
  const type = publishedTypes[kind];
  if (method !== "get" || requestBody !== undefined || responses.get(200)?.onlyType !== type)
    throw new Error(`${operationId}: x-accord-published: ${kind} is for a GET that answers 200 with ${type} alone`);
  return kind;
}

function statusOf(operationId: string, key: string): DocumentedStatus {
  const status = readStatus(key);
  if (status === null) throw new Error(`${operationId}: the response ${key} must be one status, 4XX or 5XX`);
  return status;
}

function compileResponse(
  document: OpenApiDocument,
  validators: Validators,
  id: string,
  status: string,
  response: ResponseObject,
): ResponsePlan {
  const types = Object.keys(response.content ?? {});
  return {
    contents: new Map(types.map((type) => [type, validators[validatorName.response(id, status, type)] ?? null])),
    onlyType: types.length === 1 ? (types[0] ?? null) : null,
    headers: validators[validatorName.responseHeaders(id, status)] ?? null,
    headerPlans: new Map(
      Object.entries(response.headers ?? {}).map(([name, header]) => [
        name.toLowerCase(),
        named(`${id}: ${status}`, () => planHeader(document, name, resolve<HeaderObject>(document, header))),
      ]),
    ),
  };
}
