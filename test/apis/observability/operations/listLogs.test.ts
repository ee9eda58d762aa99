import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { aLog, logsOf, nano, text, traceIdOf } from "./otlp.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

type LogPage = Schemas["LogPage"];

describe("listLogs", () => {
  const server = sharedObservabilityServer();
  const send = async (caller: Headers, request: unknown) =>
    expect((await server.post("/v1/logs", request, caller)).body).to.deep.equal({});
  const list = <T = LogPage>(caller: Headers, query: Record<string, string> = {}) =>
    server.get<T>(`/api/v1/monitor/logs?${new URLSearchParams(query)}`, caller);
  const bodies = async (caller: Headers, query: Record<string, string> = {}) =>
    (await list(caller, query)).body.items.map(({ body }) => body.stringValue);
  const named = (stringValue: string) => ({ body: { stringValue } });

  describe("200", () => {
    it("returns a record with everything that was exported", async () => {
      const caller = await server.caller();
      const record = {
        timeUnixNano: "1795255200123456789",
        observedTimeUnixNano: "1795255200123556789",
        severityNumber: 17,
        severityText: "ERROR",
        body: {
          kvlistValue: {
            values: [
              { key: "order", value: { intValue: "9223372036854775807" } },
              { key: "lines", value: { arrayValue: { values: [{ doubleValue: 0.5 }, {}, { bytesValue: "AQID" }] } } },
            ],
          },
        },
        attributes: [text("http.request.method", "POST"), { key: "retry", value: { boolValue: true } }],
        droppedAttributesCount: 2,
        flags: 1,
        traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
        spanId: "00f067aa0ba902b7",
        eventName: "order.placed",
      };
      const resource = { attributes: [text("service.name", "cart"), text("host.name", "web-1")] };
      const scope = { name: "shop.checkout", version: "4.2.0", attributes: [text("team", "checkout")] };
      await send(caller, { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [record] }] }] });
      const { status, body } = await list(caller);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ items: [{ ...record, resource, scope, service: "cart" }], nextCursor: null });
    });

    it("lists the newest first, to the nanosecond, in pages", async () => {
      const caller = await server.caller();
      const time = Date.now();
      const records = [5, 1, 3, 2, 4].map((ns) => aLog({ ...named(`r${ns}`), timeUnixNano: nano(time, ns) }));
      await send(caller, logsOf("a", ...records));
      const first = (await list(caller, { limit: "3" })).body;
      const second = (await list(caller, { limit: "3", cursor: first.nextCursor ?? "" })).body;
      expect([...first.items, ...second.items].map(({ body }) => body.stringValue)).to.deep.equal([
        "r5",
        "r4",
        "r3",
        "r2",
        "r1",
      ]);
      expect(second.nextCursor).to.equal(null);
    });

    it("narrows the list by every filter, and by all of them together", async () => {
      const caller = await server.caller();
      const time = Date.UTC(2026, 10, 20, 12);
      const traceId = traceIdOf();
      const log = { traceId, severityNumber: 13, timeUnixNano: nano(time) };
      await send(
        caller,
        logsOf(
          "shop",
          aLog({ ...log, ...named("Wanted: 100%") }),
          aLog({ ...log, ...named("wanted: 100% elsewhere"), traceId: traceIdOf() }),
          aLog({ ...log, ...named("wanted: 100% quiet"), severityNumber: 12 }),
          aLog({ ...log, ...named("wanted: 100% early"), timeUnixNano: nano(time, -1) }),
          aLog({ ...log, ...named("wanted: 100% late"), timeUnixNano: nano(time + 1_000) }),
          aLog({ ...log, ...named("wanted: 1000") }),
        ),
      );
      await send(caller, logsOf("other", aLog({ ...log, ...named("wanted: 100% other") })));
      const filters: Record<string, [query: Record<string, string>, left: string]> = {
        traceId: [{ traceId: traceId.toUpperCase() }, "wanted: 100% elsewhere"],
        service: [{ service: "shop" }, "wanted: 100% other"],
        minSeverity: [{ minSeverity: "13" }, "wanted: 100% quiet"],
        since: [{ since: new Date(time).toISOString() }, "wanted: 100% early"],
        until: [{ until: new Date(time + 1_000).toISOString() }, "wanted: 100% late"],
        q: [{ q: "WANTED: 100%" }, "wanted: 1000"],
      };
      for (const [name, [query, left]] of Object.entries(filters)) {
        expect(await bodies(caller, query), name)
          .to.have.length(6)
          .and.not.include(left);
      }
      const together = Object.assign({}, ...Object.values(filters).map(([query]) => query));
      expect(await bodies(caller, together)).to.deep.equal(["Wanted: 100%"]);
    });

    it("takes moments beyond those that nanoseconds reach", async () => {
      const caller = await server.caller();
      await send(caller, logsOf("a", aLog(named("there"))));
      const query = { since: "0000-01-01T00:00:00Z", until: "9999-12-31T23:59:59Z" };
      expect(await bodies(caller, query)).to.deep.equal(["there"]);
    });

    it("returns names of attributes and scopes of any length", async () => {
      const caller = await server.caller();
      const scope = { name: "n".repeat(10_000), version: "v".repeat(10_000) };
      const attributes = [text("k".repeat(100_000), "v")];
      await send(caller, { resourceLogs: [{ scopeLogs: [{ scope, logRecords: [aLog({ attributes })] }] }] });
      expect((await list(caller)).status).to.equal(200);
    });
  });

  describe("400", () => {
    it("refuses a cursor of another project, environment or filter, and one of another list", async () => {
      const { mine, myLive, theirs } = await server.tenants();
      await send(mine, logsOf("a", aLog(), aLog()));
      const cursor = (await list(mine, { limit: "1" })).body.nextCursor ?? "";
      const refused = async (caller: Headers, query: Record<string, string> = {}) =>
        expectProblem(await list(caller, { limit: "1", cursor, ...query }), 400, "INVALID_CURSOR");
      await refused(myLive);
      await refused(theirs);
      await refused(mine, { service: "a" });
      const events = await server.get(`/api/v1/monitor/events?limit=1&cursor=${cursor}`, mine);
      expectProblem(events, 400, "INVALID_CURSOR");
    });
  });
});
