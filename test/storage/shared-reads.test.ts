import { expect } from "chai";
import { sharedReads } from "#src/storage/shared-reads.ts";

describe("reads that are shared", () => {
  it("are made once for all who ask meanwhile, and again for who asks while one is under way", async () => {
    const under: { name: string; finish: (value: number) => void }[] = [];
    const begun: (() => void)[] = [];
    const nextRead = () => new Promise<void>((resolve) => begun.push(resolve));
    const read = sharedReads((name: string) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      under.push({ name, finish: resolve });
      begun.shift()?.();
      return promise;
    });
    const first = nextRead();
    const early = [read("a"), read("a")];
    await first;
    const late = [read("a"), read("a"), read("a")];
    expect(under.map(({ name }) => name)).to.deep.equal(["a"]);
    const second = nextRead();
    under[0]?.finish(1);
    expect(await Promise.all(early)).to.deep.equal([1, 1]);
    await second;
    under[1]?.finish(2);
    expect(await Promise.all(late)).to.deep.equal([2, 2, 2]);
    expect(under).to.have.length(2);
  });

  it("fail for all who share them, and not for who asks afterwards", async () => {
    let fails = true;
    const read = sharedReads(async () => {
      if (fails) throw new Error("away");
      return "there";
    });
    const outcomes = await Promise.allSettled([read("a"), read("a")]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    fails = false;
    expect(await read("a")).to.equal("there");
  });
});
