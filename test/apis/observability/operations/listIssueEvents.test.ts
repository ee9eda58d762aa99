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
});
