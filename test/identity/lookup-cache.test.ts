import { expect } from "chai";
import { createLookupCache } from "#src/identity/lookup-cache.ts";

function aCache(max = 3) {
  const clock = { time: 1_000_000 };
  const loads: string[] = [];
  const cache = createLookupCache<string>({ elapsed: () => clock.time, max });
  const get = (key: string, value: string | null = key) =>
    cache.get(key, async () => {
      loads.push(key);
      return value;
    });
  return { clock, loads, cache, get };
}

describe("lookup cache", () => {
  it("loads a value once in its lifetime and again after it", async () => {
    const { clock, loads, get } = aCache();
    expect(await get("a", "first")).to.equal("first");
    clock.time += 4_999;
    expect(await get("a", "second")).to.equal("first");
    clock.time += 1;
    expect(await get("a", "second")).to.equal("second");
    expect(loads).to.have.length(2);
  });

  it("counts the lifetime from before the load, so that a slow answer is not reused for longer", async () => {
    const { clock, cache } = aCache();
    await cache.get("a", async () => {
      clock.time += 4_000;
      return "old";
    });
    clock.time += 1_000;
    expect(await cache.get("a", async () => "new")).to.equal("new");
  });

  it("remembers for as long that nothing was found", async () => {
    const { clock, loads, get } = aCache();
    expect(await get("a", null)).to.equal(null);
    expect(await get("a")).to.equal(null);
    clock.time += 5_000;
    expect(await get("a")).to.equal("a");
    expect(loads).to.have.length(2);
  });

  it("shares one load between callers that come together", async () => {
    const { loads, get } = aCache();
    expect(await Promise.all(Array.from({ length: 50 }, () => get("a")))).to.deep.equal(Array(50).fill("a"));
    expect(loads).to.deep.equal(["a"]);
  });

  it("does not remember a load that failed", async () => {
    const { cache, get } = aCache();
    const failing = () => cache.get("a", () => Promise.reject(new Error("no connection")));
    const outcomes = await Promise.allSettled([failing(), failing()]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect(await get("a")).to.equal("a");
  });

  it("drops the oldest value when it is full", async () => {
    const { loads, get } = aCache(3);
    for (const key of ["a", "b", "c", "d", "b"]) await get(key);
    expect(loads).to.deep.equal(["a", "b", "c", "d"]);
    await get("a");
    expect(loads.at(-1)).to.equal("a");
  });

  it("keeps its values under a flood of keys that find nothing", async () => {
    const { loads, get } = aCache(3);
    await get("good");
    for (let i = 0; i < 1_000; i++) await get(`bad ${i}`, null);
    loads.length = 0;
    await get("good");
    expect(loads).to.deep.equal([]);
    await get("bad 0", null);
    expect(loads).to.deep.equal(["bad 0"]);
  });

  it("forgets a key on demand, also while it is loading", async () => {
    const { cache, get } = aCache();
    const { promise, resolve } = Promise.withResolvers<string>();
    const outdated = cache.get("a", () => promise);
    cache.delete("a");
    expect(await get("a", "new")).to.equal("new");
    resolve("old");
    expect(await outdated).to.equal("old");
    expect(await get("a", "unused")).to.equal("new");
  });
});
