import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { aSpan, tracesOf } from "./otlp.ts";
import { type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

describe("listServiceOperations", () => {
  const server = sharedObservabilityServer();
  const list = <T = Schemas["JaegerOperationList"]>(caller: Headers, service: string) =>
    server.get<T>(`/jaeger/api/services/${encodeURIComponent(service)}/operations`, caller);

  describe("200", () => {
    it("lists each name once, of this service only, in alphabetical order", async () => {
      const caller = await server.caller();
      const names = ["POST /cart", "GET /cart", "GET /cart"];
      await server.post("/v1/traces", tracesOf("cart", ...names.map((name, kind) => aSpan({ name, kind }))), caller);
      await server.post("/v1/traces", tracesOf("billing", aSpan({ name: "charge" })), caller);
      const { status, body } = await list(caller, "cart");
      expect([status, body]).to.deep.equal([
        200,
        { data: ["GET /cart", "POST /cart"], total: 2, limit: 0, offset: 0, errors: null },
      ]);
    });

    it("finds services with every character in their names", async () => {
      const caller = await server.caller();
      const service = "a/b c?d%20e'ü";
      await server.post("/v1/traces", tracesOf(service, aSpan({ name: "work" })), caller);
      expect((await list(caller, service)).body.data).to.deep.equal(["work"]);
    });

    it("lists nothing for a service that sent nothing", async () => {
      expect((await list(await server.caller(), "silent")).body.data).to.deep.equal([]);
    });
  });

  describe("400", () => {
    it("refuses a name that no service can have", async () => {
      const answer = await list<Problem>(await server.caller(), "x".repeat(256));
      expectProblem(answer, 400, "VALIDATION_FAILED");
      expect(answer.body.fieldErrors.map(({ path }) => path)).to.deep.equal(["/path/service"]);
    });
  });
});
