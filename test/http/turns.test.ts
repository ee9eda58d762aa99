import { expect } from "chai";
import { Problem } from "#src/http/problem.ts";
import { Turns } from "#src/http/turns.ts";

/** Work that lasts until it is told to end. */
function work(): { start: () => Promise<void>; end: () => void; readonly begun: boolean } {
  const gate = Promise.withResolvers<void>();
  let begun = false;
  return {
    start: () => {
      begun = true;
      return gate.promise;
    },
    end: () => gate.resolve(),
    get begun() {
      return begun;
    },
  };
}

describe("turns", () => {
  it("are had by so many of a key at once, and by the others in the order of their coming", async () => {
    const turns = new Turns({ most: 2, mostWaiting: 10 });
    const jobs = Array.from({ length: 5 }, work);
    const ended = jobs.map(({ start }) => turns.run("a", start));
    const begun = () => jobs.map((job) => job.begun);
    expect(begun()).to.deep.equal([true, true, false, false, false]);
    jobs[1]?.end();
    await ended[1];
    expect(begun()).to.deep.equal([true, true, true, false, false]);
    for (const { end } of jobs) end();
    await Promise.all(ended);
    expect(begun()).to.deep.equal([true, true, true, true, true]);
  });

  it("of one key are not those of another", async () => {
    const turns = new Turns({ most: 1, mostWaiting: 0 });
    const slow = work();
    const running = turns.run("a", slow.start);
    expect(await turns.run("b", async () => "done")).to.equal("done");
    slow.end();
    await running;
  });

  it("are refused where too many wait, and are to be had again when those are done", async () => {
    const turns = new Turns({ most: 1, mostWaiting: 1 });
    const jobs = [work(), work()] as const;
    const running = jobs.map(({ start }) => turns.run("a", start));
    const refused = await turns.run("a", async () => {}).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Problem).with.property("code", "OVERLOADED");
    for (const { end } of jobs) end();
    await Promise.all(running);
    await turns.run("a", async () => {});
  });

  it("pass on when work fails", async () => {
    const turns = new Turns({ most: 1, mostWaiting: 1 });
    const failing = turns.run("a", async () => {
      throw new Error("no");
    });
    const next = turns.run("a", async () => "next");
    expect(await failing.catch(({ message }: Error) => message)).to.equal("no");
    expect(await next).to.equal("next");
  });
});
