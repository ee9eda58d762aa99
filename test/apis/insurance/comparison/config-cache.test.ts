import { expect } from "chai";
import { ConfigCache } from "#src/apis/insurance/comparison/config-cache.ts";

const config = { coverages: [], attributes: [{ code: "TERM", name: "Term", value: "12 months" }] };
const product = { providerId: "aegis", productId: "motor" };

describe("the cache of configs", () => {
  it("keeps a config for a minute from when it was read", () => {
    let now = 1_000;
    const cache = new ConfigCache(() => now);
    expect(cache.get(product)).to.equal(null);
    cache.set(product, config);
    now += 60_000;
    expect(cache.get(product)).to.deep.equal(config);
    now += 1;
    expect(cache.get(product)).to.equal(null);
    cache.set(product, config);
    now += 60_000;
    expect(cache.get(product)).to.deep.equal(config);
  });

  it("tells products apart by insurer and product together", () => {
    const cache = new ConfigCache();
    cache.set(product, config);
    expect(cache.get({ ...product, providerId: "borealis" })).to.equal(null);
    expect(cache.get({ ...product, productId: "home" })).to.equal(null);
  });

  it("keeps what comparisons need and nothing else", () => {
    const cache = new ConfigCache();
    cache.set(product, { ...config, choices: [], contexts: [] } as typeof config);
    expect(cache.get(product)).to.have.all.keys("coverages", "attributes");
  });

  it("drops the config that was used longest ago when it is full", () => {
    const cache = new ConfigCache(() => 1, 2);
    const [one, two, three] = ["1", "2", "3"].map((productId) => ({ ...product, productId })) as [Place, Place, Place];
    cache.set(one, config);
    cache.set(two, config);
    expect(cache.get(one)).to.deep.equal(config);
    cache.set(three, config);
    expect([one, two, three].map((place) => cache.get(place) !== null)).to.deep.equal([true, false, true]);
  });
});

type Place = typeof product;
