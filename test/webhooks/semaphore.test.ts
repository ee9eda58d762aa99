import { expect } from "chai";
import { Semaphore } from "#src/webhooks/delivery-run.ts";

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
});
