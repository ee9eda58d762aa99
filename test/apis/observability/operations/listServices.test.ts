import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { aSpan, tracesOf } from "./otlp.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

describe("listServices", () => {
  const server = sharedObservabilityServer();
  const send = (caller: Headers, service: string) => server.post("/v1/traces", tracesOf(service, aSpan()), caller);
  const list = (caller: Headers, query = "") =>
    server.get<Schemas["JaegerServiceList"]>(`/jaeger/api/services${query}`, caller);

  describe("200", () => {
    it("lists each service once, in alphabetical order", async () => {
      const caller = await server.caller();
      for (const service of ["cart", "billing", "cart", "Ärger"]) await send(caller, service);
      const { body } = await list(caller);
      expect(body.data).to.deep.equal(["billing", "cart", "Ärger"]);
      expect(body.total).to.equal(3);
    });

    it("names spans without a service unknown_service, and does not list services that only log", async () => {
      const caller = await server.caller();
      await server.post("/v1/traces", { resourceSpans: [{ scopeSpans: [{ spans: [aSpan()] }] }] }, caller);
      await server.post("/v1/logs", { resourceLogs: [{ scopeLogs: [{ logRecords: [{}] }] }] }, caller);
      expect((await list(caller)).body.data).to.deep.equal(["unknown_service"]);
    });
  });
});
