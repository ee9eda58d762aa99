import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { aSpan, nano, spanIdOf, traceIdOf, tracesOf } from "./otlp.ts";
import { type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

describe("getServiceMap", () => {
  const server = sharedObservabilityServer();
  const get = <T = Schemas["ServiceMap"]>(caller: Headers, query: Record<string, string> = {}) =>
    server.get<T>(`/api/v1/monitor/service-map?${new URLSearchParams(query)}`, caller);

  /** `web` calls `cart`, which takes so long. */
  async function aCall(caller: Headers, ms: number, fails = false, startMs = Date.now() - 5_000): Promise<void> {
    const [traceId, parentSpanId] = [traceIdOf(), spanIdOf()];
    const times = { startTimeUnixNano: nano(startMs), endTimeUnixNano: nano(startMs + ms) };
    await server.post("/v1/traces", tracesOf("web", aSpan({ traceId, spanId: parentSpanId, ...times })), caller);
    const status = { code: fails ? 2 : 0 };
    const span = aSpan({ traceId, parentSpanId, ...times, status });
    await server.post("/v1/traces", tracesOf("cart", span), caller);
  }

  describe("200", () => {
    it("tells of services and their calls, with errors and durations in microseconds", async () => {
      const caller = await server.caller();
      for (const [ms, fails] of [
        [1, false],
        [2, true],
        [3, false],
        [40, false],
      ] as const)
        await aCall(caller, ms, fails);
      const { status, body } = await get(caller);
      const figures = { spans: 4, errors: 1, medianDuration: 2_000, p95Duration: 40_000 };
      expect([status, body.services, body.calls, body.sample]).to.deep.equal([
        200,
        [
          { service: "cart", ...figures },
          { service: "web", ...figures, errors: 0 },
        ],
        [{ parent: "web", child: "cart", ...figures }],
        false,
      ]);
      expect(Date.parse(body.until) - Date.parse(body.since)).to.equal(3_600_000);
    });

    it("looks at the period that is asked for", async () => {
      const caller = await server.caller();
      const hour = 3_600_000;
      const now = Date.now();
      await aCall(caller, 5, false, now - 3 * hour);
      const asked = async (since: number, until: number) =>
        (await get(caller, { since: new Date(since).toISOString(), until: new Date(until).toISOString() })).body.calls;
      expect((await get(caller)).body.services).to.deep.equal([]);
      expect(await asked(now - 3 * hour, now - 3 * hour + 1)).to.have.length(1);
      expect(await asked(now - 3 * hour + 1, now)).to.deep.equal([]);
    });
  });

  describe("400", () => {
    it("names a period that is empty", async () => {
      const caller = await server.caller();
      const moment = new Date().toISOString();
      const empty = await get<Problem>(caller, { since: moment, until: moment });
      expectProblem(empty, 400, "VALIDATION_FAILED");
      expect(empty.body.fieldErrors.map(({ path }) => path)).to.deep.equal(["/query/until"]);
    });
  });
});
