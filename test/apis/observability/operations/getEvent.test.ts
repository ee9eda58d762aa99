import { expect } from "chai";
import { anEvent, type Result, type StoredEvent } from "./ingest.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

describe("getEvent", () => {
  const server = sharedObservabilityServer();
  const ingest = (caller: Headers, events: unknown) => server.post<Result>("/api/v1/monitor/ingest", events, caller);
  const get = <T = StoredEvent>(caller: Headers, eventId: string, query = "") =>
    server.get<T>(`/api/v1/monitor/events/${encodeURIComponent(eventId)}${query}`, caller);

  describe("200", () => {
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
  });
});
