import { expect } from "chai";
import { expectProblem } from "#test/support/refusals.ts";
import { anError, type IssueDetail, issueCalls } from "./issues.ts";
import { type Problem, sharedObservabilityServer } from "./server.ts";

describe("splitIssue", () => {
  const server = sharedObservabilityServer();
  const { get, send, issueOf, merge, split, events } = issueCalls(server);

  describe("201", () => {
    it("gives a fingerprint an issue of its own again, with its events and those that come", async () => {
      const caller = await server.caller();
      await send(
        caller,
        anError("A", { release: "shop@1" }),
        anError("A"),
        anError("B", { release: "shop@2", eventId: "b" }),
      );
      const [a, b] = [(await issueOf(caller, "A")).issueId, (await issueOf(caller, "B")).issueId];
      const { body: one } = await merge<IssueDetail>(caller, a, [b]);
      const leaving = one.fingerprints
        .filter(({ title }) => title.startsWith("B"))
        .map(({ fingerprint }) => fingerprint);
      const { status, body } = await split<IssueDetail>(caller, a, leaving);
      expect(status).to.equal(201);
      expect(body).to.include({ title: "B: no total", eventCount: 1, state: "open" });
      expect(body.releases.map(({ release }) => release)).to.deep.equal(["shop@2"]);
      expect((await get(caller, a)).body).to.include({ eventCount: 2, title: "A: no total" });
      await send(caller, anError("B", { eventId: "b2" }), anError("A"));
      expect((await get(caller, body.issueId)).body.eventCount).to.equal(2);
      expect((await get(caller, a)).body.eventCount).to.equal(3);
      const listed = (await events(caller, body.issueId)).body.items.map(({ eventId }) => eventId);
      expect(listed).to.deep.equal(["b2", "b"]);
    });
  });

  describe("409", () => {
    it("leaves an issue at least one fingerprint, and takes only those that it has", async () => {
      const caller = await server.caller();
      await send(caller, anError("A"), anError("B"));
      const [a, b] = [await issueOf(caller, "A"), await issueOf(caller, "B")];
      const own = (await get(caller, a.issueId)).body.fingerprints.map(({ fingerprint }) => fingerprint);
      const other = (await get(caller, b.issueId)).body.fingerprints.map(({ fingerprint }) => fingerprint);
      for (const fingerprints of [own, other])
        expectProblem(await split<Problem>(caller, a.issueId, fingerprints), 409, "INVALID_STATE_TRANSITION");
    });
  });
});
