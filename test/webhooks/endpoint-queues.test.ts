import { expect } from "chai";
import {
  admitArrivals,
  announce,
  type Claim,
  claimQueues,
  type EndpointQueue,
  releaseQueue,
} from "#src/webhooks/endpoint-queues.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import { anOwner, Clock } from "#test/builders/webhooks.ts";
import { testDatabase } from "#test/support/database.ts";

describe("the queues of endpoints", () => {
  const database = testDatabase();
  let clock: Clock;

  beforeEach(async () => {
    clock = new Clock();
    await database.owner.query("TRUNCATE webhook_endpoint_queues, webhook_arrivals");
  });

  async function arrive(owner: Owner, ...endpointIds: string[]): Promise<void> {
    await announce(database.pool, owner, endpointIds);
    await admitArrivals(database.pool, clock.now());
  }

  function claim(given: Partial<Claim> = {}): Promise<EndpointQueue[]> {
    return claimQueues(database.pool, { now: clock.now(), leaseMs: 30_000, slow: false, permits: 100, ...given });
  }

  async function theQueue(): Promise<EndpointQueue> {
    const [queue, ...others] = await claim();
    if (queue === undefined || others.length > 0) throw new Error("expected exactly one queue");
    return queue;
  }

  const ids = (queues: readonly EndpointQueue[]) => queues.map(({ endpointId }) => endpointId).toSorted();
  const release = (queue: EndpointQueue, dueAt: Date | null, given: { concurrency?: number; slow?: boolean } = {}) =>
    releaseQueue(database.pool, queue, { now: clock.now(), dueAt, concurrency: 1, slow: false, ...given });

  it("are taken one of each owner before a second of any", async () => {
    const [busy, quiet] = [anOwner(), anOwner()];
    await arrive(busy, "a1", "a2", "a3", "a4");
    clock.advance(1_000);
    await arrive(quiet, "b1");
    const first = ids(await claim({ permits: 2 }));
    expect(first).to.have.length(2);
    expect(first).to.include("b1");
    expect(ids(await claim())).to.have.length(3);
    expect(await claim()).to.deep.equal([]);
  });

  it("are taken the longest due first, and go to the back of the line after a run", async () => {
    for (const endpointId of ["a", "b", "c"]) {
      await arrive(anOwner(), endpointId);
      clock.advance(1_000);
    }
    const [queue] = await claim({ permits: 1 });
    if (queue === undefined) throw new Error("nothing was claimed");
    expect(queue.endpointId).to.equal("a");
    await release(queue, clock.now());
    expect(ids(await claim({ permits: 2 }))).to.deep.equal(["b", "c"]);
    expect(ids(await claim())).to.deep.equal(["a"]);
  });

  it("count with their concurrency", async () => {
    await arrive(anOwner(), "wide");
    await release(await theQueue(), clock.now(), { concurrency: 16 });
    expect(await claim({ permits: 15 })).to.deep.equal([]);
    expect(ids(await claim({ permits: 16 }))).to.deep.equal(["wide"]);
  });

  it("are taken by nobody else while a lease holds, and by another when it has run out", async () => {
    await arrive(anOwner(), "a");
    const lost = await theQueue();
    clock.advance(29_999);
    expect(await claim()).to.deep.equal([]);
    clock.advance(1);
    const taken = await theQueue();
    expect(taken.leaseId).not.to.equal(lost.leaseId);
    // The first worker was only slow: what it says no longer counts.
    await release(lost, null);
    await release(taken, clock.now());
    expect(ids(await claim())).to.deep.equal(["a"]);
  });

  it("are never taken twice by workers that claim at the same moment", async () => {
    for (let count = 0; count < 20; count++) await arrive(anOwner(), `e${count}`);
    const claimed = (await Promise.all(Array.from({ length: 5 }, () => claim()))).flat();
    expect(new Set(ids(claimed)).size).to.equal(claimed.length);
    expect(ids([...claimed, ...(await claim())])).to.have.length(20);
  });

  it("are due again at once when something arrived during the run", async () => {
    const owner = anOwner();
    await arrive(owner, "a");
    const queue = await theQueue();
    await arrive(owner, "a");
    await release(queue, null);
    await release(await theQueue(), null);
    expect(await claim()).to.deep.equal([]);
  });

  it("rest until their next attempt is due", async () => {
    await arrive(anOwner(), "a");
    await release(await theQueue(), new Date(clock.now().getTime() + 5_000));
    clock.advance(4_999);
    expect(await claim()).to.deep.equal([]);
    clock.advance(1);
    expect(ids(await claim())).to.deep.equal(["a"]);
  });

  it("that were slow are taken apart from the others", async () => {
    await arrive(anOwner(), "a");
    await release(await theQueue(), clock.now(), { slow: true });
    expect(await claim()).to.deep.equal([]);
    expect(ids(await claim({ slow: true }))).to.deep.equal(["a"]);
  });
});
