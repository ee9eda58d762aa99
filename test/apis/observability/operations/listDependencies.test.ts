import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { aSpan, nano, spanIdOf, traceIdOf, tracesOf } from "./otlp.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

describe("listDependencies", () => {
  const server = sharedObservabilityServer();
  const list = <T = Schemas["JaegerDependencyList"]>(caller: Headers, query: Record<string, string> = {}) =>
    server.get<T>(`/jaeger/api/dependencies?${new URLSearchParams(query)}`, caller);

  /** One trace in which each service calls the next, a moment after `startMs`. */
  async function aCall(caller: Headers, services: readonly string[], startMs = Date.now() - 30): Promise<void> {
    const traceId = traceIdOf();
    let parentSpanId: string | undefined;
    for (const service of services) {
      const spanId = spanIdOf();
      const times = { startTimeUnixNano: nano(startMs), endTimeUnixNano: nano(startMs + 5) };
      const span = aSpan({ traceId, spanId, ...times, ...(parentSpanId !== undefined && { parentSpanId }) });
      await server.post("/v1/traces", tracesOf(service, span), caller);
      parentSpanId = spanId;
    }
  }

  describe("200", () => {
    it("counts the calls of each pair of services, and none within a service", async () => {
      const caller = await server.caller();
      await aCall(caller, ["web", "cart", "cart", "stock"]);
      await aCall(caller, ["web", "cart"]);
      await aCall(caller, ["batch"]);
      const { status, body } = await list(caller);
      expect([status, body]).to.deep.equal([
        200,
        {
          data: [
            { parent: "cart", child: "stock", callCount: 1 },
            { parent: "web", child: "cart", callCount: 2 },
          ],
          total: 2,
          limit: 0,
          offset: 0,
          errors: null,
        },
      ]);
    });

    it("looks at the period that is asked for, by when the called span starts", async () => {
      const caller = await server.caller();
      const hour = 3_600_000;
      const now = Date.now();
      await aCall(caller, ["web", "cart"], now - 3 * hour);
      await aCall(caller, ["web", "stock"], now - hour);
      const children = async (query: Record<string, string>) =>
        (await list(caller, query)).body.data.map(({ child }) => child);
      expect(await children({})).to.deep.equal(["cart", "stock"]);
      expect(await children({ lookback: String(2 * hour) })).to.deep.equal(["stock"]);
      expect(await children({ endTs: String(now - 2 * hour) })).to.deep.equal(["cart"]);
      expect(await children({ endTs: String(now - 3 * hour), lookback: "1" })).to.deep.equal(["cart"]);
      expect(await children({ endTs: String(Number.MAX_SAFE_INTEGER) })).to.deep.equal([]);
    });
  });
});
