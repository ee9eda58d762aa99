import { expect } from "chai";
import { Permits } from "#src/storage/permits.ts";
import { until } from "#test/support/until.ts";

describe("permits", () => {
  it("are as many as there are, and free again when they are released", () => {
    const permits = new Permits(2, () => {});
    const [first] = [permits.take(), permits.take()];
    expect(permits.areFree).to.equal(false);
    first.release();
    expect(permits.areFree).to.equal(true);
  });

  it("are given to others by who pauses, once however often that is", async () => {
    let freed = 0;
    const permits = new Permits(1, () => freed++);
    const pausing = permits.take();
    await pausing.pause(0);
    await pausing.pause(0);
    expect(freed).to.equal(1);
    const other = permits.take();
    expect(permits.areFree).to.equal(false);
    pausing.release();
    expect(permits.areFree).to.equal(false);
    other.release();
    expect(permits.areFree).to.equal(true);
  });

  it("are given to others while an attempt has no answer for a second, by eight at most", async () => {
    const answer = Promise.withResolvers<void>();
    let silent = 0;
    const permits = new Permits(9, () => {});
    const taken = Array.from({ length: 9 }, () => permits.take(() => silent++));
    const attempts = taken.map(({ during }) => during(() => answer.promise));
    await until(() => silent === 9);
    const others = Array.from({ length: 8 }, () => permits.take());
    expect(permits.areFree).to.equal(false);
    answer.resolve();
    await Promise.all(attempts);
    for (const permit of [...taken, ...others]) permit.release();
    for (let free = 0; free < 9; free++) {
      expect(permits.areFree).to.equal(true);
      permits.take();
    }
    expect(permits.areFree).to.equal(false);
  });

  it("are kept without an answer where nobody may give them up", async () => {
    const answer = Promise.withResolvers<void>();
    const permits = new Permits(1, () => {}, null);
    const silent = Promise.withResolvers<void>();
    const attempt = permits.take(silent.resolve).during(() => answer.promise);
    await silent.promise;
    expect(permits.areFree).to.equal(false);
    answer.resolve();
    await attempt;
  });

  it("are kept by those beyond the first 500 that pause", async () => {
    const permits = new Permits(501, () => {});
    await Promise.all(Array.from({ length: 501 }, () => permits.take().pause(0)));
    for (let free = 0; free < 500; free++) permits.take();
    expect(permits.areFree).to.equal(false);
  });
});
