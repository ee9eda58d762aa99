import { expect } from "chai";
import { expectProblem } from "#test/support/refusals.ts";
import { anEvent, type EventPage, type Result } from "./ingest.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

describe("listEvents", () => {
  const server = sharedObservabilityServer();
  const ingest = (caller: Headers, events: unknown) => server.post<Result>("/api/v1/monitor/ingest", events, caller);
  const list = <T = EventPage>(caller: Headers, query: Record<string, string> = {}) =>
    server.get<T>(`/api/v1/monitor/events?${new URLSearchParams(query)}`, caller);
  const ids = async (caller: Headers, query: Record<string, string> = {}) =>
    (await list(caller, query)).body.items.map(({ eventId }) => eventId);
  const time = Date.UTC(2026, 10, 20, 12);

  describe("200", () => {
    it("lists the newest first, by the senders' clocks", async () => {
      const caller = await server.caller();
      await ingest(
        caller,
        [2, 0, 1].map((at) => anEvent({ eventId: `e${at}`, time: time + at })),
      );
      expect(await ids(caller)).to.deep.equal(["e2", "e1", "e0"]);
    });

    it("narrows the list by every filter, and by all of them together", async () => {
      const caller = await server.caller();
      const wanted = {
        eventId: "wanted",
        level: 50,
        time,
        message: "The Payment failed: 100%",
        release: "shop@2",
        environment: "staging",
      };
      await ingest(caller, [
        wanted,
        { ...wanted, eventId: "level", level: 40 },
        { ...wanted, eventId: "release", release: "shop@20" },
        { ...wanted, eventId: "environment", environment: "production" },
        { ...wanted, eventId: "early", time: time - 1 },
        { ...wanted, eventId: "late", time: time + 1000 },
        { ...wanted, eventId: "other", message: "1000 payments" },
      ]);
      const filters: Record<string, [query: Record<string, string>, left: string]> = {
        level: [{ level: "50" }, "level"],
        release: [{ release: "shop@2" }, "release"],
        environment: [{ environment: "staging" }, "environment"],
        since: [{ since: new Date(time).toISOString() }, "early"],
        until: [{ until: new Date(time + 1000).toISOString() }, "late"],
        q: [{ q: "payment FAILED: 100%" }, "other"],
      };
      for (const [name, [query, left]] of Object.entries(filters)) {
        const found = await ids(caller, query);
        expect(found, name).to.have.length(6).and.not.include(left);
      }
      const together = Object.assign({}, ...Object.values(filters).map(([query]) => query));
      expect(await ids(caller, together)).to.deep.equal(["wanted"]);
      expect(await ids(caller, { ...together, platform: "android" })).to.deep.equal([]);
    });

    it("searches exceptions too", async () => {
      const caller = await server.caller();
      const exception = { type: "CartError", value: "Nothing in the trolley" };
      await ingest(caller, [
        { level: 50, time, eventId: "by-exception", exception },
        anEvent({ eventId: "other", tags: { cart: "trolley" } }),
      ]);
      for (const q of ["carterror", "in the TROLLEY"]) expect(await ids(caller, { q })).to.deep.equal(["by-exception"]);
    });

    it("takes since as the first moment and until as the first one left out, in any time zone", async () => {
      const caller = await server.caller();
      await ingest(
        caller,
        [0, 1, 2].map((at) => anEvent({ eventId: `e${at}`, time: time + at })),
      );
      const query = { since: "2026-11-20T13:00:00.001+01:00", until: "2026-11-20T12:00:00.002Z" };
      expect(await ids(caller, query)).to.deep.equal(["e1"]);
    });

    it("gives a cursor after the longest and strangest of event ids that it takes back", async () => {
      const caller = await server.caller();
      await ingest(
        caller,
        [1, 2].map((at) => anEvent({ eventId: String.fromCharCode(at).repeat(128) })),
      );
      const { body } = await list(caller, { limit: "1" });
      const next = await list(caller, { limit: "1", cursor: body.nextCursor ?? "" });
      expect([next.status, next.body.items.length]).to.deep.equal([200, 1]);
    });
  });

  describe("400", () => {
    it("refuses a cursor of another project, environment or filter, and one that was made up", async () => {
      const { mine, myLive, theirs } = await server.tenants();
      await ingest(mine, [anEvent(), anEvent()]);
      const cursor = (await list(mine, { limit: "1" })).body.nextCursor ?? "";
      const refused = async (caller: Headers, query: Record<string, string>) =>
        expectProblem(await list(caller, { limit: "1", ...query }), 400, "INVALID_CURSOR");
      await refused(myLive, { cursor });
      await refused(theirs, { cursor });
      await refused(mine, { cursor, level: "50" });
      await refused(mine, { cursor: `${cursor.slice(0, -2)}AA` });
      await refused(mine, { cursor: "made-up" });
      expect((await list(mine, { limit: "1", cursor })).status).to.equal(200);
    });
  });
});
