import { expect } from "chai";
import { Slice, type Sliceable, yieldToEventLoop } from "#src/http/event-loop.ts";

/** More slices than short work has. */
const many = 100;

describe("turns of the event loop", () => {
  it("go to work that has had few first, and long work has one of four", async () => {
    const order: string[] = [];
    const turn = async (name: string, slices: number) => {
      await yieldToEventLoop(slices);
      order.push(name);
    };
    await Promise.all([
      ...Array.from({ length: 3 }, () => turn("long", many)),
      ...Array.from({ length: 9 }, () => turn("short", 0)),
    ]);
    const longs = order.flatMap((name, at) => (name === "long" ? [at] : []));
    expect(order.filter((name) => name === "short")).to.have.length(9);
    for (const [before, at] of longs.entries()) {
      const since = at - (longs[before - 1] ?? -1) - 1;
      if (before === 0) expect(since, order.join()).to.be.at.most(3);
      else expect(since, order.join()).to.equal(3);
    }
  });

  it("are counted for each piece of work, which throws what it throws", async () => {
    function* failing(): Sliceable<never> {
      yield;
      throw new RangeError("no");
    }
    expect(await new Slice().run(failing()).catch((error) => error)).to.be.instanceOf(RangeError);
  });
});
