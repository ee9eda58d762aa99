import { expect } from "chai";
import { expectProblem } from "#test/support/refusals.ts";
import { anError, issueCalls } from "./issues.ts";
import { type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

describe("updateIssue", () => {
  const server = sharedObservabilityServer();
  const { send, issueOf, update } = issueCalls(server);

  const anIssue = async (caller: Headers, release: string | undefined = undefined): Promise<string> => {
    await send(caller, anError("A", release === undefined ? {} : { release }));
    return (await issueOf(caller, "A")).issueId;
  };

  describe("200", () => {
    it("resolves, and the next event makes it regressed", async () => {
      const caller = await server.caller();
      const id = await anIssue(caller);
      const { body } = await update(caller, id, { state: "resolved", owner: "checkout team" });
      expect(body).to.include({ issueId: id, state: "resolved", resolvedInRelease: null, owner: "checkout team" });
      await send(caller, anError("A"));
      expect(await issueOf(caller, "A")).to.include({ issueId: id, state: "regressed", owner: "checkout team" });
      expect((await update(caller, id, { state: "open", owner: null })).body).to.include({
        state: "open",
        owner: null,
      });
    });

    it("resolves in a release, which events of earlier ones do not change", async () => {
      const caller = await server.caller();
      const id = await anIssue(caller, "shop@1.9.0");
      await update(caller, id, { state: "resolved", resolvedInRelease: "shop@1.10.0" });
      await send(caller, anError("A", { release: "shop@1.9.1" }), anError("A"));
      expect(await issueOf(caller, "A")).to.include({
        ...{ state: "resolved", resolvedInRelease: "shop@1.10.0", eventCount: 3 },
      });
      await send(caller, anError("A", { release: "shop@1.11.0" }));
      expect((await issueOf(caller, "A")).state).to.equal("regressed");
    });

    it("ignores until a moment, whatever comes", async () => {
      const caller = await server.caller();
      const id = await anIssue(caller);
      const ignoredUntil = new Date(Date.now() + 3_600_000).toISOString();
      await update(caller, id, { state: "ignored", ignoredUntil });
      await send(caller, anError("A"));
      expect(await issueOf(caller, "A")).to.include({ state: "ignored", ignoredUntil, eventCount: 2 });
    });

    it("leaves what is not said as it is", async () => {
      const caller = await server.caller();
      const id = await anIssue(caller);
      await update(caller, id, { state: "resolved", resolvedInRelease: "shop@2.0.0" });
      const { body } = await update(caller, id, { owner: "checkout team" });
      expect(body).to.include({ state: "resolved", resolvedInRelease: "shop@2.0.0", owner: "checkout team" });
    });
  });

  describe("400", () => {
    it("lists everything that does not go with the state", async () => {
      const caller = await server.caller();
      const id = await anIssue(caller);
      const change = { state: "open", resolvedInRelease: "shop@1", ignoredUntil: "2026-01-01T00:00:00Z" };
      const refused = await update<Problem>(caller, id, change);
      expectProblem(refused, 400, "VALIDATION_FAILED");
      expect(refused.body.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([
        ["/body/resolvedInRelease", "state"],
        ["/body/ignoredUntil", "state"],
        ["/body/ignoredUntil", "past"],
      ]);
      expectProblem(await update<Problem>(caller, id, {}), 400, "VALIDATION_FAILED");
    });
  });
});
