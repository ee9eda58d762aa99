import { expect } from "chai";
import { JoinedReader } from "#src/apis/observability/metrics/joined-reader.ts";
import { SelectionTooLarge } from "#src/apis/observability/metrics/store.ts";
import { metricBatch, type Sample } from "#test/support/metrics.ts";
import { ModelStore, matcher } from "./model-store.ts";

const tenant = { projectId: "0198c1f2-0000-7000-8000-000000000001", environment: "test" } as const;
const always = { fromMs: 0, toMs: 1_000 };
const plenty = { series: 10, samples: 100 };
const any = [matcher("__name__", /./)];

/** A store whose series have these samples, by their `job`. */
async function storeOf(series: Readonly<Record<string, Readonly<Record<number, number>>>>): Promise<ModelStore> {
  const store = new ModelStore();
  const given = Object.entries(series).map(([job, samples]) => {
    const all = Object.entries(samples).map(([at, value]): Sample => [Number(at), value]);
    return [{ __name__: "up", job }, ...all] as const;
  });
  await store.append(tenant, metricBatch(...given));
  return store;
}

describe("readers that are joined", () => {
  it("give the series of both in the order of their labels, and one series where both have it", async () => {
    const joined = new JoinedReader(
      await storeOf({ c: { 1: 1 }, a: { 1: 10, 3: 30 } }),
      await storeOf({ b: { 2: 2 }, a: { 2: 20, 4: 40 } }),
    );
    const selected = await joined.select(tenant, { matchers: any, range: always, limits: plenty });
    expect(selected.map(({ labels, timestamps, values }) => [labels[3], [...timestamps], [...values]])).to.deep.equal([
      ["a", [1, 2, 3, 4], [10, 20, 30, 40]],
      ["b", [2], [2]],
      ["c", [1], [1]],
    ]);
    const question = { selectors: [], range: always, limit: 10 };
    expect(await joined.labelValues(tenant, "job", question)).to.deep.equal(["a", "b", "c"]);
    expect(await joined.labelNames(tenant, question)).to.deep.equal(["__name__", "job"]);
    expect(await joined.series(tenant, question)).to.have.lengthOf(3);
    expect(await joined.labelValues(tenant, "job", { ...question, limit: 2 })).to.deep.equal(["a", "b"]);
  });

  it("share the limits of a selection, and name the one that was given", async () => {
    const joined = new JoinedReader(await storeOf({ a: { 1: 1, 2: 2 } }), await storeOf({ b: { 1: 1, 2: 2 } }));
    for (const [of, limits] of [
      ["series", { series: 1, samples: 100 }],
      ["samples", { series: 10, samples: 3 }],
    ] as const) {
      const refused = await joined
        .select(tenant, { matchers: any, range: always, limits })
        .catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(SelectionTooLarge).and.include({ of, limit: limits[of] });
    }
  });
});
