import { expect } from "chai";
import { ConfigCache } from "#src/apis/insurance/comparison/configs.ts";

const config = { coverages: [], attributes: [{ code: "TERM", name: "Term", value: "12 months" }] };
const product = { providerId: "aegis", productId: "motor" };

describe("the cache of configs", () => {
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
});
