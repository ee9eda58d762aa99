/** Checks answers against the document, encodes them and sends them. */
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FieldError } from "#src/http/problem.ts";
import { check } from "./findings.ts";
import { documentedAs, isJson, isRange } from "./media-type.ts";
import type { Operation, ResponsePlan } from "./operation.ts";
import { readHeader } from "./parameters.ts";
import { responseFor } from "./status.ts";

/** The answer of a handler, without its operation's types. */
export interface HandlerAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Streams the body of an answer that is too large for memory. The JSON text is not checked against the document. The result has the
 * type `never`, which fits every documented body; a union type would make the compiler's messages about wrong bodies less clear.
 */
export function streamedJson(text: Readable): never {
  return text as never;
}

/** An answer in the form in which it is sent. */
export interface WireAnswer {
  readonly status: number;
  /** Null for an answer without content. */
  readonly type: string | null;
  readonly payload: string | Uint8Array | Readable | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer that does not match its document: a fault of the server. */
export class ContractBreach extends Error {
  readonly operationId: string;
  readonly findings: readonly FieldError[];

  constructor(operationId: string, status: number, findings: readonly FieldError[]) {
    const list = findings.map(({ path, message }) => `${path} ${message}`).join("; ");
    super(`${operationId} answered ${status} against its document: ${list}`);
    this.name = "ContractBreach";
    this.operationId = operationId;
    this.findings = findings;
  }
}

const jsonTypes = new Map<string, boolean>();

function isJsonCached(type: string): boolean {
  let answer = jsonTypes.get(type);
  if (answer === undefined) {
    answer = isJson(type);
    if (jsonTypes.size < 256) jsonTypes.set(type, answer);
  }
  return answer;
}

/**
 * Encodes the answer of a handler. Throws ContractBreach when the document does not list its status or media type. Ranges of statuses
 * (`4XX`) do not count: they are for problems.
 */
export function encode(operation: Operation, answer: HandlerAnswer): WireAnswer {
  const plan = operation.responses.get(answer.status);
  if (plan === undefined) throw breach(operation, answer.status, "/status", "is not among the documented statuses");
  const type = answer.type ?? plan.onlyType;
  if (type === null) {
    if (answer.body !== undefined) throw breach(operation, answer.status, "/body", "is not documented");
    return { status: answer.status, type: null, payload: null, headers: answer.headers ?? {} };
  }
  const documented = documentedAs(plan.contents, type);
  if (documented === null || isRange(type))
    throw breach(operation, answer.status, "/type", `${type} is not documented`);
  // A body that is documented by a range (`image/*`) is bytes, even when it is JSON: another party chose its type.
  const isValue = isJsonCached(documented) && !(answer.body instanceof Readable);
  const payload = isValue ? JSON.stringify(answer.body) : (answer.body as WireAnswer["payload"]);
  return { status: answer.status, type, payload, headers: answer.headers ?? {} };
}

/** Checks an answer, or the problem that is sent instead, against its document. Throws ContractBreach with all findings. */
export function checkAnswer(
  operation: Operation,
  answer: HandlerAnswer,
  type: string | null,
  headers: Readonly<Record<string, string>>,
): void {
  const plan = responseFor(operation.responses, answer.status);
  if (plan === undefined) throw breach(operation, answer.status, "/status", "is not among the documented statuses");
  const findings: FieldError[] = [];
  if (type !== null) {
    const validate = plan.contents.get(documentedAs(plan.contents, type) ?? type);
    if (validate === undefined) throw breach(operation, answer.status, "/type", `${type} is not documented`);
    // Serialised and parsed, so that the check sees what the caller reads: Dates as text, no undefined.
    if (validate !== null && !(answer.body instanceof Readable))
      findings.push(...check(validate, JSON.parse(JSON.stringify(answer.body)), "/body"));
  }
  if (plan.headers !== null) findings.push(...check(plan.headers, headerValues(plan, headers), "/header"));
  if (findings.length > 0) throw new ContractBreach(operation.id, answer.status, findings);
}

function headerValues(plan: ResponsePlan, headers: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(headers)) {
    const key = name.toLowerCase();
    const header = plan.headerPlans.get(key);
    values[key] = header === undefined ? text : readHeader(text, header);
  }
  return values;
}

function breach(operation: Operation, status: number, path: string, message: string): ContractBreach {
  return new ContractBreach(operation.id, status, [{ path, code: "undocumented", message }]);
}

/**
 * Sends an answer. Its own headers replace common headers of the same name. Streams are piped; other bodies are sent in one write, with
 * Content-Length.
 */
export function send(
  outgoing: ServerResponse,
  answer: WireAnswer,
  common: Readonly<Record<string, string>>,
  withoutBody: boolean,
): Promise<void> | undefined {
  const { payload } = answer;
  const headers: string[] = [];
  for (const name in common) if (!(name in answer.headers)) headers.push(name, common[name] as string);
  for (const name in answer.headers) headers.push(name, answer.headers[name] as string);
  if (answer.type !== null) headers.push("Content-Type", answer.type);
  if (payload instanceof Readable) {
    outgoing.writeHead(answer.status, headers);
    if (!withoutBody) return pipeline(payload, outgoing);
    payload.destroy();
    outgoing.end();
    return undefined;
  }
  if (payload === null) {
    if (answer.status !== 204 && answer.status !== 304) headers.push("Content-Length", "0");
    outgoing.writeHead(answer.status, headers);
    outgoing.end();
    return undefined;
  }
  const length = typeof payload === "string" ? Buffer.byteLength(payload) : payload.byteLength;
  headers.push("Content-Length", String(length));
  outgoing.writeHead(answer.status, headers);
  if (withoutBody) outgoing.end();
  // As many bytes as UTF-16 units: the text is ASCII and needs no transcoding.
  else if (typeof payload === "string") outgoing.end(payload, length === payload.length ? "latin1" : "utf8");
  else outgoing.end(payload);
  return undefined;
}
