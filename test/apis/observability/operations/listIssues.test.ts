import { expect } from "chai";
import { expectProblem } from "#test/support/refusals.ts";
import { anEvent } from "./ingest.ts";
import { anError, type IssuePage, issueCalls } from "./issues.ts";
import { type Answer, type Problem, sharedObservabilityServer } from "./server.ts";

describe("listIssues", () => {
  const server = sharedObservabilityServer();
  const { list, send, titles, issueOf, update } = issueCalls(server);

  describe("200", () => {
    it("has an event's issue as soon as ingest has answered, and counts further ones with it", async () => {
      const caller = await server.caller();
      await send(caller, anError("A", { release: "shop@1", user: { id: "ada" } }));
      const first = await issueOf(caller, "A");
      expect(first).to.deep.include({
        ...{ title: "A: no total", culprit: "totalOf (cart.ts)", level: 50, state: "open" },
        ...{ resolvedInRelease: null, ignoredUntil: null, owner: null, eventCount: 1, userCount: 1 },
      });
      await send(
        caller,
        anError("A", { user: { id: "grace" }, level: 60 }),
        anError("A", { user: { id: "ada" } }),
        anError("B"),
      );
      const again = await issueOf(caller, "A");
      expect(again).to.deep.include({
        issueId: first.issueId,
        firstSeen: first.firstSeen,
        eventCount: 3,
        userCount: 2,
      });
      expect(again.trend.hours.reduce((sum, count) => sum + count, 0)).to.equal(3);
      expect(again.trend.days.reduce((sum, count) => sum + count, 0)).to.equal(3);
      expect(await titles(caller, { sort: "eventCount" })).to.deep.equal(["A", "B"]);
    });

    it("narrows the list by every filter", async () => {
      const caller = await server.caller();
      await send(caller, anError("Old", { release: "shop@1", level: 60 }), anError("New", { release: "shop@2" }));
      await send(
        caller,
        anError("Resolved"),
        anError("Later"),
        anError("Never"),
        anEvent({ message: "50% off: A\\B_" }),
      );
      const until = new Date(Date.now() + 3_600_000).toISOString();
      await update(caller, (await issueOf(caller, "Resolved")).issueId, { state: "resolved" });
      await update(caller, (await issueOf(caller, "Later")).issueId, { state: "ignored", ignoredUntil: until });
      await update(caller, (await issueOf(caller, "Never")).issueId, { state: "ignored" });
      const found = async (query: Record<string, string>) => (await titles(caller, query)).toSorted();
      expect(await found({ release: "shop@1" })).to.deep.equal(["Old"]);
      expect(await found({ level: "60" })).to.deep.equal(["Old"]);
      expect(await found({ state: "resolved" })).to.deep.equal(["Resolved"]);
      expect(await found({ state: "ignored" })).to.deep.equal(["Later", "Never"]);
      expect(await found({ state: "open", q: "TOTAL" })).to.deep.equal(["New", "Old"]);
      expect(await found({ q: "% off: a\\b_" })).to.deep.equal(["50% off: A\\B_"]);
      expect(await found({ state: "open", release: "shop@2", level: "50", q: "cart.ts" })).to.deep.equal(["New"]);
      expect(await found({ state: "regressed" })).to.deep.equal([]);
    });

    it("sorts as it is asked to, in pages that leave nothing out and repeat nothing", async () => {
      const caller = await server.caller();
      const names = Array.from({ length: 9 }, (_, index) => String.fromCharCode(65 + index));
      for (const [index, name] of names.entries())
        await send(caller, ...Array.from({ length: 1 + (index % 3) }, () => anError(name)));
      await send(caller, anError("A"));
      const paged = async (sort: string) => {
        const seen: string[] = [];
        for (let cursor: string | null = ""; cursor !== null; ) {
          const { body }: Answer<IssuePage> = await list(caller, {
            sort,
            limit: "2",
            ...(cursor !== "" && { cursor }),
          });
          seen.push(...body.items.map(({ title }) => title.slice(0, 1)));
          cursor = body.nextCursor;
        }
        return seen;
      };
      expect(await paged("firstSeen")).to.deep.equal(names.toReversed());
      expect(await paged("lastSeen")).to.deep.equal(["A", ...names.slice(1).toReversed()]);
      expect((await paged("eventCount")).toSorted()).to.deep.equal(names);
      expect((await paged("eventCount")).slice(0, 3).toSorted()).to.deep.equal(["C", "F", "I"]);
    });
  });

  describe("400", () => {
    it("refuses a cursor of another list", async () => {
      const caller = await server.caller();
      await send(caller, anError("A"), anError("B"));
      const { nextCursor } = (await list(caller, { limit: "1" })).body;
      for (const other of [{ sort: "firstSeen" }, { q: "A" }])
        expectProblem(await list<Problem>(caller, { ...other, cursor: nextCursor ?? "" }), 400, "INVALID_CURSOR");
    });
  });
});
