import { expect } from "chai";
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import {
  decodeLabels,
  encodeLabels,
  inOrder,
  labelFault,
  labelLimits,
  type RawLabel,
  showLabels,
} from "#src/apis/observability/metrics/label-bytes.ts";
import { isStale, staleMarker } from "#src/apis/observability/metrics/store.ts";

const raw = (labels: readonly (readonly [string, string])[]): RawLabel[] =>
  labels.map(([name, value]) => [Buffer.from(name), Buffer.from(value)]);

describe("label sets", () => {
  it("are the same after a way through bytes, long and foreign ones too", () => {
    const labels = ["__name__", "rum.lcp", "städte", "東京", "url", "x".repeat(5000)];
    expect(decodeLabels(encodeLabels(labels))).to.deep.equal(labels);
  });

  it("are the bytes that remote write sends", () => {
    expect(encodeLabels(["__name__", "up"]).toString("hex")).to.equal("0a0e0a085f5f6e616d655f5f12027570");
  });

  const faults: Record<string, readonly RawLabel[]> = {
    "label __name__ is missing": raw([["job", "api"]]),
    "label a is there twice": raw([
      ["__name__", "up"],
      ["a", "1"],
      ["a", "2"],
    ]),
    "a label has no name": raw([["", "1"]]),
    "a label's name holds U+0000": raw([["a\0b", "1"]]),
    "the metric's name holds U+0000": raw([["__name__", "a\0b"]]),
    "a label is not UTF-8": [[Buffer.from("__name__"), Buffer.from([0xff])]],
    [`label big is longer than ${labelLimits.valueBytes} bytes`]: raw([["big", "x".repeat(1_000_000)]]),
    [`more than ${labelLimits.labels} labels`]: raw(Array.from({ length: 200 }, (_, i) => [`l${i}`, "1"] as const)),
  };
  for (const [reason, labels] of Object.entries(faults)) {
    it(`are refused: ${reason}`, () => expect(labelFault(labels)).to.equal(reason));
  }

  it("are put in order, without those that are empty, and are then a series", () => {
    const labels = raw([
      ["b", "1"],
      ["job", ""],
      ["__name__", "up"],
      ["a", "x\0y"],
    ]);
    const ordered = inOrder(labels);
    expect(ordered.map(([name]) => name.toString())).to.deep.equal(["__name__", "a", "b"]);
    expect(labelFault(ordered)).to.equal(null);
    expect(labelFault(inOrder(raw([["", ""]])))).to.equal("a label has no name");
  });

  it("are shown short and without anything that could break a line", () => {
    expect(
      showLabels(
        raw([
          ["__name__", "u\np"],
          ["a", "x".repeat(100)],
        ]),
      ),
    ).to.equal(`{__name__="u?p", a="${"x".repeat(64)}…"}`);
  });
});

describe("a batch builder", () => {
  it("sorts labels, drops empty ones and keeps every bit of a value", () => {
    const builder = new MetricBatchBuilder();
    const series = builder.series([
      ["job", "api"],
      ["empty", ""],
      ["__name__", "up"],
    ]);
    builder.sample(series, 1000, 1.5);
    builder.sampleBits(series, 2000, staleMarker.low, staleMarker.high);
    const { labels, seriesStart, seriesEnd, samples } = builder.build();
    expect(decodeLabels(labels.subarray(seriesStart[0], seriesEnd[0]))).to.deep.equal(["__name__", "up", "job", "api"]);
    expect(samples.values[0]).to.equal(1.5);
    expect([isStale(samples, 0), isStale(samples, 1)]).to.deep.equal([false, true]);
  });
});
