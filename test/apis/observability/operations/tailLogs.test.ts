import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { revokeApiKey } from "#src/identity/api-keys.ts";
import { openingStreams, type ReadStream } from "#test/support/event-stream.ts";
import { startTestServer } from "#test/support/server.ts";
import { until } from "#test/support/until.ts";
import { aLog, logsOf, traceIdOf } from "./otlp.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

type LogEntry = Schemas["LogEntry"];

describe("tailLogs", () => {
  const server = sharedObservabilityServer();
  const path = "/api/v1/monitor/tail/logs";
  const open = openingStreams();
  const tail = async (caller: Headers, query: Record<string, string> = {}, last?: string): Promise<ReadStream> => {
    const stream = open(`${server.baseUrl}${path}?${new URLSearchParams(query)}`, caller, last);
    expect((await stream.response).status).to.equal(200);
    return stream;
  };

  const send = async (caller: Headers, request: unknown) =>
    expect((await server.post("/v1/logs", request, caller)).body).to.deep.equal({});
  const named = (stringValue: string) => ({ body: { stringValue } });
  const bodies = (stream: ReadStream) => (stream.of("log") as LogEntry[]).map(({ body }) => body.stringValue);

  describe("200", () => {
    it("tells of what is stored from then on, as listLogs returns it", async () => {
      const caller = await server.caller();
      await send(caller, logsOf("cart", aLog(named("before"))));
      const stream = await tail(caller);
      const { headers } = await stream.response;
      expect(headers.get("content-type")).to.equal("text/event-stream");
      expect([headers.get("cache-control"), headers.get("x-accel-buffering")]).to.deep.equal(["no-store", "no"]);
      await send(caller, logsOf("cart", aLog(named("first")), aLog(named("second"))));
      await until(() => bodies(stream).length === 2);
      await send(caller, logsOf("cart", aLog(named("third"))));
      await until(() => bodies(stream).length === 3);
      expect(bodies(stream)).to.deep.equal(["first", "second", "third"]);
      const { items } = (await server.get<Schemas["LogPage"]>("/api/v1/monitor/logs", caller)).body;
      const before = items.filter(({ body }) => body.stringValue !== "before");
      expect(stream.of("log")).to.have.deep.members(before);
    });

    it("tells of what another server has stored", async () => {
      const caller = await server.caller();
      const other = await startTestServer({ apis: ["observability"], database: server.database });
      try {
        const stream = await tail(caller);
        const answer = await fetch(`${other.baseUrl}/v1/logs`, {
          method: "POST",
          headers: { ...caller, "content-type": "application/json" },
          body: JSON.stringify(logsOf("cart", aLog(named("there")))),
        });
        expect(answer.status).to.equal(200);
        await until(() => bodies(stream).length === 1);
      } finally {
        await other.stop();
      }
    });

    it("tells each reader of what meets its filters", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      const filters = { traceId: traceId.toUpperCase(), service: "shop", minSeverity: "13", q: "WANTED: 100%" };
      const each = await Promise.all(Object.entries(filters).map(([name, value]) => tail(caller, { [name]: value })));
      const all = await tail(caller, filters);
      const wanted = { traceId, severityNumber: 13, ...named("wanted: 100%") };
      await send(
        caller,
        logsOf(
          "shop",
          aLog({ ...wanted, traceId: traceIdOf() }),
          aLog({ ...wanted, severityNumber: 12 }),
          aLog({ ...wanted, ...named("wanted: 1000") }),
        ),
      );
      await send(caller, logsOf("other", aLog(wanted)));
      await send(caller, logsOf("shop", aLog(wanted)));
      for (const stream of each) await until(() => bodies(stream).length === 4);
      await until(() => bodies(all).length === 1);
    });

    it("goes on where a reader was", async () => {
      const caller = await server.caller();
      const first = await tail(caller);
      await send(caller, logsOf("cart", aLog(named("one"))));
      await until(() => bodies(first).length === 1);
      first.leave();
      await send(caller, logsOf("cart", aLog(named("two")), aLog(named("three"))));
      const second = await tail(caller, {}, first.lastId);
      await until(() => bodies(second).length === 2);
      expect(bodies(second)).to.deep.equal(["two", "three"]);
      const [{ id } = { id: undefined }] = second.events;
      const third = await tail(caller, {}, id);
      await until(() => bodies(third).length === 1);
      expect(bodies(third)).to.deep.equal(["three"]);
    });

    it("ends after the time that was asked for", async () => {
      const stream = await tail(await server.caller(), { seconds: "1" });
      await until(() => stream.isOver);
      expect(stream.of("end")).to.deep.equal([{ reason: "time" }]);
    });

    it("ends when the key is revoked", async () => {
      const { key, keyId } = await server.key();
      const stream = await tail({ authorization: `Bearer ${key}` });
      await revokeApiKey(await server.database.operator(), keyId);
      await until(() => stream.isOver);
      expect(stream.of("end")).to.deep.equal([{ reason: "access" }]);
    });

    it("keeps projects apart, and test from live", async () => {
      const { mine, myLive, theirs } = await server.tenants();
      const [own, live, foreign] = [await tail(mine), await tail(myLive), await tail(theirs)];
      for (const [name, caller] of Object.entries({ mine, myLive, theirs }))
        await send(caller, logsOf("a", aLog(named(name))));
      for (const stream of [own, live, foreign]) await until(() => bodies(stream).length === 1);
      expect([own, live, foreign].map(bodies)).to.deep.equal([["mine"], ["myLive"], ["theirs"]]);
    });
  });
});
