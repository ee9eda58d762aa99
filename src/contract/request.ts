/** Reads the request of an exchange into the typed form that handlers take. Throws a Problem with all findings. */
import { isUtf8 } from "node:buffer";
import { readBody, requireEncoding } from "#src/http/body.ts";
import { longBody, yieldToEventLoop } from "#src/http/event-loop.ts";
import type { RequestIntake } from "#src/http/intake.ts";
import { maxNameLength } from "#src/http/long-text.ts";
import { readMultipart } from "#src/http/multipart.ts";
import { type FieldError, Problem } from "#src/http/problem.ts";
import { type BatchRules, readJsonBatch, readNdjsonBatch } from "./batch.ts";
import type { Exchange } from "./exchange.ts";
import { check, escapePointer, type Validator } from "./findings.ts";
import { findNul, parseJson } from "./json.ts";
import { parseMediaType } from "./media-type.ts";
import type { BodyPlan, Operation } from "./operation.ts";
import type { ParameterPlan } from "./parameter-plan.ts";
import { parseQuery, readForm, readHeader, readPathParameter, readQuery, setOwn } from "./parameters.ts";
import { besidesBlank, trimTexts } from "./trimmed-text.ts";
import type { Batch } from "./types.ts";

export interface DecodedRequest {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly body: unknown;
  readonly mediaType: string | null;
}

const nothing: Record<string, unknown> = Object.freeze({});

/** Reads the path, query and headers. `pathValues` are still percent-encoded. Returns them with all findings. */
export function readParameters(
  operation: Operation,
  exchange: Exchange,
  pathValues: readonly string[],
): {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  findings: FieldError[];
} {
  const findings: FieldError[] = [];
  let path = nothing;
  if (operation.pathParameters.length > 0) {
    path = {};
    operation.pathParameters.forEach((plan, index) => {
      path[plan.name] = readPathParameter(pathValues[index] ?? "", plan);
    });
    inspect(operation.validate.path, path, "/path", findings);
  }
  let query = nothing;
  if (operation.validate.query !== null) {
    query = queryOf(operation, exchange, findings);
    const blank = operation.trimsText ? trimTexts({ query }, "query") : [];
    inspect(operation.validate.query, query, "/query", findings, blank);
  }
  let headers = nothing;
  if (operation.headers.length > 0) {
    headers = headersOf(operation.headers, exchange);
    inspect(operation.validate.header, headers, "/header", findings);
  }
  return { path, query, headers, findings };
}

function inspect(
  validate: Validator | null,
  values: Record<string, unknown>,
  at: string,
  findings: FieldError[],
  blank: readonly FieldError[] = [],
): void {
  findings.push(...blank);
  if (validate !== null) findings.push(...besidesBlank(check(validate, values, at), blank));
  findings.push(...findNul(values, at));
}

function queryOf(operation: Operation, exchange: Exchange, findings: FieldError[]): Record<string, unknown> {
  try {
    return readQuery(exchange.queryText, operation.query, operation.strictQuery);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    findings.push({ path: "/query", code: "malformed", message: "has percent-escapes that are not valid UTF-8" });
    return {};
  }
}

function headersOf(plans: readonly ParameterPlan[], exchange: Exchange): Record<string, unknown> {
  const headers: Record<string, unknown> = {};
  for (const plan of plans) {
    const given = exchange.incoming.headers[plan.name];
    if (given !== undefined) headers[plan.name] = readHeader(Array.isArray(given) ? given.join(",") : given, plan);
  }
  return headers;
}

/** The plan for the media type of the body; null when the operation takes no body. Throws Problem UNSUPPORTED_MEDIA_TYPE. */
export function bodyPlanOf(operation: Operation, exchange: Exchange): BodyPlan | null {
  const body = operation.body;
  if (body === null || !hasBody(exchange)) return null;
  // An empty header counts as a missing one.
  const header = exchange.incoming.headers["content-type"] || undefined;
  if (header === undefined && body.only !== null) return body.only;
  const type = parseMediaType(header ?? "");
  const plan = type === null ? undefined : body.plans.get(type.essence);
  const charset = type?.charset ?? null;
  if (plan === undefined || (charset !== null && charset !== "utf-8" && charset !== "us-ascii")) {
    const accepted = [...body.plans.keys()].join(", ");
    throw new Problem("UNSUPPORTED_MEDIA_TYPE", {
      detail: header === undefined ? `Send a Content-Type: ${accepted}.` : `Accepted here: ${accepted}, in UTF-8.`,
      headers: { Accept: accepted },
    });
  }
  return plan;
}

function hasBody(exchange: Exchange): boolean {
  const { headers } = exchange.incoming;
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Reads, decodes and validates the body. Of a batch only the bytes are read here. Throws Problem MALFORMED_… or VALIDATION_FAILED. */
export function readValue(operation: Operation, plan: BodyPlan, exchange: Exchange): Promise<unknown> {
  const { body } = operation;
  if (body === null) return Promise.resolve(undefined);
  if (plan.decoder === "multipart") return multipartOf(plan, exchange, body.limits.wire);
  return readBody(exchange.incoming, body.limits, exchange.intake).then((bytes) => {
    if (plan.raw) return { bytes };
    if (body.batch !== null) {
      return batchOf(bytes, plan.decoder === "ndjson" ? readNdjsonBatch : readJsonBatch, body.batch, exchange.intake);
    }
    if (bytes.length < longBody) return decoded(operation, plan, bytes);
    return yieldToEventLoop().then(() => decoded(operation, plan, bytes));
  });
}

function batchOf(
  bytes: Buffer,
  records: typeof readNdjsonBatch,
  rules: BatchRules,
  intake: RequestIntake,
): Batch<unknown> {
  return { bytes, read: (use) => intake.decode(bytes.length, records(bytes, rules, use)) };
}

function decoded(operation: Operation, plan: BodyPlan, bytes: Buffer): unknown {
  const value = decode(plan, bytes);
  if (operation.trimsText) return trimmed(plan, value);
  if (plan.validate !== null && !plan.validate(value)) fail(check(plan.validate, value, "/body"));
  return value;
}

/** Trims the texts of a body. Throws Problem VALIDATION_FAILED when one is only white space. */
function trimmed({ validate }: BodyPlan, value: unknown): unknown {
  const request = { body: value };
  const blank = trimTexts(request, "body");
  const parent = { parentData: request, parentDataProperty: "body" };
  const others = validate === null ? [] : check(validate, request.body, "/body", parent);
  if (blank.length + others.length > 0) fail([...blank, ...besidesBlank(others, blank)]);
  return request.body;
}

function decode(plan: BodyPlan, bytes: Buffer): unknown {
  switch (plan.decoder) {
    case "json":
      return parseJson(bytes);
    case "form":
      return withoutNul(formOf(plan, bytes));
    case "text":
      return withoutNul(textOf(bytes));
    default:
      return bytes;
  }
}

/** Returns the value. Throws Problem VALIDATION_FAILED when it contains a NUL character, which PostgreSQL's text cannot hold. */
function withoutNul<T>(value: T): T {
  const findings = findNul(value, "/body");
  if (findings.length > 0) fail(findings);
  return value;
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Problem("MALFORMED_BODY", { detail: "The body is not valid UTF-8." });
  return bytes.toString("utf8");
}

function formOf(plan: BodyPlan, bytes: Buffer): Record<string, unknown> {
  const text = textOf(bytes);
  let fields: ReturnType<typeof parseQuery>;
  try {
    fields = parseQuery(text);
  } catch (error) {
    throw new Problem("MALFORMED_BODY", {
      detail: "The form has percent-escapes that are not valid UTF-8.",
      cause: error,
    });
  }
  checkNames(fields);
  return readForm(fields, plan.form);
}

/** Throws Problem MALFORMED_BODY when the name of a field is too long. */
function checkNames(...parts: readonly ReadonlyMap<string, unknown>[]): void {
  let number = 0;
  for (const part of parts)
    for (const name of part.keys()) {
      number++;
      if (name.length <= maxNameLength) continue;
      throw new Problem("MALFORMED_BODY", {
        detail: `The name of field ${number} has more than ${maxNameLength} characters.`,
      });
    }
}

async function multipartOf(plan: BodyPlan, exchange: Exchange, limit: number): Promise<unknown> {
  requireEncoding(exchange.incoming, []);
  const { fields, files } = await readMultipart(exchange.context, limit);
  checkNames(fields, files);
  const value = withoutNul(readForm(fields, plan.form));
  // In the schema a file is a string of bytes. Handlers get the path of the file instead, so validation sees an empty text.
  for (const name of files.keys()) setOwn(value, name, "");
  const findings = [
    ...mistakenParts(plan, fields, files),
    ...(plan.validate ? check(plan.validate, value, "/body") : []),
  ];
  if (findings.length > 0) fail(findings);
  for (const [name, file] of files) setOwn(value, name, file);
  return value;
}

/** Yields a finding for each text where the schema has a file (`format: binary`), and for each file where it has something else. */
function* mistakenParts(plan: BodyPlan, fields: Parts, files: Parts): Generator<FieldError> {
  for (const [name, { binary }] of Object.entries(plan.form.properties)) {
    const path = `/body/${escapePointer(name)}`;
    if (binary && fields.has(name)) yield { path, code: "type", message: "must be a file" };
    if (!binary && files.has(name)) yield { path, code: "type", message: "must be text, not a file" };
  }
}

type Parts = ReadonlyMap<string, unknown>;

/** Throws Problem VALIDATION_FAILED with these findings. */
export function fail(fieldErrors: readonly FieldError[]): never {
  throw new Problem("VALIDATION_FAILED", { fieldErrors });
}
