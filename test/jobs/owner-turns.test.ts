import { EventEmitter } from "node:events";
import { expect } from "chai";
import type { WorkerEvents } from "graphile-worker";
import { OwnerTurns } from "#src/jobs/owner-turns.ts";

describe("the turns of owners", () => {
  /** Of a pool in which a job that fails after so long has held up others (ms). */
  function aPool(longMs: number) {
    const events: WorkerEvents = new EventEmitter();
    const turns = new OwnerTurns(events, longMs);
    const tell = (name: string, flag: string, error: unknown = null) =>
      (events as EventEmitter).emit(name, { job: { id: flag, flags: { [flag]: true } }, error });
    return {
      begin: (flag: string) => tell("job:start", flag),
      end: (flag: string, error: unknown = null) => tell("job:complete", flag, error),
      async forbidden(): Promise<string[]> {
        const flags = await turns.forbidden();
        (events as EventEmitter).emit("worker:getJob:empty", {});
        return flags;
      },
    };
  }
  const failure = new Error("canceling statement due to statement timeout");

  it("pass over the jobs of owners that have one running", async () => {
    const { begin, end, forbidden } = aPool(0);
    begin("fold a");
    expect(await forbidden()).to.deep.equal(["fold a"]);
    end("fold a");
    expect(await forbidden()).to.deep.equal([]);
  });

  it("give jobs that failed after a long time one slot together, until they succeed", async () => {
    const { begin, end, forbidden } = aPool(0);
    for (const flag of ["fold a", "fold b", "fold c"]) {
      begin(flag);
      end(flag, failure);
    }
    expect(await forbidden()).to.deep.equal([]);
    begin("fold d");
    expect(await forbidden()).to.deep.equal(["fold d"]);
    begin("fold a");
    expect(await forbidden()).to.have.members(["fold a", "fold b", "fold c", "fold d"]);
    end("fold a");
    begin("fold a");
    expect(await forbidden(), "beside one that has succeeded").to.have.members(["fold a", "fold d"]);
    begin("fold b");
    expect(await forbidden()).to.have.members(["fold a", "fold b", "fold c", "fold d"]);
  });

  it("make no difference for jobs that failed soon", async () => {
    const { begin, end, forbidden } = aPool(60_000);
    for (const flag of ["fold a", "fold b"]) {
      begin(flag);
      end(flag, failure);
    }
    begin("fold a");
    expect(await forbidden()).to.deep.equal(["fold a"]);
  });
});
