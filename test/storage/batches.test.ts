import { expect } from "chai";
import { Batches } from "#src/storage/batches.ts";
import { overloaded } from "#src/storage/passing.ts";
import { until } from "#test/support/until.ts";

describe("batches", () => {
  it("go on while that of another group waits for its next attempt", async () => {
    const back = Promise.withResolvers<void>();
    const batches = new Batches<string, string>({
      run: async (group, requests, { pause }) => {
        if (group === "away") {
          await pause(0);
          await back.promise;
        }
        return requests;
      },
      maxBatch: 10,
      maxPending: 100,
      maxConcurrent: 1,
    });
    const away = batches.submit("away", "first");
    expect(await Promise.all(["a", "b"].map((group) => batches.submit(group, group)))).to.deep.equal(["a", "b"]);
    back.resolve();
    expect(await away).to.equal("first");
    await batches.drain();
  });

  /** Resolves with what the first and a second request of a group hear, which waits behind it, when that fails with this error. */
  async function whenFailing(error: Error): Promise<unknown[]> {
    const failing = Promise.withResolvers<readonly string[]>();
    let ran = 0;
    const batches = new Batches<string, string>({
      run: (_, requests) => (++ran === 1 ? failing.promise : Promise.resolve(requests)),
      maxBatch: 10,
      maxPending: 100,
      maxConcurrent: 1,
    });
    const first = batches.submit("group", "first");
    await until(() => ran === 1);
    const second = batches.submit("group", "second");
    failing.reject(error);
    const heard = await Promise.all([first, second].map((result) => result.catch((reason: unknown) => reason)));
    await batches.drain();
    return heard;
  }

  it("refuse those that wait behind one that the database had no time for, and no others", async () => {
    const late = overloaded();
    expect(await whenFailing(late)).to.deep.equal([late, late]);
    const mistake = new TypeError("a mistake");
    expect(await whenFailing(mistake)).to.deep.equal([mistake, "second"]);
  });
});
