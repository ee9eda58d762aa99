import { expect } from "chai";
import { FairSlots } from "#src/http/fair-slots.ts";
import { codeOf } from "#test/support/code-of.ts";
import { failureOf } from "#test/support/failure-of.ts";

const full = new Error("full");

/** Lets the callbacks of everything that is settled run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

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

describe("FairSlots", () => {
  const aSlots = ({ slots = 4, perOwner = 2, maxWaiting = 3 } = {}) =>
    new FairSlots({ slots, perOwner, maxWaiting, overloaded: () => full });

  /** Asks for a slot, and tells under its name when it is there. */
  function asking(slots: FairSlots) {
    const served: string[] = [];
    const releases: (() => void)[] = [];
    return {
      served,
      ask(tenant: string, name = tenant): void {
        void slots.run(
          tenant,
          () =>
            new Promise<void>((release) => {
              served.push(name);
              releases.push(release);
            }),
        );
      },
      async release(): Promise<void> {
        releases.shift()?.();
        await settled();
      },
    };
  }

  it("gives a tenant its share, and another tenant its slot at once", async () => {
    const { served, ask } = asking(aSlots());
    for (let time = 0; time < 5; time++) ask("busy");
    ask("quiet");
    await settled();
    expect(served).to.deep.equal(["busy", "busy", "quiet"]);
  });

  it("gives a free slot to the tenant that has the fewest, then to the one that has had no turn for longest", async () => {
    const { served, ask, release } = asking(aSlots({ slots: 2, perOwner: 2 }));
    for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) ask(name.slice(0, 1), name);
    await settled();
    expect(served).to.deep.equal(["a1", "a2"]);
    for (let time = 0; time < 6; time++) await release();
    expect(served).to.deep.equal(["a1", "a2", "b1", "a3", "c1", "b2"]);
  });

  it("lets go of who does not wait any longer", async () => {
    const slots = aSlots({ perOwner: 1, maxWaiting: 1 });
    const running = work();
    const first = slots.run("busy", running.start);
    const patience = new AbortController();
    const waiting = slots.run("busy", async () => "too late", { signal: patience.signal });
    const over = new Error("over");
    patience.abort(over);
    expect(await failureOf(waiting)).to.equal(over);
    const next = slots.run("busy", async () => "next");
    running.end();
    await first;
    expect(await next).to.equal("next");
    const late = slots.run("busy", async () => "no", { signal: patience.signal });
    expect(await failureOf(late)).to.equal(over);
  });

  it("refuses who would wait behind too many of its own, in the words that it was given", async () => {
    const slots = aSlots({ perOwner: 1, maxWaiting: 0 });
    const running = work();
    const first = slots.run("busy", running.start);
    expect(await failureOf(slots.run("busy", async () => {}))).to.equal(full);
    running.end();
    await first;
  });

  it("refuses who would wait behind too many of all, until fewer wait", async () => {
    const slots = new FairSlots({ slots: 1, maxWaitingInAll: 2, overloaded: () => full });
    const running = work();
    const first = slots.run("one", running.start);
    const leaving = new AbortController();
    const left = slots.run("two", async () => {}, { signal: leaving.signal }).catch(() => {});
    const waiting = [left, slots.run("three", async () => {})];
    const refused = () => failureOf(slots.run("four", async () => {}));
    expect(await refused()).to.equal(full);
    leaving.abort();
    await left;
    waiting.push(slots.run("four", async () => {}));
    expect(await refused()).to.equal(full);
    running.end();
    await Promise.all([first, ...waiting]);
    expect(await slots.run("four", async () => "served")).to.equal("served");
  });

  it("lets what goes on wait, however many wait", async () => {
    const slots = aSlots({ perOwner: 1, maxWaiting: 0 });
    const running = work();
    const first = slots.run("busy", running.start);
    const further = slots.run("busy", async () => "further", { continued: true });
    running.end();
    await first;
    expect(await further).to.equal("further");
  });

  it("are had by so many of a key at once, and by the others in the order of their coming", async () => {
    const slots = new FairSlots({ perOwner: 2, maxWaiting: 10 });
    const jobs = Array.from({ length: 5 }, work);
    const ended = jobs.map(({ start }) => slots.run("a", start));
    const begun = () => jobs.map((job) => job.begun);
    expect(begun()).to.deep.equal([true, true, false, false, false]);
    jobs[1]?.end();
    await ended[1];
    await settled();
    expect(begun()).to.deep.equal([true, true, true, false, false]);
    for (const { end } of jobs) end();
    await Promise.all(ended);
    expect(begun()).to.deep.equal([true, true, true, true, true]);
  });

  it("are refused where too many wait, and are to be had again when those are done", async () => {
    const slots = new FairSlots({ perOwner: 1, maxWaiting: 1 });
    const jobs = [work(), work()] as const;
    const running = jobs.map(({ start }) => slots.run("a", start));
    expect(await codeOf(slots.run("a", async () => {}))).to.equal("OVERLOADED");
    for (const { end } of jobs) end();
    await Promise.all(running);
    await slots.run("a", async () => {});
  });

  it("are free when work leaves its own before the end, and once only", async () => {
    const slots = new FairSlots({ slots: 1 });
    const long = work();
    const left = slots.run("a", async (leave) => {
      leave();
      await long.start();
    });
    const next = [work(), work()] as const;
    const running = next.map(({ start }) => slots.run("a", start));
    await settled();
    expect(next.map(({ begun }) => begun)).to.deep.equal([true, false]);
    long.end();
    await left;
    expect(next.map(({ begun }) => begun)).to.deep.equal([true, false]);
    next[0].end();
    await settled();
    expect(next.map(({ begun }) => begun)).to.deep.equal([true, true]);
    next[1].end();
    await Promise.all(running);
  });

  it("pass on when work fails", async () => {
    const slots = new FairSlots({ perOwner: 1, maxWaiting: 1 });
    const failing = slots.run("a", async () => {
      throw new Error("no");
    });
    const next = slots.run("a", async () => "next");
    expect(await failing.catch(({ message }: Error) => message)).to.equal("no");
    expect(await next).to.equal("next");
  });

  describe("with work that takes several slots", () => {
    it("lets smaller work pass while too few are free, and none once it has waited long", async () => {
      const begun: string[] = [];
      const slots = new FairSlots({ slots: 4, patienceMs: 0 });
      const patient = new FairSlots({ slots: 4, patienceMs: 60_000 });
      const ask = (among: FairSlots, name: string, size: number) => {
        const { start, end } = work();
        const begin = () => {
          begun.push(name);
          return start();
        };
        void among.run(name, begin, { size });
        return end;
      };
      for (const [among, expected] of [
        [patient, ["first", "small"]],
        [slots, ["first"]],
      ] as const) {
        begun.length = 0;
        const endFirst = ask(among, "first", 3);
        const endLarge = ask(among, "large", 3);
        const endSmall = ask(among, "small", 1);
        await settled();
        expect(begun).to.deep.equal(expected);
        endFirst();
        await settled();
        expect(begun).to.have.members(["first", "large", "small"]);
        for (const end of [endLarge, endSmall]) end();
        await settled();
      }
    });

    it("lets several in when much becomes free at once", async () => {
      const slots = new FairSlots({ slots: 4 });
      const large = work();
      void slots.run("large", large.start, { size: 4 });
      const small = Array.from({ length: 5 }, work);
      for (const [index, { start }] of small.entries()) void slots.run(`small ${index}`, start);
      large.end();
      await settled();
      expect(small.map(({ begun }) => begun)).to.deep.equal([true, true, true, true, false]);
      for (const { end } of small) end();
    });
  });
});
