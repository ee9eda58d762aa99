/**
 * Where Dredd and the contract plan meet. The plan prepares a request and sends it; here "sending" means to give the
 * request to Dredd and to wait until Dredd has judged the answer, so that whatever the plan arranged lasts that long.
 */
import type { OpenApiDocument, ResponseObject } from "#src/contract/document.ts";
import { operationsOf, resolve } from "#src/contract/document.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { whileAway } from "#test/support/faults.ts";
import { bringTo, type Plan, type SendTo } from "../../../scripts/contract-runner/plan.ts";
import type { Draft, Received } from "../../../scripts/contract-runner/request.ts";
import { draftOf, send } from "../../../scripts/contract-runner/request.ts";
import { type Unit, unitsOf } from "../../../scripts/contract-runner/units.ts";

/** The part of Dredd's transaction that hooks read and change. */
export interface Transaction {
  readonly id: string;
  readonly name: string;
  readonly origin: { readonly resourceName: string };
  request: { readonly method: string; headers: Record<string, string>; body: string };
  readonly expected: {
    readonly statusCode: string;
    headers: Record<string, string>;
    body?: string;
    bodySchema?: string;
  };
  /** What was answered, once it was. */
  readonly real?: { readonly body?: string };
  host: string;
  port: string;
  fullPath: string;
  skip?: boolean;
  fail?: string;
}

export interface Stage {
  readonly document: OpenApiDocument;
  readonly baseUrl: string;
  readonly plan: Plan;
  /** Taken away where the answer is to be a 503, as the plan counts upon. */
  readonly database: TestDatabase | undefined;
}

const unavailable = 503;
const tooManyRequests = 429;
/** Of a window: Dredd's own request has to come before it ends (seconds). */
const leastLeft = 3;

/**
 * Sends a request of a plan that uses up a budget. Null once the budget is used up for a while, so that Dredd's request is refused, too;
 * an answer without a status near the end of the window, so that the plan tries again.
 */
async function spend(draft: Draft, baseUrl: string): Promise<Received | null> {
  const received = await send(baseUrl, draft);
  if (received.status !== tooManyRequests) return received;
  const left = Number(received.headers.get("retry-after"));
  return left < leastLeft ? { ...received, status: 0 } : null;
}

/** One transaction: the plan runs until it sends, waits for Dredd's judgement, and then to its end. */
class Scene {
  readonly #judged = Promise.withResolvers<void>();
  readonly #over: Promise<void>;

  constructor(
    bring: (sendTo: SendTo) => Promise<unknown>,
    transaction: Transaction,
    { baseUrl, database }: Stage,
    ready: () => void,
  ) {
    const expected = Number(transaction.expected.statusCode);
    let isReady = false;
    const sendTo: SendTo = async (draft, elsewhere = baseUrl) => {
      if (expected === tooManyRequests) {
        const tried = await spend(draft, elsewhere);
        if (tried !== null) return tried;
      }
      direct(transaction, draft, elsewhere);
      const judged = () => {
        isReady = true;
        ready();
        return this.#judged.promise;
      };
      await (expected === unavailable && database !== undefined ? whileAway(database, judged) : judged());
      return { status: expected, headers: new Headers(), bytes: new TextEncoder().encode(transaction.real?.body) };
    };
    this.#over = Promise.resolve()
      .then(() => bring(sendTo))
      .then(
        () => {
          if (!isReady) transaction.fail = "the plan has ended without a request for Dredd";
        },
        (error: unknown) => {
          transaction.fail = String(error);
        },
      )
      .finally(() => {
        if (!isReady) ready();
      });
  }

  /** Resolves when the plan has cleared up. */
  end(): Promise<void> {
    this.#judged.resolve();
    return this.#over;
  }
}

let stage: Stage | null = null;
let units: readonly Unit[] = [];
let left = new Set<Unit>();
let scene: Scene | null = null;

/** Returns what is left to be shown: empty when Dredd has made a transaction of everything that it can. */
export function open(next: Stage): ReadonlySet<Unit> {
  stage = next;
  units = unitsOf(next.document);
  left = new Set(units.filter(isTransaction));
  return left;
}

/** Dredd keeps bodies as text, and knows no ranges of statuses or media types. */
function isTransaction({ requestType, responseType, status }: Unit): boolean {
  if (isBinary(requestType) || isBinary(responseType)) return false;
  return typeof status === "number" && responseType?.includes("*") !== true;
}

const isBinary = (mediaType: string | null | undefined) => mediaType === "application/x-protobuf";

/** Before Dredd sends: the plan prepares the transaction. */
export function enter(transaction: Transaction, done: () => void): void {
  if (stage === null) throw new Error("the stage is not open");
  const { document, plan } = stage;
  const unit = unitOf(transaction);
  const bring = unit && bringTo(plan, unit);
  if (isBinary(requestTypeOf(transaction)) || isBinary(responseTypeOf(transaction))) {
    transaction.skip = true;
    done();
  } else if (unit === undefined || bring === undefined) {
    transaction.fail = `the plan does not know ${nameOf(transaction)}`;
    done();
  } else {
    left.delete(unit);
    const body = unit.examples[0]?.bytes ?? null;
    // Gavel would compare any other text with the example letter by letter.
    if (/[/+]json$/.test(unit.responseType ?? "")) transaction.expected.bodySchema = schemaOf(document, unit);
    else delete transaction.expected.body;
    // Dredd takes every header that the document describes for one that must be there.
    for (const name of optionalHeaders(document, unit)) delete transaction.expected.headers[name];
    scene = new Scene((sendTo) => bring(draftOf(unit, body), sendTo, unit), transaction, stage, done);
  }
}

/** After Dredd has judged: the plan may go on and clear up. */
export function leave(_transaction: Transaction, done: () => void): void {
  const ending = scene?.end() ?? Promise.resolve();
  scene = null;
  void ending.then(done);
}

function nameOf({ name, request }: Transaction): string {
  return `${request.method} ${name}`;
}

const requestTypeOf = ({ request }: Transaction) => request.headers["Content-Type"] ?? null;
const responseTypeOf = ({ expected }: Transaction) => expected.headers["Content-Type"] ?? null;

function unitOf(transaction: Transaction): Unit | undefined {
  const { request, expected, origin } = transaction;
  return units.find(
    (unit) =>
      unit.path === origin.resourceName &&
      unit.method.toUpperCase() === request.method &&
      unit.status === Number(expected.statusCode) &&
      unit.requestType === requestTypeOf(transaction) &&
      unit.responseType === responseTypeOf(transaction),
  );
}

function direct(transaction: Transaction, { path, query, headers, body }: Draft, baseUrl: string): void {
  const { hostname, port, pathname } = new URL(baseUrl);
  const search = new URLSearchParams(query).toString();
  transaction.host = hostname;
  transaction.port = port;
  transaction.fullPath = `${pathname}${path}${search === "" ? "" : `?${search}`}`;
  transaction.request.headers = { ...headers };
  transaction.request.body = body === null ? "" : new TextDecoder().decode(body);
}

/**
 * Gavel, Dredd's judge, reads JSON Schema draft 7: references are kept and the components that they reach travel along; it refuses
 * OpenAPI's formats of numbers, which say nothing about JSON.
 */
function schemaOf(document: OpenApiDocument, unit: Unit): string {
  const { content = {} } = responseOf(document, unit);
  const schema = content[unit.responseType ?? ""]?.schema ?? true;
  const components = { schemas: reachedFrom(schema, document.components?.schemas ?? {}) };
  const whole = { $schema: "http://json-schema.org/draft-07/schema#", allOf: [schema], components };
  return JSON.stringify(whole, (key, value) => (key === "format" && numberFormats.has(value) ? undefined : value));
}

/** The named schemas that a schema refers to, directly or not. */
function reachedFrom(schema: unknown, schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const reached: Record<string, unknown> = {};
  const visit = (node: unknown) => {
    for (const [, name = ""] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"/]+)/g)) {
      if (name in reached) continue;
      reached[name] = schemas[name];
      visit(schemas[name]);
    }
  };
  visit(schema);
  return reached;
}

function optionalHeaders(document: OpenApiDocument, unit: Unit): string[] {
  const { headers = {} } = responseOf(document, unit);
  return Object.entries(headers)
    .filter(([, header]) => resolve<{ required?: boolean }>(document, header).required !== true)
    .map(([name]) => name);
}

function responseOf(document: OpenApiDocument, unit: Unit): ResponseObject {
  for (const { operation } of operationsOf(document)) {
    const reference = operation.operationId === unit.operationId ? operation.responses[unit.status] : undefined;
    if (reference !== undefined) return resolve<ResponseObject>(document, reference);
  }
  throw new Error(`${unit.operationId} documents no ${unit.status}`);
}

const numberFormats = new Set<unknown>(["int32", "int64", "float", "double"]);
