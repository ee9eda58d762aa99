import { expect } from "chai";
import { boundedPool } from "#src/webhooks/bounded-pool.ts";
import { admitArrivals, announce, type Claim, claimLanes, type Lane, releaseLane } from "#src/webhooks/lanes.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import { Slots } from "#src/webhooks/slots.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { anOwner, Clock } from "./support/webhooks.ts";

describe("the lanes of endpoints", () => {
  let database: TestDatabase;
  let clock: Clock;

  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    clock = new Clock();
    await database.pool.query("TRUNCATE webhook_lanes, webhook_arrivals");
  });
  after(() => database.drop());

  async function arrive(owner: Owner, ...endpointIds: string[]): Promise<void> {
    await announce(database.pool, owner, endpointIds);
    await admitArrivals(database.pool, clock.now());
  }

  function claim(given: Partial<Claim> = {}): Promise<Lane[]> {
    return claimLanes(database.pool, { now: clock.now(), leaseMs: 30_000, slow: false, sockets: 100, ...given });
  }

  async function theLane(): Promise<Lane> {
    const [lane, ...others] = await claim();
    if (lane === undefined || others.length > 0) throw new Error("expected exactly one lane");
    return lane;
  }

  const ids = (lanes: readonly Lane[]) => lanes.map(({ endpointId }) => endpointId).toSorted();
  const release = (lane: Lane, dueAt: Date | null, given: { width?: number; slow?: boolean } = {}) =>
    releaseLane(database.pool, lane, { now: clock.now(), dueAt, width: 1, slow: false, ...given });

  it("are taken one of each owner before a second of any", async () => {
    const [busy, quiet] = [anOwner(), anOwner()];
    await arrive(busy, "a1", "a2", "a3", "a4");
    clock.advance(1_000);
    await arrive(quiet, "b1");
    const first = ids(await claim({ sockets: 2 }));
    expect(first).to.have.length(2);
    expect(first).to.include("b1");
    expect(ids(await claim())).to.have.length(3);
    expect(await claim()).to.deep.equal([]);
  });

  it("are taken the longest due first, and go to the back of the line after a turn", async () => {
    for (const endpointId of ["a", "b", "c"]) {
      await arrive(anOwner(), endpointId);
      clock.advance(1_000);
    }
    const [lane] = await claim({ sockets: 1 });
    if (lane === undefined) throw new Error("nothing was claimed");
    expect(lane.endpointId).to.equal("a");
    await release(lane, clock.now());
    expect(ids(await claim({ sockets: 2 }))).to.deep.equal(["b", "c"]);
    expect(ids(await claim())).to.deep.equal(["a"]);
  });

  it("count with their width", async () => {
    await arrive(anOwner(), "wide");
    await release(await theLane(), clock.now(), { width: 16 });
    expect(await claim({ sockets: 15 })).to.deep.equal([]);
    expect(ids(await claim({ sockets: 16 }))).to.deep.equal(["wide"]);
  });

  it("are taken by nobody else while a lease holds, and by another when it has run out", async () => {
    await arrive(anOwner(), "a");
    const lost = await theLane();
    clock.advance(29_999);
    expect(await claim()).to.deep.equal([]);
    clock.advance(1);
    const taken = await theLane();
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

  it("are due again at once when something arrived during the turn", async () => {
    const owner = anOwner();
    await arrive(owner, "a");
    const lane = await theLane();
    await arrive(owner, "a");
    await release(lane, null);
    await release(await theLane(), null);
    expect(await claim()).to.deep.equal([]);
  });

  it("rest until their next attempt is due", async () => {
    await arrive(anOwner(), "a");
    await release(await theLane(), new Date(clock.now().getTime() + 5_000));
    clock.advance(4_999);
    expect(await claim()).to.deep.equal([]);
    clock.advance(1);
    expect(ids(await claim())).to.deep.equal(["a"]);
  });

  it("that were slow are taken apart from the others", async () => {
    await arrive(anOwner(), "a");
    await release(await theLane(), clock.now(), { slow: true });
    expect(await claim()).to.deep.equal([]);
    expect(ids(await claim({ slow: true }))).to.deep.equal(["a"]);
  });
});

describe("the slots of a worker", () => {
  it("grow a holder only into what is free", () => {
    const slots = new Slots(10);
    slots.take(4);
    slots.take(4);
    expect(slots.resize(4, 8)).to.equal(6);
    expect(slots.free).to.equal(0);
    expect(slots.resize(6, 1)).to.equal(1);
    expect(slots.free).to.equal(5);
    slots.give(1);
    slots.give(4);
    expect(slots.free).to.equal(10);
  });
});

describe("the statements of a worker", () => {
  it("run a few at a time, in order, also past those that fail", async () => {
    let running = 0;
    let most = 0;
    const seen: string[] = [];
    const bounded = boundedPool(
      {
        async query(sql) {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          seen.push(sql);
          if (sql === "2") throw new Error("no");
          return sql;
        },
      },
      3,
    );
    const sqls = Array.from({ length: 12 }, (_, index) => String(index));
    const answers = await Promise.allSettled(sqls.map((sql) => bounded.query(sql, [])));
    expect(most).to.equal(3);
    expect(seen).to.deep.equal(sqls);
    expect(answers.filter(({ status }) => status === "rejected")).to.have.length(1);
  });
});
