/** Turns an exchange into the typed request that a handler takes, or throws a Problem with every finding. */
import { readBody } from "#src/http/body.ts";
import { readMultipart } from "#src/http/multipart.ts";
import { type FieldError, Problem } from "#src/http/problem.ts";
import { readJsonBatch, readNdjsonBatch } from "./batch.ts";
import type { Exchange } from "./exchange.ts";
import { check, type Validator } from "./findings.ts";
import { findNul, parseJson } from "./json.ts";
import { parseMediaType } from "./media-type.ts";
import type { BodyPlan, Operation } from "./operation.ts";
import { type ParameterPlan, parseQuery, readForm, readQuery, readSimple } from "./parameters.ts";

export interface DecodedRequest {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly body: unknown;
  readonly mediaType: string | null;
}

const nothing: Record<string, unknown> = Object.freeze({});

/** Path, query and headers, with all that is wrong with them. */
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
      path[plan.name] = readSimple(pathValues[index] ?? "", plan);
    });
    inspect(operation.validate.path, path, "/path", findings);
  }
  let query = nothing;
  if (operation.validate.query !== null) {
    query = queryOf(operation, exchange, findings);
    inspect(operation.validate.query, query, "/query", findings);
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
): void {
  if (validate !== null) findings.push(...check(validate, values, at));
  findings.push(...findNul(values, at));
}

function queryOf(operation: Operation, exchange: Exchange, findings: FieldError[]): Record<string, unknown> {
  try {
    return readQuery(parseQuery(exchange.queryText), operation.query, operation.strictQuery);
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
    if (given !== undefined) headers[plan.name] = readSimple(Array.isArray(given) ? given.join(",") : given, plan);
  }
  return headers;
}

/** Which of the document's media types the body has. Throws Problem UNSUPPORTED_MEDIA_TYPE. */
export function bodyPlanOf(operation: Operation, exchange: Exchange): BodyPlan | null {
  const body = operation.body;
  if (body === null || !hasBody(exchange)) return null;
  const header = exchange.incoming.headers["content-type"];
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

/** Reads, decodes and validates the body. Throws Problem MALFORMED_… or VALIDATION_FAILED. */
export async function readValue(operation: Operation, plan: BodyPlan, exchange: Exchange): Promise<unknown> {
  const body = operation.body;
  if (body === null) return undefined;
  if (plan.decoder === "multipart") return await multipartOf(plan, exchange, body.limits.wire);
  const bytes = await readBody(exchange.incoming, body.limits);
  if (plan.raw) return { bytes };
  if (body.batch) {
    const read = plan.decoder === "ndjson" ? readNdjsonBatch : readJsonBatch;
    return read(bytes, body.validateRecord);
  }
  const value = decode(plan, bytes);
  if (plan.validate !== null && !plan.validate(value)) fail(check(plan.validate, value, "/body"));
  return value;
}

function decode(plan: BodyPlan, bytes: Buffer): unknown {
  switch (plan.decoder) {
    case "json":
      return parseJson(bytes);
    case "form": {
      const form = formOf(plan, bytes);
      const findings = findNul(form, "/body");
      if (findings.length > 0) fail(findings);
      return form;
    }
    case "text":
      return bytes.toString("utf8");
    default:
      return bytes;
  }
}

function formOf(plan: BodyPlan, bytes: Buffer): Record<string, unknown> {
  try {
    return readForm(parseQuery(bytes.toString("utf8")), plan.form);
  } catch (error) {
    throw new Problem("MALFORMED_BODY", {
      detail: "The form has percent-escapes that are not valid UTF-8.",
      cause: error,
    });
  }
}

async function multipartOf(plan: BodyPlan, exchange: Exchange, limit: number): Promise<unknown> {
  const { fields, files } = await readMultipart(exchange.koa, limit);
  const value = readForm(fields, plan.form);
  for (const [name, file] of files) value[name] = file;
  if (plan.validate !== null) {
    // To the schema a file is a string of bytes; what handlers get is where those bytes lie.
    const asText = { ...value, ...Object.fromEntries([...files.keys()].map((name) => [name, ""])) };
    const findings = check(plan.validate, asText, "/body");
    if (findings.length > 0) fail(findings);
  }
  return value;
}

/** Throws Problem VALIDATION_FAILED. */
export function fail(fieldErrors: readonly FieldError[]): never {
  throw new Problem("VALIDATION_FAILED", { fieldErrors });
}
