import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { aSpan, tracesOf } from "./otlp.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

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
  });
});
