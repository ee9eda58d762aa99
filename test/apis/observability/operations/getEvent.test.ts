import { expect } from "chai";
import { expectProblem } from "#test/support/refusals.ts";
import { anEvent, type Result, type StoredEvent } from "./ingest.ts";
import { type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

describe("getEvent", () => {
  const server = sharedObservabilityServer();
  const ingest = (caller: Headers, events: unknown) => server.post<Result>("/api/v1/monitor/ingest", events, caller);
  const get = <T = StoredEvent>(caller: Headers, eventId: string, query = "") =>
    server.get<T>(`/api/v1/monitor/events/${encodeURIComponent(eventId)}${query}`, caller);

  describe("200", () => {
    it("returns an event as soon as it was accepted", async () => {
      const caller = await server.caller();
      const event = anEvent({ eventId: "now", release: "r", tags: { a: 1 } });
      await ingest(caller, event);
      const { status, body } = await get(caller, "now");
      expect(status).to.equal(200);
      expect(body).to.deep.include({ ...event, source: "server", environment: null });
    });

    it("finds ids with every character that an id may have", async () => {
      const caller = await server.caller();
      const eventIds = ["a/b?c#d", "ä ü 🎉", "100%", "'; DROP TABLE events --", "x".repeat(128)];
      await ingest(
        caller,
        eventIds.map((eventId) => anEvent({ eventId })),
      );
      for (const eventId of eventIds) {
        expect((await get(caller, eventId)).body.eventId, eventId).to.equal(eventId);
      }
    });

    it("keeps projects apart, and test from live", async () => {
      const { mine, myLive, theirs } = await server.tenants();
      for (const [message, caller] of Object.entries({ mine, myLive, theirs })) {
        await ingest(caller, anEvent({ eventId: "same", message }));
      }
      for (const [message, caller] of Object.entries({ mine, myLive, theirs })) {
        expect((await get(caller, "same")).body.message).to.equal(message);
      }
    });
  });

  describe("400", () => {
    it("refuses an id that is too long, and parameters that it does not know", async () => {
      const caller = await server.caller();
      const tooLong = await get<Problem>(caller, "x".repeat(129));
      expectProblem(tooLong, 400, "VALIDATION_FAILED");
      expect(tooLong.body.fieldErrors.map(({ path }) => path)).to.deep.equal(["/path/eventId"]);
      expectProblem(await get(caller, "x", "?full=1"), 400, "VALIDATION_FAILED");
    });
  });
});
