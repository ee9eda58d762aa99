import { expect } from "chai";
import { expectProblem } from "#test/support/refusals.ts";
import { anError, type IssueDetail, issueCalls } from "./issues.ts";
import { type Problem, sharedObservabilityServer } from "./server.ts";

describe("mergeIssues", () => {
  const server = sharedObservabilityServer();
  const { get, send, titles, issueOf, merge, update } = issueCalls(server);
  const idOf = async (...given: Parameters<typeof issueOf>) => (await issueOf(...given)).issueId;

  describe("200", () => {
    it("makes them one, for events that were and for those that come, also where one has been merged before", async () => {
      const caller = await server.caller();
      await send(
        caller,
        anError("A", { user: { id: 1 } }),
        anError("B", { user: { id: 2 } }),
        anError("C", { user: { id: 1 } }),
      );
      const [a, b, c] = [await idOf(caller, "A"), await idOf(caller, "B"), await idOf(caller, "C")];
      await merge(caller, b, [c]);
      const { status, body } = await merge<IssueDetail>(caller, a, [b, b]);
      expect(status).to.equal(400);
      expect((await merge<IssueDetail>(caller, a, [b])).body).to.include({ issueId: a, eventCount: 3, userCount: 2 });
      expect(body).to.have.property("code", "VALIDATION_FAILED");
      await send(caller, anError("B"), anError("C"));
      expect(await titles(caller)).to.deep.equal(["A"]);
      for (const id of [a, b, c]) {
        const { body: found } = await get(caller, id);
        expect(found).to.include({ issueId: a, eventCount: 5, userCount: 2, title: "A: no total" });
        expect(found.fingerprints).to.have.length(3);
      }
      expect((await merge<IssueDetail>(caller, a, [c])).body.eventCount, "again").to.equal(5);
    });

    it("gives it the level of the newest event of all", async () => {
      const caller = await server.caller();
      await send(caller, anError("A"));
      await send(caller, anError("B", { level: 60 }));
      const [a, b] = [await idOf(caller, "A"), await idOf(caller, "B")];
      expect((await merge<IssueDetail>(caller, a, [b])).body).to.include({ issueId: a, level: 60 });
    });

    it("keeps the state of the issue that stays", async () => {
      const caller = await server.caller();
      await send(caller, anError("A"), anError("B"));
      const [a, b] = [await idOf(caller, "A"), await idOf(caller, "B")];
      await update(caller, a, { state: "resolved", owner: "me" });
      expect((await merge<IssueDetail>(caller, a, [b])).body).to.include({ state: "resolved", owner: "me" });
      await send(caller, anError("B"));
      expect((await get(caller, b)).body).to.include({ issueId: a, state: "regressed" });
    });
  });

  describe("404", () => {
    it("finds no issue of another tenant, and then changes nothing", async () => {
      const { mine, myLive, theirs } = await server.tenants();
      for (const caller of [mine, myLive, theirs]) await send(caller, anError("A"));
      const own = await idOf(mine, "A");
      for (const caller of [myLive, theirs]) {
        const foreign = await idOf(caller, "A");
        expectProblem(await merge<Problem>(mine, own, [foreign]), 404, "NOT_FOUND");
        expectProblem(await merge<Problem>(mine, foreign, [own]), 404, "NOT_FOUND");
        expect((await get(caller, foreign)).body.eventCount).to.equal(1);
      }
      expect((await get(mine, own)).body.eventCount).to.equal(1);
    });
  });
});
