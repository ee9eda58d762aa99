/**
 * The engine and plain Ajv read the same documents: a request is refused by both or by neither. The requests fit the document or
 * come close; the engine answers them from the document's examples, so that nothing but the document decides.
 */
import { expect } from "chai";
import fc from "fast-check";
import { type ApiName, apiNames } from "#src/apis/index.ts";
import { loadConfig } from "#src/config.ts";
import {
  type OpenApiDocument,
  operationsOf,
  type RequestBodyObject,
  resolve,
  type SecurityRequirement,
} from "#src/contract/document.ts";
import { serveMock } from "#src/server/serve.ts";
import { opened } from "#test/support/opened.ts";
import { silent } from "#test/support/postgres.ts";
import { runs } from "#test/support/runs.ts";
import { documentOf } from "../support/plans.ts";
import { Sampler } from "../support/sampler.ts";
import { type CheckedOperation, type CheckedRequest, Oracle } from "./oracle.ts";

interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
}

interface Callable extends CheckedOperation {
  readonly method: string;
  readonly path: string;
  readonly shown: Credentials;
}

/** The operations whose whole request is a matter of the document: JSON bodies, or none. */
function callables(document: OpenApiDocument): Callable[] {
  return [...operationsOf(document)].flatMap(({ path, method, operation, parameters }) => {
    const body = operation.requestBody && resolve<RequestBodyObject>(document, operation.requestBody);
    const json = body?.content["application/json"];
    if (body !== undefined && (json?.schema === undefined || json["x-accord-body"] === "raw")) return [];
    // A batch is taken though some of its records are wrong.
    if (body?.["x-accord-batch"] === true || operation["x-accord-published"] !== undefined) return [];
    const { operationId } = operation;
    const strictQuery = operation["x-accord-query"] === "strict";
    const querySchema = operation["x-accord-query-schema"];
    const called = {
      operationId,
      method,
      path,
      parameters,
      strictQuery,
      ...(querySchema !== undefined && { querySchema }),
      shown: credentials(document, operation.security),
    };
    if (body === undefined || json?.schema === undefined) return [called];
    return [{ ...called, body: { schema: json.schema, required: body.required === true } }];
  });
}

function sample(document: OpenApiDocument, operation: Callable, seed: number): CheckedRequest {
  const sampler = new Sampler(document, seed);
  const path: Record<string, string> = {};
  const query: [string, string][] = [];
  const headers: Record<string, string> = {};
  for (const { name, in: where, required, schema } of operation.parameters) {
    if (where !== "path" && !sampler.chance(required === true ? 0.97 : 0.4)) continue;
    const value = sampler.value(schema);
    const all = Array.isArray(value) && where === "query" ? value : [value];
    for (const each of all) {
      const text = typeof each === "string" ? each : JSON.stringify(each);
      // An empty path segment is another path, and headers hold visible ASCII only.
      if (where === "path") path[name] = text || "x";
      else if (where === "query") query.push([name, text]);
      else if (/^[\x21-\x7e]+$/.test(text)) headers[name.toLowerCase()] = text;
    }
  }
  if (sampler.chance(0.03)) query.push(["unheardOf", "1"]);
  if (operation.body === undefined || sampler.chance(0.02)) return { path, query, headers };
  return { path, query, headers, body: sampler.value(operation.body.schema) };
}

/** What the first of an operation's ways in asks for: a mock lets everyone in who shows anything. */
function credentials(document: OpenApiDocument, security: readonly SecurityRequirement[] | undefined): Credentials {
  const headers: Record<string, string> = {};
  const query: [string, string][] = [];
  for (const name of Object.keys((security ?? document.security ?? [])[0] ?? {})) {
    const scheme = document.components?.securitySchemes?.[name];
    if (scheme?.type === "http") headers.authorization = scheme.scheme === "basic" ? "Basic eDp4" : "Bearer x";
    else if (scheme?.in === "header") headers[scheme.name.toLowerCase()] = "x";
    else if (scheme?.in === "cookie") headers.cookie = `${scheme.name}=x`;
    else if (scheme?.in === "query") query.push([scheme.name, "x"]);
  }
  return { headers, query };
}

for (const name of apiNames) describe(`requests to ${name}, judged by the engine and by Ajv`, () => judged(name));

function judged(name: ApiName): void {
  const document = documentOf(name);
  const operations = callables(document);
  const oracle = new Oracle(document);
  const running = opened(() => serveMock({ ...loadConfig({}), port: 0 }, silent, name));

  async function answer(operation: Callable, request: CheckedRequest): Promise<{ status: number; text: string }> {
    const path = operation.path.replace(/\{([^}]+)\}/g, (_, part: string) =>
      encodeURIComponent(request.path[part] ?? ""),
    );
    const query = new URLSearchParams([...operation.shown.query, ...request.query] as [string, string][]);
    const headers = { ...operation.shown.headers, ...request.headers };
    const hasBody = request.body !== undefined;
    const response = await fetch(`${running.url}${path}?${query}`, {
      method: operation.method.toUpperCase(),
      headers: hasBody ? { ...headers, "content-type": "application/json" } : headers,
      ...(hasBody && { body: JSON.stringify(request.body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  it("are refused by both or by neither", async () => {
    const verdicts = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.nat(operations.length - 1), fc.nat(), async (index, seed) => {
        const operation = operations[index] as Callable;
        const request = sample(document, operation, seed);
        const fault = oracle.faultOf(operation, request);
        const { status, text } = await answer(operation, request);
        verdicts[fault === null ? "taken" : "refused"]++;
        // An address can be too long before anyone asks what it means.
        fc.pre(status !== 431);
        // Wallet credentials are a parameter of each operation, and a caller without them is nobody.
        const refused = [400, 401, 422].includes(status);
        const what = `${operation.operationId} ${JSON.stringify(request).slice(0, 800)}: ${status} ${text.slice(0, 400)}`;
        expect(refused, `${what}\nAjv: ${fault?.slice(0, 400)}`).to.equal(fault !== null);
      }),
      { numRuns: runs(3_000), endOnFailure: true },
    );
    expect(verdicts.taken, JSON.stringify(verdicts)).to.be.greaterThan(0);
    expect(verdicts.refused, JSON.stringify(verdicts)).to.be.greaterThan(0);
  });
}
