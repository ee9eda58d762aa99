/**
 * A mock of an API, which answers with the examples of its document, for clients that are written before the server. Requests go through
 * the whole engine, so an invalid request is refused as by the real API. openapi-backend chooses the example.
 */
import { OpenAPIBackend } from "openapi-backend";
import type { HandlerAnswer } from "./answer.ts";
import { type Api, bindApi, type ErasedHandler, type ProblemPresenter } from "./api.ts";
import {
  type HeaderObject,
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type ResponseObject,
  resolve,
} from "./document.ts";
import type { Exchange } from "./exchange.ts";
import { isRange } from "./media-type.ts";
import { compileOperations, type Operation, type Validators, validationStatusOf } from "./operation.ts";
import type { DecodedRequest } from "./request.ts";
import type { Authenticator, Batch } from "./types.ts";

/**
 * openapi-backend without its check of the document, which is for OpenAPI 3.0 and refuses or alters 3.1. Our own check has run before.
 * Only its choice of examples is used.
 */
class ExampleBackend extends OpenAPIBackend {
  override validateDefinition(): typeof this.document {
    return this.document;
  }
}

/** Preferences that a caller may send to a mock (RFC 7240): `Prefer: code=404, example=unknownProduct`. */
interface Preference {
  readonly code?: number;
  readonly example?: string;
}

/** Binds a mock to a document. */
export async function mockApi(
  name: string,
  document: OpenApiDocument,
  validators: Validators,
  presenters: Readonly<Record<string, ProblemPresenter>>,
): Promise<Api> {
  const definition = structuredClone(document) as never;
  const backend = new ExampleBackend({ definition, quick: true, validate: false });
  await backend.init();
  const operations = compileOperations(document, validators);
  const described = new Map([...operationsOf(document)].map(({ operation }) => [operation.operationId, operation]));
  const parts = new Map(operations.map(({ id }) => [id, partsOf(document, described.get(id))]));
  const handlers = operations
    .filter(({ published }) => published === null)
    .map((operation) => [operation.id, mockHandler(backend, operation, parts.get(operation.id) ?? new Map())] as const);
  const refusal = String(validationStatusOf(document));
  const anyone: Authenticator<unknown> = {
    // The example headers of the refusal are those of the caller's quota, so every answer has them.
    authenticate({ operationId, answerHeaders }) {
      Object.assign(answerHeaders, parts.get(operationId)?.get(refusal)?.headers);
      return {};
    },
  };
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  const policies = operations.flatMap(({ cors }) => (cors === null ? [] : [cors]));
  return bindApi({
    name,
    document,
    validators,
    handlers: Object.fromEntries(handlers) as never,
    authenticators: Object.fromEntries(schemes.map((scheme) => [scheme, anyone])) as never,
    presenters,
    cors: Object.fromEntries(
      policies.map((policy) => [policy, { allowHeaders: ["*"], exposeHeaders: ["*"], maxAgeSeconds: 600 }]),
    ),
  });
}

/** Parts of an example answer that openapi-backend ignores. */
interface AnswerParts {
  /** The examples of the headers, without the request id, which every answer sets itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** The examples in base64 (`x-accord-example-base64`), by media type. */
  readonly bytes: ReadonlyMap<string, Buffer>;
}

/** The parts of an operation's example answers, by status. */
function partsOf(document: OpenApiDocument, operation: OperationObject | undefined): ReadonlyMap<string, AnswerParts> {
  const responses = Object.entries(operation?.responses ?? {});
  return new Map(
    responses.map(([status, reference]) => {
      const { headers = {}, content = {} } = resolve<ResponseObject>(document, reference);
      const examples = Object.entries(headers).flatMap(([name, header]) => {
        const { example } = resolve<HeaderObject>(document, header);
        return example === undefined || name.toLowerCase() === "x-request-id" ? [] : [[name, String(example)]];
      });
      const bytes = Object.entries(content).flatMap(([type, { "x-accord-example-base64": base64 }]) =>
        base64 === undefined ? [] : [[type, Buffer.from(base64, "base64")] as const],
      );
      return [status, { headers: Object.fromEntries(examples), bytes: new Map(bytes) }];
    }),
  );
}

function mockHandler(
  backend: OpenAPIBackend,
  operation: Operation,
  parts: ReadonlyMap<string, AnswerParts>,
): ErasedHandler {
  return async (request, exchange) => {
    const { body: sent } = request as DecodedRequest;
    if (operation.body?.batch && sent !== undefined) await (sent as Batch<unknown>).read({ keep: () => null });
    const { code, example } = preferenceOf(exchange);
    const wanted = code !== undefined && operation.responses.has(code) ? code : firstSuccess(operation);
    const type = typeOf(operation, wanted, exchange.accepts);
    const { mock } = backend.mockResponseForOperation(operation.id, {
      code: wanted,
      ...(type === undefined ? {} : { mediaType: type }),
      ...(example === undefined ? {} : { example }),
    });
    const { headers = {}, bytes } = parts.get(String(wanted)) ?? {};
    const answer: HandlerAnswer = { status: wanted, headers };
    if (type === undefined) return answer;
    const body = type.endsWith("json") || typeof mock === "string" ? mock : JSON.stringify(mock ?? "");
    return { ...answer, type: isRange(type) ? "application/octet-stream" : type, body: bytes?.get(type) ?? body };
  };
}

function typeOf(operation: Operation, status: number, accepts: string): string | undefined {
  const contents = operation.responses.get(status)?.contents;
  if (contents === undefined || contents.size === 0) return undefined;
  return contents.has(accepts) ? accepts : [...contents.keys()][0];
}

/** The first documented 2xx status that is not a replay, or 501 for an operation that always answers 501. */
function firstSuccess({ responses }: Operation): number {
  const statuses = [...responses.keys()].filter((status) => typeof status === "number");
  const isReplay = (status: number) => responses.get(status)?.headerPlans.has("idempotency-replayed") === true;
  const isSuccess = (status: number) => (status >= 200 && status < 300 && !isReplay(status)) || status === 501;
  return statuses.find(isSuccess) ?? statuses[0] ?? 200;
}

function preferenceOf(exchange: Exchange): Preference {
  const header = exchange.incoming.headers.prefer;
  const text = (Array.isArray(header) ? header.join(",") : (header ?? "")).slice(0, 512);
  const code = /(?:^|[,;]\s*)code\s*=\s*"?(\d{3})"?/.exec(text)?.[1];
  const example = /(?:^|[,;]\s*)example\s*=\s*"?([A-Za-z0-9_.-]{1,100})"?/.exec(text)?.[1];
  return { ...(code === undefined ? {} : { code: Number(code) }), ...(example === undefined ? {} : { example }) };
}
