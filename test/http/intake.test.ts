import type { IncomingMessage } from "node:http";
import { setImmediate as nextIteration } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import { BytesInFlight, freeBytes, HeldBytes } from "#src/http/bytes-in-flight.ts";
import { CollectedBytes } from "#src/http/collected-bytes.ts";
import { inSlices, sliceLength } from "#src/http/event-loop.ts";
import { Problem } from "#src/http/problem.ts";
import { ReadingTurns } from "#src/http/reading-turns.ts";

const limit = 8 * freeBytes;

describe("the bytes of bodies in flight", () => {
  const refusal = (work: () => void): Problem => {
    try {
      work();
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
    throw new Error("nothing was refused");
  };

  it("are counted from the first byte once they are many, and are free as long as they are few", () => {
    const all = new BytesInFlight(limit);
    const held = new HeldBytes(all, "a");
    held.take(freeBytes);
    expect(all.held).to.equal(0);
    held.take(1);
    expect(all.held).to.equal(freeBytes + 1);
    held.giveBack(1);
    expect(all.held).to.equal(0);
  });

  it("are refused with 503 and Retry-After past the limit, and an owner's past half of it", () => {
    let refused = 0;
    const all = new BytesInFlight(limit, () => refused++);
    const first = new HeldBytes(all, "a");
    first.take(limit / 2);
    const problem = refusal(() => new HeldBytes(all, "a").take(freeBytes + 1));
    expect(problem).to.include({ code: "OVERLOADED", status: 503 });
    expect(Number(problem.headers["Retry-After"])).to.be.above(0);
    new HeldBytes(all, "a").take(freeBytes);
    new HeldBytes(all, "b").take(limit / 2);
    refusal(() => new HeldBytes(all, "c").take(freeBytes + 1));
    expect(refused).to.equal(2);
    first.end();
    new HeldBytes(all, "c").take(freeBytes + 1);
  });

  it("are all given back at the end, whatever was taken and given back", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: -60_000, max: 60_000 }))),
        (steps) => {
          const all = new BytesInFlight(limit);
          const requests = steps.map(([owner, bytes]) => {
            const held = new HeldBytes(all, owner);
            try {
              held.take(Math.abs(bytes));
              if (bytes < 0) held.giveBack(-bytes >> 1);
            } catch (error) {
              expect(error).to.be.instanceOf(Problem);
            }
            expect(all.held).to.be.within(0, limit);
            return held;
          });
          for (const held of requests) held.end();
          expect(all.held).to.equal(0);
          new HeldBytes(all, "a").take(limit / 2);
        },
      ),
    ));
});

describe("the chunks of a body", () => {
  it("come out as they went in, in whatever pieces", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 }), (sizes) => {
        const collected = new CollectedBytes();
        const chunks = sizes.map((size, index) => Buffer.alloc(index % 3 === 0 ? size % 50 : size, index + 1));
        for (const chunk of chunks) collected.add(chunk);
        expect(collected.joined().equals(Buffer.concat(chunks))).to.equal(true);
        expect(collected.size).to.equal(Buffer.concat(chunks).length);
      }),
    ));

  it("take next to no memory besides their bytes when there are a million of one byte", () => {
    const collected = new CollectedBytes();
    const before = process.memoryUsage();
    for (let count = 0; count < 1_000_000; count++) collected.add(Buffer.from([count & 0xff]));
    const after = process.memoryUsage();
    expect(collected.joined().length).to.equal(1_000_000);
    expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).to.be.below(100e6);
  });
});

describe("work in slices", () => {
  it("lets the event loop go round while it lasts", async () => {
    function* work() {
      for (let step = 0; step < 50; step++) yield;
      return "done";
    }
    /** How often the loop goes round while the work is done in slices of this length. */
    const roundsOf = async (ms: number) => {
      const usual = sliceLength.ms;
      sliceLength.ms = ms;
      let isDone = false;
      const done = inSlices(work()).finally(() => {
        isDone = true;
        sliceLength.ms = usual;
      });
      let rounds = 0;
      for (; !isDone; rounds++) await nextIteration();
      expect(await done).to.equal("done");
      return rounds;
    };
    expect(await roundsOf(0), "a slice for each step").to.be.within(50, 60);
    expect(await roundsOf(60_000), "one slice for all").to.be.within(1, 5);
  });
});

describe("the reading of long bodies", () => {
  it("pauses when enough was read in one iteration of the event loop, and goes on with an owner after the other", async () => {
    const turns = new ReadingTurns();
    const order: string[] = [];
    const piece = 64 * 1024;
    let paused = 0;
    const from = (owner: string) =>
      ({ pause: () => paused++, resume: () => order.push(owner) }) as unknown as IncomingMessage;
    for (let count = 0; count < 7; count++) turns.took("a", from("a"), piece);
    expect(paused).to.equal(0);
    for (const owner of "aaaaaaaaaab") turns.took(owner, from(owner), piece);
    expect(paused).to.equal(11);
    await nextIteration();
    expect(order.join("")).to.equal("abaaaaaa");
    await nextIteration();
    expect(order.join("")).to.equal("abaaaaaaaaa");
  });
});
