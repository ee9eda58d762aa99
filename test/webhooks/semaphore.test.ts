import { expect } from "chai";
import { Semaphore } from "#src/webhooks/semaphore.ts";

describe("a semaphore", () => {
  it("lets a holder grow only into what is available", () => {
    const semaphore = new Semaphore(10);
    semaphore.take(4);
    semaphore.take(4);
    expect(semaphore.resize(4, 8)).to.equal(6);
    expect(semaphore.available).to.equal(0);
    expect(semaphore.resize(6, 1)).to.equal(1);
    expect(semaphore.available).to.equal(5);
    semaphore.release(1);
    semaphore.release(4);
    expect(semaphore.available).to.equal(10);
  });

  it("runs as many at a time as it has permits, in order, also past those that fail", async () => {
    let running = 0;
    let most = 0;
    const seen: number[] = [];
    const semaphore = new Semaphore(3);
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        semaphore.run(async () => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          seen.push(index);
          if (index === 2) throw new Error("no");
        }),
      ),
    );
    expect(most).to.equal(3);
    expect(seen).to.deep.equal(Array.from({ length: 12 }, (_, index) => index));
    expect(answers.filter(({ status }) => status === "rejected")).to.have.length(1);
    expect(semaphore.available).to.equal(3);
  });

  it("lets those that wait go on when more permits come back than one", async () => {
    const semaphore = new Semaphore(2);
    semaphore.take(2);
    let done = 0;
    const waiting = [1, 2].map(() => semaphore.run(async () => void done++));
    semaphore.release(2);
    await Promise.all(waiting);
    expect(done).to.equal(2);
    expect(semaphore.available).to.equal(2);
  });
});
