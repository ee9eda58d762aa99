import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { openingStreams, type ReadStream } from "#test/support/event-stream.ts";
import { until } from "#test/support/until.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

type StoredEvent = Schemas["StoredEvent"];

/** What it has in common with tailLogs is tested there. */
describe("tailEvents", () => {
  const server = sharedObservabilityServer();
  const path = "/api/v1/monitor/tail/events";
  const open = openingStreams();
  const tail = async (caller: Headers, query: Record<string, string> = {}, last?: string): Promise<ReadStream> => {
    const stream = open(`${server.baseUrl}${path}?${new URLSearchParams(query)}`, caller, last);
    expect((await stream.response).status).to.equal(200);
    return stream;
  };

  const send = async (caller: Headers, ...events: object[]) => {
    const body = events.map((event) => ({ time: Date.now(), level: 30, ...event }));
    expect((await server.post("/api/v1/monitor/ingest", body, caller)).status).to.equal(202);
  };
  const messages = (stream: ReadStream) => (stream.of("event") as StoredEvent[]).map(({ message }) => message);

  describe("200", () => {
    it("tells of what is stored from then on, as listEvents returns it, however old it says it is", async () => {
      const caller = await server.caller();
      await send(caller, { message: "before" });
      const stream = await tail(caller);
      await send(caller, { message: "late", time: Date.now() - 3_600_000, tags: { region: "eu" } }, { message: "new" });
      await until(() => messages(stream).length === 2);
      const { items } = (await server.get<Schemas["EventPage"]>("/api/v1/monitor/events", caller)).body;
      expect(stream.of("event")).to.have.deep.members(items.filter(({ message }) => message !== "before"));
      stream.leave();
      await send(caller, { message: "meanwhile" });
      const again = await tail(caller, {}, stream.lastId);
      await until(() => messages(again).length === 1);
      expect(messages(again)).to.deep.equal(["meanwhile"]);
    });

    it("tells each reader of what meets its filters", async () => {
      const caller = await server.caller();
      const filters = { level: "40", release: "shop@1", environment: "production", q: "REFUSED" };
      const each = await Promise.all(Object.entries(filters).map(([name, value]) => tail(caller, { [name]: value })));
      const all = await tail(caller, filters);
      const wanted = { ...filters, level: 40, message: "payment refused", q: undefined };
      const others = [{ level: 50 }, { release: "shop@2" }, { environment: "staging" }];
      await send(caller, wanted, ...others.map((other) => ({ ...wanted, ...other })), { ...wanted, message: "paid" });
      for (const stream of each) await until(() => messages(stream).length === 4);
      await until(() => messages(all).length === 1);
    });
  });
});
