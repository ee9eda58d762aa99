import { expect } from "chai";
import { Batches } from "#src/storage/batches.ts";
import { overloaded } from "#src/storage/passing.ts";
import { Places } from "#src/storage/places.ts";
import { until } from "#test/support/until.ts";

describe("places", () => {
  it("are as many as there are, and free again when they are left", () => {
    const places = new Places(2, () => {});
    const [first] = [places.take(), places.take()];
    expect(places.areFree).to.equal(false);
    first.leave();
    expect(places.areFree).to.equal(true);
  });

  it("are given to others by who pauses, once however often that is", async () => {
    let freed = 0;
    const places = new Places(1, () => freed++);
    const pausing = places.take();
    await pausing.pause(0);
    await pausing.pause(0);
    expect(freed).to.equal(1);
    const other = places.take();
    expect(places.areFree).to.equal(false);
    pausing.leave();
    expect(places.areFree).to.equal(false);
    other.leave();
    expect(places.areFree).to.equal(true);
  });

  it("are given to others while an attempt has no answer for a second, by eight at most", async () => {
    const answer = Promise.withResolvers<void>();
    let silent = 0;
    const places = new Places(9, () => {});
    const taken = Array.from({ length: 9 }, () => places.take(() => silent++));
    const attempts = taken.map(({ during }) => during(() => answer.promise));
    await until(() => silent === 9);
    const others = Array.from({ length: 8 }, () => places.take());
    expect(places.areFree).to.equal(false);
    answer.resolve();
    await Promise.all(attempts);
    for (const place of [...taken, ...others]) place.leave();
    for (let free = 0; free < 9; free++) {
      expect(places.areFree).to.equal(true);
      places.take();
    }
    expect(places.areFree).to.equal(false);
  });

  it("are kept without an answer where nobody may leave them", async () => {
    const answer = Promise.withResolvers<void>();
    const places = new Places(1, () => {}, 0);
    const silent = Promise.withResolvers<void>();
    const attempt = places.take(silent.resolve).during(() => answer.promise);
    await silent.promise;
    expect(places.areFree).to.equal(false);
    answer.resolve();
    await attempt;
  });

  it("are kept by those beyond the first 500 that pause", async () => {
    const places = new Places(501, () => {});
    await Promise.all(Array.from({ length: 501 }, () => places.take().pause(0)));
    for (let free = 0; free < 500; free++) places.take();
    expect(places.areFree).to.equal(false);
  });
});

describe("batches of groups", () => {
  it("go on while that of another group waits for its next attempt", async () => {
    const back = Promise.withResolvers<void>();
    const batches = new Batches<string, string>({
      run: async (group, requests, pause) => {
        if (group === "away") {
          await pause(0);
          await back.promise;
        }
        return requests;
      },
      overloaded: () => new Error("overloaded"),
      maxBatch: 10,
      maxPending: 100,
      maxConcurrent: 1,
    });
    const away = batches.submit("away", "first");
    expect(await Promise.all(["a", "b"].map((group) => batches.submit(group, group)))).to.deep.equal(["a", "b"]);
    back.resolve();
    expect(await away).to.equal("first");
    await batches.close();
  });

  /** Resolves with what the first and a second request of a group hear, which waits behind it, when that fails with this error. */
  async function whenFailing(error: Error): Promise<unknown[]> {
    const failing = Promise.withResolvers<readonly string[]>();
    let ran = 0;
    const batches = new Batches<string, string>({
      run: (_, requests) => (++ran === 1 ? failing.promise : Promise.resolve(requests)),
      overloaded,
      maxBatch: 10,
      maxPending: 100,
      maxConcurrent: 1,
    });
    const first = batches.submit("group", "first");
    await until(() => ran === 1);
    const second = batches.submit("group", "second");
    failing.reject(error);
    const heard = await Promise.all([first, second].map((result) => result.catch((reason: unknown) => reason)));
    await batches.close();
    return heard;
  }

  it("refuse those that wait behind one that the database had no time for, and no others", async () => {
    const late = overloaded();
    expect(await whenFailing(late)).to.deep.equal([late, late]);
    const mistake = new TypeError("a mistake");
    expect(await whenFailing(mistake)).to.deep.equal([mistake, "second"]);
  });
});
