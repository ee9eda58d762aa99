import { expect } from "chai";
import { FairSlots } from "#src/storage/fair-slots.ts";

const full = new Error("full");
const never = new AbortController().signal;

/** Lets the callbacks of everything that is settled run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("FairSlots", () => {
  const aSlots = ({ slots = 4, perTenant = 2, maxWaiting = 3 } = {}) =>
    new FairSlots({ slots, perTenant, maxWaiting, overloaded: () => full });

  /** Asks for a slot, and tells under its name when it is there. */
  function asking(slots: FairSlots) {
    const served: string[] = [];
    const releases: (() => void)[] = [];
    return {
      served,
      ask(tenant: string, name = tenant): void {
        void slots.acquire(tenant, never).then((release) => {
          served.push(name);
          releases.push(release);
        });
      },
      async release(): Promise<void> {
        releases.shift()?.();
        await settled();
      },
    };
  }

  it("gives a tenant its share, and another tenant its slot at once", async () => {
    const { served, ask } = asking(aSlots());
    for (let time = 0; time < 5; time++) ask("busy");
    ask("quiet");
    await settled();
    expect(served).to.deep.equal(["busy", "busy", "quiet"]);
  });

  it("gives a free slot to the tenant that has the fewest, then to the one that has had no turn for longest", async () => {
    const { served, ask, release } = asking(aSlots({ slots: 2, perTenant: 2 }));
    for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) ask(name.slice(0, 1), name);
    await settled();
    expect(served).to.deep.equal(["a1", "a2"]);
    for (let time = 0; time < 6; time++) await release();
    expect(served).to.deep.equal(["a1", "a2", "b1", "a3", "c1", "b2"]);
  });

  it("refuses who would wait behind too many of its own", async () => {
    const slots = aSlots({ perTenant: 1, maxWaiting: 1 });
    const release = await slots.acquire("busy", never);
    const waiting = slots.acquire("busy", never);
    expect(await slots.acquire("busy", never).catch((error: unknown) => error)).to.equal(full);
    release();
    (await waiting)();
    (await slots.acquire("busy", never))();
  });

  it("lets go of who does not wait any longer", async () => {
    const slots = aSlots({ perTenant: 1, maxWaiting: 1 });
    const release = await slots.acquire("busy", never);
    const patience = new AbortController();
    const waiting = slots.acquire("busy", patience.signal);
    const over = new Error("over");
    patience.abort(over);
    expect(await waiting.catch((error: unknown) => error)).to.equal(over);
    const next = slots.acquire("busy", never);
    release();
    (await next)();
  });
});
