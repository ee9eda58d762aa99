import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { aLog, logsOf, nano, traceIdOf } from "./otlp.ts";
import { type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

type LogCounts = Schemas["LogCounts"];

describe("countLogs", () => {
  const server = sharedObservabilityServer();
  const hour = 3_600_000;
  const start = Math.floor(Date.now() / hour) * hour - 2 * hour;
  const moment = (ms: number) => new Date(ms).toISOString();
  const send = async (caller: Headers, request: unknown) =>
    expect((await server.post("/v1/logs", request, caller)).body).to.deep.equal({});
  const count = <T = LogCounts>(caller: Headers, query: Record<string, string> = {}) => {
    const asked = { since: moment(start), until: moment(start + hour), buckets: "4", ...query };
    return server.get<T>(`/api/v1/monitor/logs/counts?${new URLSearchParams(asked)}`, caller);
  };
  const numbers = async (caller: Headers, query: Record<string, string> = {}) =>
    (await count(caller, query)).body.buckets.map((bucket) => bucket.count);
  const at = (minutes: number, given: Parameters<typeof aLog>[0] = {}) =>
    aLog({ timeUnixNano: nano(Math.round(start + minutes * 60_000)), ...given });

  describe("200", () => {
    it("counts by time and severity, those without one apart, the first moment included and the last not", async () => {
      const caller = await server.caller();
      const records = [0, 1, 4, 5, 9, 13, 17, 20, 21, 24].map((severityNumber) => at(0, { severityNumber }));
      await send(caller, logsOf("a", ...records, at(15), at(59.999), at(60), at(-0.001)));
      const { status, body } = await count(caller);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        until: moment(start + hour),
        buckets: [
          {
            since: moment(start),
            ...{ count: 10, unspecified: 1, trace: 2, debug: 1, info: 1, warn: 1, error: 2, fatal: 2 },
          },
          ...[1, 0, 1].map((info, index) => ({
            since: moment(start + (index + 1) * 15 * 60_000),
            ...{ count: info, unspecified: 0, trace: 0, debug: 0, info, warn: 0, error: 0, fatal: 0 },
          })),
        ],
        countedSince: moment(start),
        nextCursor: null,
      });
    });

    it("counts what meets every filter", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      const wanted = { traceId, severityNumber: 13, body: { stringValue: "Wanted: 100%" } };
      await send(
        caller,
        logsOf(
          "shop",
          at(20, wanted),
          at(20, { ...wanted, traceId: traceIdOf() }),
          at(20, { ...wanted, severityNumber: 12 }),
          at(20, { ...wanted, body: { stringValue: "wanted: 1000" } }),
        ),
      );
      await send(caller, logsOf("other", at(20, wanted)));
      const filters = { traceId: traceId.toUpperCase(), service: "shop", minSeverity: "13", q: "wanted: 100%" };
      for (const [name, value] of Object.entries(filters))
        expect(await numbers(caller, { [name]: value }), name).to.deep.equal([0, 4, 0, 0]);
      expect(await numbers(caller, filters)).to.deep.equal([0, 1, 0, 0]);
    });

    it("has no more parts than there are milliseconds", async () => {
      const caller = await server.caller();
      await send(caller, logsOf("a", at(0), aLog({ timeUnixNano: nano(start + 1, 999_999) })));
      const until = moment(start + 3);
      expect(await numbers(caller, { until, buckets: "500" })).to.deep.equal([1, 1, 0]);
    });

    it("keeps projects apart, and test from live", async () => {
      const { mine, myLive, theirs } = await server.tenants();
      await send(mine, logsOf("a", at(0)));
      expect(await numbers(mine)).to.deep.equal([1, 0, 0, 0]);
      for (const other of [myLive, theirs]) expect(await numbers(other)).to.deep.equal([0, 0, 0, 0]);
    });
  });

  describe("400", () => {
    it("refuses a time that ends before it begins, and cursors of lists", async () => {
      const caller = await server.caller();
      const backwards = await count<Problem>(caller, { until: moment(start) });
      expectProblem(backwards, 400, "VALIDATION_FAILED");
      expect(backwards.body.fieldErrors.map(({ path }) => path)).to.deep.equal(["/query/until"]);
      await send(caller, logsOf("a", at(0), at(0)));
      const page = await server.get<Schemas["LogPage"]>("/api/v1/monitor/logs?limit=1", caller);
      expectProblem(await count(caller, { cursor: page.body.nextCursor ?? "" }), 400, "INVALID_CURSOR");
    });
  });
});
