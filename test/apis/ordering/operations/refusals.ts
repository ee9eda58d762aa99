/** What operations refuse alike, one `describe` per status. */
import { expect } from "chai";
import { type FaultyOperation, recoversFromFaults } from "#test/support/operation-faults.ts";
import type { Answer, Headers, OrderingServer, Problem } from "./server.ts";

/** The answer is the problem, and names the request. */
export function expectProblem(answer: Answer<unknown>, status: number, code: string): void {
  const body = answer.body as Problem;
  expect([answer.status, body.status, body.code]).to.deep.equal([status, status, code]);
  expect(answer.headers.get("content-type")).to.equal("application/problem+json");
  expect(body.correlationId).to.equal(answer.headers.get("x-request-id"));
}

/** One field that is wrong: the pointer of the finding, and the change that leads to it. */
export type BadField = readonly [pointer: string, change: Readonly<Record<string, unknown>>];

export interface BodyOperation {
  readonly server: OrderingServer;
  readonly path: string | (() => string);
  /** A body that gets through. */
  readonly body: () => Promise<object>;
  readonly badFields: readonly BadField[];
}

/** 400, 406, 413 and 415 of operations that take JSON. */
export function refusesBadBodies({ server, path: given, body, badFields }: BodyOperation): void {
  const path = () => (typeof given === "string" ? given : given());
  describe("400", () => {
    for (const [pointer, change] of badFields) {
      it(`finds what is wrong at ${pointer}: ${JSON.stringify(change).slice(0, 80)}`, async () => {
        const answer = await server.post(path(), { ...(await body()), ...change });
        expectProblem(answer, 400, "VALIDATION_FAILED");
        expect(new Set(answer.body.fieldErrors.map((finding) => finding.path))).to.deep.equal(new Set([pointer]));
      });
    }

    it("finds every required field that is missing, and fields that it does not know", async () => {
      const { body: problem } = await server.post(path(), { colour: "red" });
      const found = problem.fieldErrors.map(({ path: at }) => at);
      expect(found).to.include("/body/colour");
      expect(found.length).to.be.above(1);
    });

    it("refuses what is not JSON, no object, or nothing at all", async () => {
      expectProblem(await server.post(path(), '{"a":'), 400, "MALFORMED_JSON");
      expectProblem(await server.post(path(), "[]"), 400, "VALIDATION_FAILED");
      expectProblem(await server.send("POST", path()), 400, "VALIDATION_FAILED");
    });

    it("refuses NUL characters, which no text may hold", async () => {
      const text = JSON.stringify({ ...(await body()), colour: "\u0000" });
      expectProblem(await server.post(path(), text), 400, "MALFORMED_JSON");
    });
  });

  describe("406", () => {
    it("refuses to answer in another media type than JSON", async () => {
      const headers: Headers = { accept: "text/html" };
      expectProblem(await server.post(path(), await body(), headers), 406, "NOT_ACCEPTABLE");
    });
  });

  describe("413", () => {
    it("refuses a body of more than 64 KiB", async () => {
      expectProblem(await server.post(path(), JSON.stringify("x".repeat(65_536))), 413, "PAYLOAD_TOO_LARGE");
    });
  });

  describe("415", () => {
    it("refuses bodies that are not JSON by their type", async () => {
      const answer = await server.post(path(), await body(), { "content-type": "text/plain" });
      expectProblem(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
    });
  });
}

export interface ReadOperation {
  readonly server: OrderingServer;
  /** An address that gets through. */
  readonly path: () => Promise<string>;
}

/** 406 and the strict query of operations that take no body. */
export function refusesBadReads({ server, path }: ReadOperation): void {
  describe("406", () => {
    it("refuses to answer in another media type than JSON", async () => {
      expectProblem(await server.get(await path(), { accept: "text/html" }), 406, "NOT_ACCEPTABLE");
    });
  });

  describe("400, for any query", () => {
    it("refuses parameters that it does not know", async () => {
      const address = await path();
      const answer = await server.get(`${address}${address.includes("?") ? "&" : "?"}full=1`);
      expectProblem(answer, 400, "VALIDATION_FAILED");
      expect(answer.body.fieldErrors.map((finding) => finding.path)).to.deep.equal(["/query/full"]);
    });
  });
}

/** 500 and 503 (test/support/operation-faults.ts). */
export function survivesFaults(operation: Omit<FaultyOperation, "expectRefusal">): void {
  recoversFromFaults({ expectRefusal: expectProblem, ...operation });
}
