/** What operations refuse alike, one `describe` per status. */
import { expect } from "chai";
import { createApiKey } from "#src/identity/api-keys.ts";
import { aBusiness, aProject } from "#test/support/identity.ts";
import { recoversFromFaults } from "#test/support/operation-faults.ts";
import type { Answer, Headers, InsuranceServer, Merchant, Problem } from "./server.ts";

/** Whoever is answered these was known: their answers tell what is left of the key's minute. */
const toKnownCallers: ReadonlySet<number> = new Set([400, 404, 406, 409, 413, 415, 422, 429]);
const rateHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

/** The answer is the problem, names the request, and tells of every finding. */
export function expectProblem(answer: Answer<unknown>, status: number, code: string, ...findings: string[]): void {
  const body = answer.body as Problem;
  expect([answer.status, body.status, body.code], JSON.stringify(body)).to.deep.equal([status, status, code]);
  expect(answer.headers.get("content-type")).to.equal("application/problem+json");
  expect(body.correlationId).to.equal(answer.headers.get("x-request-id"));
  if (toKnownCallers.has(status)) for (const name of rateHeaders) expect(answer.headers.get(name)).to.match(/^\d+$/);
  if (findings.length > 0) {
    expect(body.fieldErrors.map((finding) => `${finding.path} ${finding.code}`)).to.have.members(findings);
  }
}

export interface TestedCall {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface TestedOperation {
  readonly server: InsuranceServer;
  /** A call of this merchant that gets through, made anew for every test. */
  readonly aCall: (merchant: Merchant) => Promise<TestedCall>;
}

export function sendCall<T = Problem>(
  server: InsuranceServer,
  { method, path, body }: TestedCall,
  headers: Headers,
): Promise<Answer<T>> {
  const type: Headers = body === undefined ? {} : { "content-type": "application/json" };
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return server.send<T>(method, path, { ...type, ...headers }, text);
}

/** 401, 403 and 429: of whoever is not a merchant in good standing. */
export function refusesStrangers({ server, aCall }: TestedOperation): void {
  describe("401", () => {
    it("refuses a call without a key, and one whose secret is wrong", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const call = await aCall(merchant);
      expectProblem(await sendCall(server, call, {}), 401, "UNAUTHENTICATED");
      const forged = { "x-api-key": `${merchant.keyId}:${"A".repeat(43)}` };
      expectProblem(await sendCall(server, call, forged), 401, "UNAUTHENTICATED");
    });
  });

  describe("403", () => {
    it("refuses a live key until the business is activated for production", async () => {
      const business = await aBusiness(server.database);
      const grant = { environment: "live", scopes: [] } as const;
      const { key } = await createApiKey(await server.database.operator(), { business, project: null }, grant);
      const call = await aCall(await server.aMerchant({ sells: [] }));
      const answer = await sendCall(server, call, { "x-api-key": key });
      expectProblem(answer, 403, "PRODUCTION_NOT_ACTIVATED");
      expect(answer.body.details.checklist).to.be.an("array").with.length(4);
    });

    it("refuses a key of a project", async () => {
      const { business, project } = await aProject(server.database);
      const grant = { environment: "test", scopes: [] } as const;
      const { key } = await createApiKey(await server.database.operator(), { business, project }, grant);
      const call = await aCall(await server.aMerchant({ sells: [] }));
      expectProblem(await sendCall(server, call, { "x-api-key": key }), 403, "FORBIDDEN");
    });
  });

  describe("429", () => {
    it("refuses a key that has used up its minute", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const call = await aCall(merchant);
      await server.useUpBudget(merchant);
      const answer = await sendCall(server, call, merchant.key);
      expectProblem(answer, 429, "RATE_LIMITED");
      expect(answer.headers.get("x-ratelimit-remaining")).to.equal("0");
      expect(answer.headers.get("retry-after")).to.equal(answer.headers.get("x-ratelimit-reset"));
    });
  });
}

/** 400, 406, 413 and 415 of operations that take JSON. */
export function refusesBadBodies({ server, aCall }: TestedOperation): void {
  const sent = async (change: { readonly body?: string; readonly headers?: Headers }) => {
    const merchant = await server.aMerchant({ sells: [] });
    const call = await aCall(merchant);
    return sendCall(server, { ...call, body: change.body ?? call.body }, { ...merchant.key, ...change.headers });
  };

  describe("400, for any body", () => {
    for (const body of ['{"a":', '{"a": "\\u0000"}', "\u00ff"]) {
      it(`refuses ${JSON.stringify(body)}`, async () => {
        expectProblem(await sent({ body }), 400, "BAD_REQUEST");
      });
    }
  });

  describe("413", () => {
    it("refuses a body of more than 1 MiB", async () => {
      expectProblem(await sent({ body: JSON.stringify("x".repeat(1_048_576)) }), 413, "PAYLOAD_TOO_LARGE");
    });
  });

  describe("415", () => {
    it("refuses bodies that are not JSON by their type", async () => {
      expectProblem(await sent({ headers: { "content-type": "text/plain" } }), 415, "UNSUPPORTED_MEDIA_TYPE");
    });
  });
}

/** 406 of operations that answer with JSON. */
export function refusesOtherMediaTypes({ server, aCall }: TestedOperation): void {
  describe("406", () => {
    it("answers nothing but JSON", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const answer = await sendCall(server, await aCall(merchant), { ...merchant.key, accept: "text/html" });
      expectProblem(answer, 406, "NOT_ACCEPTABLE");
    });
  });
}

/** 422 of operations with a strict query. */
export function refusesUnknownParameters({ server, aCall }: TestedOperation): void {
  describe("422, for any query", () => {
    it("refuses parameters that it does not know", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const call = await aCall(merchant);
      const path = `${call.path}${call.path.includes("?") ? "&" : "?"}full=1`;
      const answer = await sendCall(server, { ...call, path }, merchant.key);
      expectProblem(answer, 422, "VALIDATION_FAILED", "/query/full unknown");
    });
  });
}

/** 400 of operations that take an Idempotency-Key. */
export function refusesBadKeys({ server, aCall }: TestedOperation): void {
  describe("400, for any key", () => {
    for (const [key, ...rules] of [
      ["", "pattern", "format"],
      ["1", "pattern", "format"],
      ["c232ab00-9414-11ec-b3c8-9f6bdeced846", "pattern"],
      ["0190f3c2-0000-7000-8000-000000000001", "pattern"],
    ] as const) {
      it(`refuses ${JSON.stringify(key)} for an Idempotency-Key: it is no UUID of version 4`, async () => {
        const merchant = await server.aMerchant({ sells: [] });
        const headers = { ...merchant.key, "idempotency-key": key };
        const answer = await sendCall(server, await aCall(merchant), headers);
        const findings = rules.map((rule) => `/header/idempotency-key ${rule}`);
        expectProblem(answer, 400, "BAD_REQUEST", ...findings);
      });
    }
  });
}

export interface FaultyOperation extends TestedOperation {
  /** A table that the operation cannot do without. */
  readonly table: string;
}

/** 500 and 503 (test/support/operation-faults.ts). */
export function survivesFaults({ server, aCall, table }: FaultyOperation): void {
  const aSender = async () => {
    const merchant = await server.aMerchant({ sells: [] });
    const call = await aCall(merchant);
    return () => sendCall(server, call, merchant.key);
  };
  recoversFromFaults({ server, aSender, table, expectRefusal: expectProblem });
}
