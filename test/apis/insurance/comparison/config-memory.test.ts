import { expect } from "chai";
import { ConfigMemory } from "#src/apis/insurance/comparison/config-memory.ts";

const config = { coverages: [], attributes: [{ code: "TERM", name: "Term", value: "12 months" }] };
const product = { providerId: "aegis", productId: "motor" };

describe("the memory of configs", () => {
  it("keeps a config for a minute from when it was read", () => {
    let now = 1_000;
    const memory = new ConfigMemory(() => now);
    expect(memory.recall(product)).to.equal(null);
    memory.keep(product, config);
    now += 59_999;
    expect(memory.recall(product)).to.deep.equal(config);
    now += 1;
    expect(memory.recall(product)).to.equal(null);
    memory.keep(product, config);
    now += 59_999;
    expect(memory.recall(product)).to.deep.equal(config);
  });

  it("tells products apart by insurer and product together", () => {
    const memory = new ConfigMemory();
    memory.keep(product, config);
    expect(memory.recall({ ...product, providerId: "borealis" })).to.equal(null);
    expect(memory.recall({ ...product, productId: "home" })).to.equal(null);
  });

  it("keeps what comparisons need and nothing else", () => {
    const memory = new ConfigMemory();
    memory.keep(product, { ...config, choices: [], contexts: [] } as typeof config);
    expect(memory.recall(product)).to.have.all.keys("coverages", "attributes");
  });

  it("drops the config that was read longest ago when it is full", () => {
    const memory = new ConfigMemory(() => 0, 2);
    const [one, two, three] = ["1", "2", "3"].map((productId) => ({ ...product, productId })) as [Place, Place, Place];
    memory.keep(one, config);
    memory.keep(two, config);
    memory.keep(one, config);
    memory.keep(three, config);
    expect([one, two, three].map((place) => memory.recall(place) !== null)).to.deep.equal([true, false, true]);
  });
});

type Place = typeof product;
