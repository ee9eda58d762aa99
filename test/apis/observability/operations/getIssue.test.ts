import { expect } from "chai";
import { anError, issueCalls } from "./issues.ts";
import { sharedObservabilityServer } from "./server.ts";

describe("getIssue", () => {
  const server = sharedObservabilityServer();
  const { get, send, issueOf } = issueCalls(server);

  it("tells which releases it was seen in, the last one first, and of what it is made", async () => {
    const caller = await server.caller();
    await send(caller, anError("A", { release: "shop@1" }), anError("A", { release: "shop@1" }));
    await send(caller, anError("A", { release: "shop@2" }), anError("A"));
    const { issueId, firstSeen, lastSeen } = await issueOf(caller, "A");
    const { status, body } = await get(caller, issueId);
    expect(status).to.equal(200);
    expect(body.releases.map(({ release, eventCount }) => [release, eventCount])).to.deep.equal([
      ["shop@2", 1],
      ["shop@1", 2],
    ]);
    expect(body.fingerprints).to.have.length(1);
    expect(body.fingerprints[0]).to.include({ title: "A: no total", eventCount: 4, firstSeen, lastSeen });
  });
});
