import { expect } from "chai";
import type { EventPage } from "./ingest.ts";
import { anError, issueCalls } from "./issues.ts";
import { type Answer, sharedObservabilityServer } from "./server.ts";

describe("listIssueEvents", () => {
  const server = sharedObservabilityServer();
  const { send, issueOf, events } = issueCalls(server);

  it("has the newest of its events and no others, in pages that leave nothing out and repeat nothing", async () => {
    const caller = await server.caller();
    for (let at = 0; at < 7; at++) await send(caller, anError("A", { eventId: `a${at}` }), anError("B"));
    const { issueId } = await issueOf(caller, "A");
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body }: Answer<EventPage> = await events(caller, issueId, {
        limit: "3",
        ...(cursor !== "" && { cursor }),
      });
      seen.push(...body.items.map(({ eventId }) => eventId));
      cursor = body.nextCursor;
    }
    expect(seen).to.deep.equal(["a6", "a5", "a4", "a3", "a2", "a1", "a0"]);
  });

  it("ends a page with the event that reaches 4 MiB", async () => {
    const caller = await server.caller();
    const extra = "x".repeat(1.5 * 1024 * 1024);
    for (let at = 0; at < 5; at++) await send(caller, anError("Large", { eventId: `large${at}`, extra }));
    const { issueId } = await issueOf(caller, "Large");
    const first: Answer<EventPage> = await events(caller, issueId, { limit: "200" });
    expect(first.body.items.map(({ eventId }) => eventId)).to.deep.equal(["large4", "large3", "large2"]);
    const next: Answer<EventPage> = await events(caller, issueId, {
      limit: "200",
      cursor: first.body.nextCursor ?? "",
    });
    expect(next.body.items.map(({ eventId }) => eventId)).to.deep.equal(["large1", "large0"]);
    expect(next.body.nextCursor).to.equal(null);
  });
});
