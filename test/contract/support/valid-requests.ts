/** Requests that a document calls valid, made at random: none may be refused for its form. */
import { expect } from "chai";
import { generated } from "#src/apis/generated.ts";
import type { OpenApiDocument, OperationObject, ParameterObject, RequestBodyObject } from "#src/contract/document.ts";
import { operationsOf, resolve } from "#src/contract/document.ts";
import type { Validators } from "#src/contract/operation.ts";
import { compileValidators } from "#src/contract/schema/compile.ts";
import { validatorName } from "#src/contract/schema/names.ts";
import { isDeep } from "#test/support/runs.ts";
import { documentOf } from "./plans.ts";
import { Sampler } from "./sampler.ts";

export type DocumentedOperation = ReturnType<typeof operationsOf> extends Iterable<infer One> ? One : never;

export interface ValidRequest {
  /** Below where the API is mounted, its parameters filled in. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the operation takes none, or none of a kind that is made up. */
  readonly body: unknown;
  /** The body as its media type has it, which the headers name. */
  readonly text: string | undefined;
}

export interface ValidRequestOptions {
  /**
   * What stands in place of a parameter or member that was made up, at any depth: for example an id of something that is there. The operation that it is for comes
   * last.
   */
  readonly known?: (name: string, value: unknown, sampler: Sampler, operationId: string) => unknown;
  /** A parameter of the query that the caller gives. */
  readonly given?: string;
  /** How deep what is made up may be nested, where more than usual is needed to get to the bottom. */
  readonly depthOfNests?: number;
}

export interface Outcome {
  readonly status: number;
  readonly body: unknown;
  /** What was refused, and why: `createQuote /body/items code`. */
  readonly refusals: readonly string[];
}

export interface Trial extends ValidRequestOptions {
  readonly send: (operation: DocumentedOperation, request: ValidRequest) => Promise<Outcome>;
  /** Whether the rule that was broken is one that no schema can say. */
  readonly isRule: (refusal: string) => boolean;
  /** Where bodies are no JSON and no form, and what is sent in their place has to be made by hand. */
  readonly leftOut?: readonly string[];
}

/** No list has issued a cursor that was made up. */
const madeUpCursor = / INVALID_CURSOR$/;
/** Of each operation; REQUESTS gives another number. */
const perOperation = Number(process.env.REQUESTS ?? (isDeep ? 20 : 6));
const atOnce = 8;

/** A test for each operation of a document. */
export function noneIsRefused(api: string, trial: Trial): void {
  const document = documentOf(api);
  let validators: Validators | undefined;
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  for (const documented of operationsOf(document)) {
    const { operationId } = documented.operation;
    if (trial.leftOut?.includes(operationId)) continue;
    it(`are not refused for their form: ${operationId}, seed ${seed}`, async () => {
      validators ??= validatorsOf(api, document);
      const requests = new ValidRequests(document, seed, validators, trial);
      let left = perOperation;
      const worker = async () => {
        while (left-- > 0) {
          const request = requests.make(documented);
          const { status, body, refusals } = await trial.send(documented, request);
          const sent = [request.path, `${request.query}`, request.headers, request.body];
          const shown = JSON.stringify([sent, status, body]).slice(0, 4_000);
          // A busy machine may have no time for a query that is made up.
          if (status !== 503) expect(status, shown).to.be.lessThan(500);
          expect(
            refusals.filter((refusal) => !trial.isRule(refusal) && !madeUpCursor.test(refusal)),
            shown,
          ).to.deep.equal([]);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    });
  }
}

interface Finding {
  readonly path: string;
  readonly code: string;
}

/** A refusal for each finding, with a star for each place in a list; without findings, one for the failure as such. */
export function refusalsOf(operationId: string, code: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [`${operationId} ${code}`];
  return findings.map(({ path, code }) => `${operationId} ${path.replace(/\/\d+(?=\/|$)/g, "/*")} ${code}`);
}

/** What is refused of a form, in an API whose failures are problems; a page tells no more than its status. */
export function refusalsOfProblem(
  { operation: { operationId } }: DocumentedOperation,
  status: number,
  body: unknown,
): string[] {
  if (status !== 400 && status !== 422) return [];
  if (typeof body === "string") return [`${operationId} ${status}`];
  const { code, fieldErrors } = body as { readonly code: string; readonly fieldErrors: readonly Finding[] };
  return refusalsOf(operationId, code, fieldErrors);
}

/**
 * What holds requests to their schemas: compiled here where there is time for all of a document, else what the server has, which lacks bodies
 * that the engine leaves to handlers, and batches.
 */
function validatorsOf(api: string, document: OpenApiDocument): Validators {
  return isDeep
    ? compileValidators(checkedWhole(document))
    : { ...generated(api).validators, ...compileValidators(checkedWhole(document, { onlyChanged: true })) };
}

/** The document, in which such bodies are held to their schemas like all others. What is answered is left out: it has hundreds of schemas. */
function checkedWhole(document: OpenApiDocument, { onlyChanged = false } = {}): OpenApiDocument {
  const copy = structuredClone(document);
  const bodyOf = ({ requestBody }: OperationObject) => requestBody && resolve<RequestBodyObject>(copy, requestBody);
  const rawIn = (body: RequestBodyObject | undefined) =>
    Object.entries(body?.content ?? {}).flatMap(([kind, media]) =>
      Object.hasOwn(writers, kind) && media["x-accord-body"] === "raw" ? [media] : [],
    );
  for (const { path, method, operation } of operationsOf(copy)) {
    Object.assign(operation, { responses: {} });
    const body = bodyOf(operation);
    if (onlyChanged && rawIn(body).length === 0 && body?.["x-accord-batch"] !== true)
      Object.assign(copy.paths[path] ?? {}, { [method]: undefined });
  }
  // Operations may share a body.
  for (const body of [...operationsOf(copy)].map(({ operation }) => bodyOf(operation))) {
    if (body !== undefined) Object.assign(body, { "x-accord-batch": false });
    for (const media of rawIn(body)) Object.assign(media, { "x-accord-body": undefined });
  }
  return copy;
}

/** Of which one in a hundred is valid, at worst: a large body has many parts that may come out wrong. */
const attemptsForOne = 10_000;

/** Kinds of bodies that are made up, and how each is written. */
const writers: Readonly<Record<string, (body: unknown) => string>> = {
  "application/json": (body) => JSON.stringify(body),
  "application/x-ndjson": (body) => JSON.stringify(body),
  "application/x-www-form-urlencoded": (body) => `${asSearch(body as Values)}`,
};

class ValidRequests {
  readonly #document: OpenApiDocument;
  readonly #sampler: Sampler;
  readonly #validators: Validators;
  readonly #options: ValidRequestOptions;

  constructor(document: OpenApiDocument, seed: number, validators: Validators, options: ValidRequestOptions) {
    this.#document = document;
    this.#sampler = new Sampler(document, seed, { ...options, strays: false });
    this.#validators = validators;
    this.#options = options;
  }

  /** Makes requests of an operation until one is valid. Throws an error where too few are. */
  make({ path: template, operation, parameters }: DocumentedOperation): ValidRequest {
    const { operationId } = operation;
    const given = parameters.find(({ name }) => name === this.#options.given)?.name;
    const declared = operation.requestBody && resolve<RequestBodyObject>(this.#document, operation.requestBody);
    const kinds = Object.keys(declared?.content ?? {}).filter((kind) => Object.hasOwn(writers, kind));
    const fits = (name: string, value: unknown) => this.#validators[name]?.(structuredClone(value)) ?? true;
    for (let attempt = 0; attempt < attemptsForOne; attempt++) {
      const [path, query, header] = (["path", "query", "header"] as const).map((place) =>
        this.#parameters(
          parameters.filter((parameter) => parameter.in === place),
          operationId,
        ),
      ) as [Values, Values, Values];
      const kind = kinds.length === 0 ? undefined : this.#sampler.pick(kinds);
      const schema = kind === undefined ? undefined : declared?.content[kind]?.schema;
      const body = schema === undefined ? undefined : this.#withKnown(this.#sampler.value(schema), operationId);
      const isValid =
        fits(validatorName.parameters(operationId, "path"), path) &&
        fits(
          validatorName.parameters(operationId, "query"),
          given === undefined ? query : { ...query, [given]: "x" },
        ) &&
        isSendable(header) &&
        fits(validatorName.parameters(operationId, "header"), lowerCased(header)) &&
        (kind === undefined || fits(validatorName.body(operationId, kind), body));
      if (!isValid) continue;
      return {
        path: template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name]))),
        query: asSearch(query),
        headers: { ...asTexts(header), ...(kind !== undefined && { "content-type": kind }) },
        body,
        text: kind === undefined ? undefined : writers[kind]?.(body),
      };
    }
    throw new Error(`None of ${attemptsForOne} requests of ${operationId} is valid`);
  }

  #parameters(parameters: readonly ParameterObject[], operationId: string): Values {
    const chosen = parameters.filter(
      ({ name, required }) => name !== this.#options.given && (required === true || this.#sampler.chance(0.4)),
    );
    const values = chosen.map(({ name, schema }) => [name, this.#sampler.value(schema)] as const);
    const sendable = values.filter(([, value]) =>
      [value].flat().every((one) => ["string", "number", "boolean"].includes(typeof one)),
    );
    return this.#withKnown(Object.fromEntries(sendable), operationId) as Values;
  }

  #withKnown(value: unknown, operationId: string): unknown {
    const { known } = this.#options;
    if (typeof value !== "object" || value === null || known === undefined) return value;
    if (Array.isArray(value)) return value.map((one) => this.#withKnown(one, operationId));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        known(name, this.#withKnown(member, operationId), this.#sampler, operationId),
      ]),
    );
  }
}

type Values = Readonly<Record<string, unknown>>;

function asTexts(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** A list is its values one after the other. */
function asSearch(values: Values): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );
}

/** A header holds visible ASCII (RFC 9110, 5.5); `fetch` sends nothing else. */
function isSendable(headers: Values): boolean {
  return Object.values(headers).every((value) => /^[!-~]*$/.test(String(value)));
}

function lowerCased(headers: Values): Values {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
