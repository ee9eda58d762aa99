/** The parts of an API, and the binding at start, which checks that they are complete. */
import type { Problem } from "#src/http/problem.ts";
import type { HandlerAnswer, WireAnswer } from "./answer.ts";
import type { OpenApiDocument } from "./document.ts";
import type { Exchange } from "./exchange.ts";
import type { PathAlias } from "./extensions.ts";
import { compileOperations, errorsOf, type Operation, type Validators, validationStatusOf } from "./operation.ts";
import { Router } from "./router.ts";
import type { Authenticator, Authenticators, Contract, Handlers, Identities } from "./types.ts";

/** Writes a problem in the form that an operation's clients understand. */
export type ProblemPresenter = (problem: Problem, exchange: Exchange) => WireAnswer & { readonly checked: unknown };

/** Cross-origin rules of the operations that name them in `x-accord-cors` (Fetch standard). */
export interface CorsPolicy {
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  readonly maxAgeSeconds: number;
}

/** Hooks for all requests whose caller has been identified. Quotas are charged here. */
export interface Admission {
  /** Called before the body is read. Throws a Problem to refuse the request. */
  arrive(call: Exchange): void;
  /**
   * Called before a 4xx answer to a request that `arrive` has admitted, whether the engine or the handler refuses it. Its errors are
   * ignored, and the 4xx is answered unchanged.
   */
  refused(call: Exchange, problem: Problem): Promise<void>;
}

export interface ApiDefinition<C extends Contract, I extends Identities<C>> {
  readonly name: string;
  /** Files that BindingError names when document and code do not match. */
  readonly sources?: readonly string[];
  readonly document: OpenApiDocument;
  readonly validators: Validators;
  readonly handlers: Handlers<C, I>;
  readonly authenticators: Authenticators<C, I>;
  /** Presenters by the names that `x-accord-errors` uses; `problem` (RFC 9457) is built in. */
  readonly presenters?: Readonly<Record<string, ProblemPresenter>>;
  readonly cors?: Readonly<Record<string, CorsPolicy>>;
  /** Returns the problem for an error that is not a mistake of ours, such as a database that is away; null for other errors. */
  readonly asProblem?: (error: unknown) => Problem | null;
  readonly admission?: Admission;
}

export type ErasedHandler = (request: unknown, call: Exchange) => HandlerAnswer | Promise<HandlerAnswer>;

export interface Route {
  readonly operation: Operation;
  /** Null for operations that the server answers itself (`x-accord-published`). */
  readonly handler: ErasedHandler | null;
}

/** A bound API: every operation of its document has a handler, and every security scheme an authenticator. */
export interface Api {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly router: Router<Route>;
  readonly operations: readonly Operation[];
  readonly authenticators: Readonly<Record<string, Authenticator<unknown>>>;
  readonly presenters: Readonly<Record<string, ProblemPresenter>>;
  /** How errors that belong to no operation are presented. */
  readonly errors: string;
  readonly cors: Readonly<Record<string, CorsPolicy>>;
  readonly validationStatus: number;
  readonly asProblem: (error: unknown) => Problem | null;
  readonly admission: Admission | null;
}

/** Thrown at start when the document and the code do not match. */
export class BindingError extends Error {
  constructor(api: string, sources: readonly string[], faults: readonly string[]) {
    const where = sources.length > 0 ? ` (${sources.join(" and ")} do not match)` : "";
    super(`the ${api} API cannot start${where}:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
    this.name = "BindingError";
  }
}

/** Binds handlers to a document. Throws BindingError, which lists all missing and surplus parts. */
export function bindApi<C extends Contract, I extends Identities<C>>(definition: ApiDefinition<C, I>): Api {
  const { name, document, validators } = definition;
  const operations = compileOperations(document, validators);
  const handlers = definition.handlers as unknown as Readonly<Record<string, ErasedHandler>>;
  const authenticators = definition.authenticators as Readonly<Record<string, Authenticator<unknown>>>;
  const presenters = definition.presenters ?? {};
  const cors = definition.cors ?? {};
  const handled = new Set(operations.filter(({ published }) => published === null).map(({ id }) => id));
  const schemes = new Set(Object.keys(document.components?.securitySchemes ?? {}));
  const faults = [
    ...difference(handled, handlers).map((id) => `the operation ${id} has no handler`),
    ...surplus(handlers, handled).map((id) => `the handler ${id} belongs to no operation`),
    ...difference(schemes, authenticators).map((scheme) => `the security scheme ${scheme} has no authenticator`),
    ...surplus(authenticators, schemes).map((scheme) => `the authenticator ${scheme} belongs to no security scheme`),
    ...operations
      .filter(({ errors }) => errors !== "problem" && presenters[errors] === undefined)
      .map(({ id, errors }) => `${id}: nothing presents errors as ${errors}`),
    ...[errorsOf(document)]
      .filter((errors) => errors !== "problem" && presenters[errors] === undefined)
      .map((errors) => `nothing presents errors as ${errors}`),
    ...operations
      .filter((operation) => operation.cors !== null && cors[operation.cors] === undefined)
      .map((operation) => `${operation.id}: there is no CORS policy ${operation.cors}`),
  ];
  if (faults.length > 0) throw new BindingError(name, definition.sources ?? [], faults);
  const router = new Router<Route>();
  for (const operation of operations) {
    const handler = operation.published === null ? (handlers[operation.id] ?? null) : null;
    for (const path of pathsOf(operation, document["x-accord-path-alias"]))
      router.add(operation.method, path, { operation, handler });
  }
  return {
    name,
    document,
    router,
    operations,
    authenticators,
    presenters,
    errors: errorsOf(document),
    cors,
    validationStatus: validationStatusOf(document),
    asProblem: definition.asProblem ?? (() => null),
    admission: definition.admission ?? null,
  };
}

/** The paths of an operation: its own and, when that begins with the alias's prefix, the path under the alias. */
function pathsOf({ path }: Operation, alias: PathAlias | undefined): string[] {
  if (alias === undefined || !path.startsWith(`${alias.prefix}/`)) return [path];
  return [path, alias.alias + path.slice(alias.prefix.length)];
}

function difference(names: Iterable<string>, present: object): string[] {
  return [...names].filter((name) => !Object.hasOwn(present, name));
}

function surplus(present: object, names: ReadonlySet<string>): string[] {
  return Object.keys(present).filter((name) => !names.has(name));
}
