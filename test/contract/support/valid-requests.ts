/** Requests that a document calls valid, made at random. */
import type { OpenApiDocument, ParameterObject, RequestBodyObject } from "#src/contract/document.ts";
import { type operationsOf, resolve } from "#src/contract/document.ts";
import { compileValidators } from "#src/contract/schema/compile.ts";
import { validatorName } from "#src/contract/schema/names.ts";
import { Sampler } from "./sampler.ts";

type DocumentedOperation = ReturnType<typeof operationsOf> extends Iterable<infer One> ? One : never;

export interface ValidRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the operation takes none. */
  readonly body: unknown;
}

export interface ValidRequestOptions {
  readonly seed: number;
  /** What stands in place of a parameter or member that was made up: for example an id of something that is there. */
  readonly known: (name: string, value: unknown, sampler: Sampler) => unknown;
  /** A parameter of the query that the caller gives. */
  readonly given?: string;
}

/** Compiled once: a document has hundreds of schemas. */
const compiled = new WeakMap<OpenApiDocument, ReturnType<typeof compileValidators>>();

function validatorsOf(document: OpenApiDocument) {
  const validators = compiled.get(document) ?? compileValidators(document);
  compiled.set(document, validators);
  return validators;
}

/** Of which one in three is valid, at worst. */
const attemptsForOne = 400;

export class ValidRequests {
  readonly #document: OpenApiDocument;
  readonly #sampler: Sampler;
  readonly #validators: ReturnType<typeof compileValidators>;
  readonly #options: ValidRequestOptions;

  constructor(document: OpenApiDocument, options: ValidRequestOptions) {
    this.#document = document;
    this.#sampler = new Sampler(document, options.seed);
    this.#validators = validatorsOf(document);
    this.#options = options;
  }

  /** Makes requests of an operation until one is valid. Throws an error where too few are. */
  make({ operation, parameters }: DocumentedOperation): ValidRequest {
    const { operationId } = operation;
    const { given } = this.#options;
    const declared = operation.requestBody && resolve<RequestBodyObject>(this.#document, operation.requestBody);
    const schema = declared?.content["application/json"]?.schema;
    const fits = (name: string, value: unknown) => this.#validators[name]?.(structuredClone(value)) ?? true;
    for (let attempt = 0; attempt < attemptsForOne; attempt++) {
      const [path, query, header] = (["path", "query", "header"] as const).map((place) =>
        this.#parameters(parameters.filter((parameter) => parameter.in === place)),
      ) as [Values, Values, Values];
      const body = schema === undefined ? undefined : this.#withKnown(this.#sampler.value(schema));
      const isValid =
        fits(validatorName.parameters(operationId, "path"), path) &&
        fits(
          validatorName.parameters(operationId, "query"),
          given === undefined ? query : { ...query, [given]: "x" },
        ) &&
        isSendable(header) &&
        fits(validatorName.parameters(operationId, "header"), lowerCased(header)) &&
        (body === undefined || fits(validatorName.body(operationId, "application/json"), body));
      if (isValid) return { path: asTexts(path), query: asTexts(query), headers: asTexts(header), body };
    }
    throw new Error(`None of ${attemptsForOne} requests of ${operationId} is valid`);
  }

  #parameters(parameters: readonly ParameterObject[]): Values {
    const chosen = parameters.filter(
      ({ name, required }) => name !== this.#options.given && (required === true || this.#sampler.chance(0.4)),
    );
    const values = chosen.map(({ name, schema }) => [name, this.#sampler.value(schema)] as const);
    const sendable = values.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
    return this.#withKnown(Object.fromEntries(sendable)) as Values;
  }

  #withKnown(value: unknown): unknown {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const { known } = this.#options;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, known(name, member, this.#sampler)]),
    );
  }
}

type Values = Readonly<Record<string, unknown>>;

function asTexts(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** A header holds visible ASCII (RFC 9110, 5.5); `fetch` sends nothing else. */
function isSendable(headers: Values): boolean {
  return Object.values(headers).every((value) => /^[!-~]*$/.test(String(value)));
}

function lowerCased(headers: Values): Values {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
