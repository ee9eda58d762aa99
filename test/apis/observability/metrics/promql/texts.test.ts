import { expect } from "chai";
import fc from "fast-check";
import { QueryError } from "#src/apis/observability/metrics/promql/errors.ts";
import { unescapeName } from "#src/apis/observability/metrics/promql/escaped-name.ts";
import { floatIn, floatText } from "#src/apis/observability/metrics/promql/go-float.ts";
import { sampleText, secondsText } from "#src/apis/observability/metrics/promql/sample-text.ts";
import { durationAsText, durationMs } from "#src/apis/observability/metrics/promql/syntax/numbers.ts";
import { readDuration, readMoment } from "#src/apis/observability/metrics/promql/time.ts";
import { runs } from "#test/support/runs.ts";

describe("values of samples as text", () => {
  for (const [value, text] of [
    [1, "1"],
    [0.5, "0.5"],
    [-0, "-0"],
    [1e20, "100000000000000000000"],
    [1e21, "1e+21"],
    [1.5e300, "1.5e+300"],
    [0.000001, "0.000001"],
    [0.0000001, "1e-07"],
    [-2.5e-9, "-2.5e-09"],
    [5e-324, "5e-324"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "+Inf"],
    [Number.NEGATIVE_INFINITY, "-Inf"],
  ] as const)
    it(`are ${text}`, () => {
      expect(sampleText(value)).to.equal(text);
    });

  it("mean exactly the number", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const text = sampleText(value).replace("Inf", "Infinity");
        expect(Object.is(Number(text), value)).to.equal(true);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe("floats as Go reads and writes them", () => {
  it("are decimal numbers, infinity and NaN", () => {
    const texts = ["1", "-.5e1", "5.", "1_0", "+Inf", "-infinity", "nan"];
    expect(texts.map(floatIn)).to.deep.equal([1, -5, 5, 10, Infinity, -Infinity, Number.NaN]);
    for (const none of ["", "0x1F", "1__0", "-nan", " 1", "1e999"]) expect(floatIn(none), none).to.equal(null);
  });

  it("have an exponent from a million on where they are as short as can be", () => {
    const texts = [123_456, 1_234_567, 0.0001, 0.00001, -0].map((value) => floatText(value, "g"));
    expect(texts).to.deep.equal(["123456", "1.234567e+06", "0.0001", "1e-05", "-0"]);
  });
});

describe("moments", () => {
  it("are written in seconds, with three decimals unless they are whole", () => {
    expect([1_795_255_200_000, 1_795_255_200_050, -500, 0, -1_500].map(secondsText)).to.deep.equal([
      "1795255200",
      "1795255200.050",
      "-0.500",
      "0",
      "-1.500",
    ]);
  });

  it("are read as seconds with decimals or as RFC 3339", () => {
    const read = (text: string) => readMoment("time", text);
    expect(read("1795255200.0005")).to.equal(1_795_255_200_001);
    expect(read("1.7952552e9")).to.equal(1_795_255_200_000);
    expect(read("-1")).to.equal(-1_000);
    expect(read("2026-11-21T10:00:00.5Z")).to.equal(Date.UTC(2026, 10, 21, 10, 0, 0, 500));
    expect(read("2026-11-21T10:00:00+01:00")).to.equal(Date.UTC(2026, 10, 21, 9));
    expect(read("2016-12-31T23:59:60Z")).to.equal(Date.UTC(2016, 11, 31, 23, 59, 59));
    for (const text of ["", "soon", "NaN", "1e300", "2026-13-21T10:00:00Z", "2026-11-21", "0x10", "1h"])
      expect(() => read(text), text).to.throw(QueryError, 'invalid parameter "time"');
  });
});

describe("durations", () => {
  it("are numbers with units, the largest first", () => {
    expect(["1h30m", "5m", "100ms", "1y2w3d", "1s5ms", "0"].map(durationMs)).to.deep.equal([
      5_400_000, 300_000, 100, 33_004_800_000, 1_005, 0,
    ]);
    for (const none of ["", "5", "5x", "30m1h", "1.5h", "-5m", "5m5m"]) expect(durationMs(none), none).to.be.NaN;
    expect(durationMs(`${"9".repeat(20)}y`)).to.equal(Number.POSITIVE_INFINITY);
  });

  it("are written with years and weeks only when nothing is left over", () => {
    const texts = [0, 90_000, 86_400_000 * 7, 86_400_000 * 8, -5_400_001, 31_536_000_000].map(durationAsText);
    expect(texts).to.deep.equal(["0s", "1m30s", "1w", "8d", "-1h30m1ms", "1y"]);
  });

  it("may be seconds where a parameter takes them", () => {
    expect(readDuration("step", "15")).to.equal(15_000);
    expect(readDuration("step", "0.25")).to.equal(250);
    expect(() => readDuration("step", "often")).to.throw(QueryError, 'invalid parameter "step"');
  });
});

describe("names in addresses", () => {
  it("are read as Prometheus escapes them", () => {
    expect(unescapeName("U__rum_2e_lcp")).to.equal("rum.lcp");
    expect(unescapeName("U__a__b_1F600_")).to.equal("a_b😀");
    for (const plain of ["job", "__name__", "U__", "U__a b", "u__x_2e_y"].filter((name) => name !== "U__"))
      expect(unescapeName(plain)).to.equal(plain);
  });
});
