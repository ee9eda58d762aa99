import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { aSpan, nano, type OtlpSpan, text, traceIdOf, tracesOf } from "./otlp.ts";
import { type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

type Query = Record<string, string | number>;

describe("findTraces", () => {
  const server = sharedObservabilityServer();
  const send = (caller: Headers, service: string, ...spans: OtlpSpan[]) =>
    server.post("/v1/traces", tracesOf(service, ...spans), caller);
  const find = <T = Schemas["JaegerTraceList"]>(caller: Headers, query: Query = {}) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    return server.get<T>(`/jaeger/api/traces?${parameters}`, caller);
  };
  /** The names of the first spans of what was found. */
  const names = async (caller: Headers, query: Query = {}) =>
    (await find(caller, query)).body.data.map(({ spans }) => spans[0]?.operationName);
  const minute = 60_000;

  /** A span that started so many ms ago. */
  const ago = (ms: number, given: Partial<OtlpSpan> = {}) => {
    const start = Date.now() - ms;
    return aSpan({ startTimeUnixNano: nano(start), endTimeUnixNano: nano(start + 5), ...given });
  };

  describe("200", () => {
    it("finds the traces of the last hour, the latest first, each with all its spans", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      await send(
        caller,
        "cart",
        ago(30 * minute, { name: "older", traceId }),
        ago(90 * minute, { name: "oldest", traceId }),
      );
      await send(caller, "cart", ago(90 * minute, { name: "too old" }), ago(minute, { name: "latest" }));
      const { body } = await find(caller);
      expect(body.data.map(({ spans }) => spans.map(({ operationName }) => operationName))).to.deep.equal([
        ["latest"],
        ["oldest", "older"],
      ]);
      expect([body.total, body.limit]).to.deep.equal([2, 20]);
    });

    it("looks back as far as spans are kept, and says how far that is", async () => {
      const caller = await server.caller();
      await send(caller, "cart", ago(6 * 24 * 60 * minute, { name: "kept" }));
      const answer = await find(caller, { lookback: "30d" });
      expect(answer.body.data.map(({ spans }) => spans[0]?.operationName)).to.deep.equal(["kept"]);
      expect([answer.body.errors, answer.headers.get("x-retention-days")]).to.deep.equal([null, "7"]);
    });

    it("returns 20 traces at most, or as many as asked for", async () => {
      const caller = await server.caller();
      await send(caller, "cart", ...Array.from({ length: 25 }, (_, at) => ago(at * 1_000, { name: `t${at}` })));
      expect((await find(caller)).body.data).to.have.length(20);
      expect(await names(caller, { limit: 3 })).to.deep.equal(["t0", "t1", "t2"]);
      expect((await find(caller, { limit: 100 })).body).to.include({ total: 25, limit: 100 });
    });

    it("looks back as far as it is told, from now or from the end", async () => {
      const caller = await server.caller();
      const hour = 60 * minute;
      const ages = { now: 0, yesterday: 20 * hour, lastWeek: 6 * 24 * hour, lastMonth: 29 * 24 * hour };
      await send(caller, "cart", ...Object.entries(ages).map(([name, age]) => ago(age, { name })));
      const expected = Object.keys(ages);
      for (const [index, lookback] of ["1h", "24h", "7d", "30d"].entries()) {
        expect(await names(caller, { lookback }), lookback).to.deep.equal(expected.slice(0, index + 1));
      }
      const end = (Date.now() - 19 * hour) * 1_000;
      expect(await names(caller, { lookback: "24h", end })).to.deep.equal(["yesterday"]);
    });

    it("takes Jaeger's own start and end, in microseconds", async () => {
      const caller = await server.caller();
      const time = Date.now() - 5 * minute;
      await send(
        caller,
        "cart",
        ...[0, 10, 20].map((ms) =>
          aSpan({ name: `t${ms}`, startTimeUnixNano: nano(time + ms), endTimeUnixNano: nano(time + ms) }),
        ),
      );
      const query = { start: (time + 5) * 1_000, end: (time + 10) * 1_000, lookback: "custom" };
      expect(await names(caller, query)).to.deep.equal(["t10"]);
      expect(await names(caller, { start: (time + 5) * 1_000 })).to.deep.equal(["t20", "t10"]);
    });

    it("finds a span whose clock runs a little ahead", async () => {
      const caller = await server.caller();
      await send(caller, "cart", ago(-2_000, { name: "ahead" }));
      expect(await names(caller)).to.deep.equal(["ahead"]);
    });

    it("narrows by every condition, which one span must meet together", async () => {
      const caller = await server.caller();
      const now = Date.now();
      const wanted = (given: Partial<OtlpSpan> = {}) =>
        aSpan({
          name: "GET /cart",
          kind: 2,
          startTimeUnixNano: nano(now - 500),
          endTimeUnixNano: nano(now - 400),
          attributes: [{ key: "http.response.status_code", value: { intValue: "200" } }, text("region", "eu")],
          ...given,
        });
      const [good, operation, tags] = [traceIdOf(), traceIdOf(), traceIdOf()];
      const [short, long, service] = [traceIdOf(), traceIdOf(), traceIdOf()];
      await send(
        caller,
        "cart",
        wanted({ traceId: good }),
        wanted({ traceId: operation, name: "GET /cart/1" }),
        wanted({ traceId: tags, attributes: [text("region", "us")] }),
        wanted({ traceId: short, endTimeUnixNano: nano(now - 491) }),
        wanted({ traceId: long, endTimeUnixNano: nano(now + 500) }),
      );
      await send(caller, "billing", wanted({ traceId: service }));
      const conditions: [Query, string | undefined][] = [
        [{ service: "cart" }, service],
        [{ operation: "GET /cart" }, operation],
        [{ tags: '{"http.response.status_code":"200","region":"eu"}' }, tags],
        [{ minDuration: "10ms" }, short],
        [{ maxDuration: "1m0.5s" }, undefined],
        [{ maxDuration: "999.999ms" }, long],
      ];
      const found = async (query: Query) => (await find(caller, query)).body.data.map(({ traceID }) => traceID);
      for (const [query, left] of conditions) {
        const ids = await found(query);
        expect(ids, JSON.stringify(query)).to.have.length(left === undefined ? 6 : 5);
        expect(ids).to.not.include(left);
      }
      expect(await found(Object.assign({}, ...conditions.map(([query]) => query)))).to.deep.equal([good]);
      expect(await found({ service: "billing", operation: "GET /cart/1" })).to.deep.equal([]);
    });

    it("finds by the tags that Jaeger shows for what OTLP keeps in fields", async () => {
      const caller = await server.caller();
      await send(
        caller,
        "cart",
        ago(10, { name: "bad", kind: 3, status: { code: 2 } }),
        ago(20, { name: "good", kind: 2 }),
      );
      expect(await names(caller, { tags: '{"error":"true"}' })).to.deep.equal(["bad"]);
      expect(await names(caller, { tags: '{"span.kind":"server"}' })).to.deep.equal(["good"]);
    });

    it("takes a duration longer than all time for what it is", async () => {
      const caller = await server.caller();
      await send(caller, "cart", ago(10, { name: "t" }));
      expect(await names(caller, { minDuration: "999999999h" })).to.deep.equal([]);
      expect(await names(caller, { maxDuration: "999999999h999999999h" })).to.deep.equal(["t"]);
    });

    it("ignores parameters that Jaeger's clients send beside the documented ones", async () => {
      expect((await find(await server.caller(), { prettyPrint: "true", raw: "1" })).status).to.equal(200);
    });
  });

  describe("400", () => {
    const refused = async (query: Query) => {
      const answer = await find<Problem>(await server.caller(), query);
      expectProblem(answer, 400, "VALIDATION_FAILED");
      return answer.body.fieldErrors.map(({ path }) => path);
    };

    it("names what cannot be together", async () => {
      expect(await refused({ minDuration: "2s", maxDuration: "1s" })).to.deep.equal(["/query/maxDuration"]);
      expect(await refused({ start: 2_000, end: 1_000 })).to.deep.equal(["/query/start"]);
      expect(await refused({ lookback: "custom" })).to.deep.equal(["/query/start"]);
    });

    it("refuses tags that are not the text of a small object of strings", async () => {
      const many = JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, "v"])));
      for (const tags of [
        "no JSON",
        "[]",
        "null",
        '{"a":1}',
        '{"a":"\\u0000"}',
        '{"a":"\\ud800"}',
        '{"\\ud800":"a"}',
        many,
      ]) {
        expect(await refused({ tags }), tags).to.deep.equal(["/query/tags"]);
      }
    });
  });
});
