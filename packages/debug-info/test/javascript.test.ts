import { AnyMap, originalPositionFor, type SectionedSourceMapInput } from "@jridgewell/trace-mapping";
import { expect } from "chai";
import fc from "fast-check";
import { InvalidSourceMapError, SourceMapFile } from "../src/javascript/source-map.ts";
import { parseStack } from "../src/javascript/stack-trace.ts";
import { fixture } from "./indexes.ts";
import { runs } from "./runs.ts";

const textOf = (name: string) => fixture(`javascript/${name}`).toString();
const framesOf = (text: string) => parseStack(text).flatMap(({ frame }) => frame ?? []);
const mapOf = (json: unknown) => new SourceMapFile(JSON.stringify(json));

/** Base64 VLQ (ECMA-426, 5.2). */
function vlq(value: number): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let text = "";
  let rest = value < 0 ? -2 * value + 1 : 2 * value;
  do {
    text += digits[(rest % 32) + (rest >= 32 ? 32 : 0)];
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return text;
}

/** Of segments with absolute fields, in lines. */
function encoded(lines: readonly (readonly (readonly number[])[])[]): string {
  const last = [0, 0, 0, 0, 0];
  const segmentOf = (segment: readonly number[]) =>
    segment.map((value, field) => {
      const difference = value - (last[field] ?? 0);
      last[field] = value;
      return vlq(difference);
    });
  return lines
    .map((line) => {
      last[0] = 0;
      return line.map((segment) => segmentOf(segment).join("")).join(",");
    })
    .join(";");
}

const field = (most: number) => fc.nat(most);
const segment = fc.oneof(
  fc.tuple(field(50)),
  fc.tuple(field(50), field(2), field(9), field(9)),
  fc.tuple(field(50), field(2), field(9), field(9), field(2)),
);
const plainMap = fc.array(fc.array(segment, { maxLength: 8 }), { maxLength: 6 }).map((lines) => ({
  version: 3,
  sources: ["a.ts", "../b/./c.ts", "https://x.example/d.ts"],
  names: ["one", "two", "three"],
  mappings: encoded(lines),
}));
const sectioned = fc
  .array(fc.record({ offset: fc.record({ line: field(8), column: field(30) }), map: plainMap }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((sections) => ({
    version: 3,
    sections: sections.toSorted((a, b) => a.offset.line - b.offset.line || a.offset.column - b.offset.column),
  }));
const anyMap = fc.oneof(plainMap, sectioned);

describe("JavaScript stacks by source maps", () => {
  const stack = textOf("stack.txt");

  it("finds functions, files, lines and columns of a minified bundle", () => {
    const frames = new SourceMapFile(textOf("bundle.js.map")).originalFrames(framesOf(stack));
    expect(frames.map((frame) => `${frame?.function} ${frame?.file}:${frame?.line}:${frame?.column}`)).to.deep.equal([
      "priceOf src/price.ts:10:11",
      "null src/basket.ts:12:38",
      "n.total src/basket.ts:12:24",
      "checkout src/main.ts:4:24",
      "s src/main.ts:10:10",
    ]);
  });

  it("shows the lines around", () => {
    const [frame] = new SourceMapFile(textOf("bundle.js.map")).originalFrames(framesOf(stack));
    expect(frame?.context?.line).to.match(/^ {4}throw new PriceError\(`.* costs less than nothing`\);$/);
    expect(frame?.context?.before).to.have.length(5);
    expect(frame?.context?.after[0]).to.equal("  }");
  });

  it("reads offsets of Hermes bytecode as Metro's tool does", () => {
    const map = new SourceMapFile(textOf("main.hbc.map"));
    const expected = JSON.parse(textOf("hermes.json")) as [number, string][];
    const found = expected.map(([offset]) => {
      const [frame] = map.originalFrames([{ function: "fn", file: "address at main.hbc", line: 1, column: offset }]);
      return [offset, frame === null || frame === undefined ? null : `${frame.file}:${frame.line}`];
    });
    const theirs = expected.map(([offset, text]) => [offset, /\(address at ([^:]+:\d+):/.exec(text)?.[1] ?? null]);
    expect(found).to.deep.equal(theirs);
    expect(new Set(found.map(([, place]) => place)).size).to.be.greaterThan(5);
  });

  it("reads index maps", () => {
    const map = JSON.parse(textOf("bundle.js.map"));
    const index = mapOf({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map }] });
    expect(index.originalFrames(framesOf(stack))[0]).to.include({ file: "src/price.ts", line: 10 });
  });

  it("finds what the usual library finds in any map: columns in any order, lines without segments, sections", () => {
    fc.assert(
      fc.property(anyMap, fc.array(fc.tuple(fc.nat(12), fc.nat(60)), { minLength: 20 }), (map, places) => {
        const theirs = new AnyMap(map as SectionedSourceMapInput);
        const ours = mapOf(map);
        for (const [line, column] of places) {
          const expected = originalPositionFor(theirs, { line: line + 1, column });
          const frames = ["f", "caller"].map((name) => ({
            function: name,
            file: null,
            line: line + 1,
            column: column + 1,
          }));
          const [found] = ours.originalFrames(frames);
          const place = found && [found.file, found.line, found.column - 1, found.function];
          const { source, line: from, column: at, name } = expected;
          expect(place ?? null).to.deep.equal(source === null ? null : [source, from, at, name ?? "f"]);
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("finds every segment of a long line, and of many lines", () => {
    const count = 2_000;
    for (const [separator, placeOf] of [
      [",", (at: number) => ({ line: 1, column: 2 * at + 3 })],
      [";", (at: number) => ({ line: at + 1, column: 1 })],
    ] as const) {
      const step = separator === "," ? "EACE" : "AACE";
      const mappings = Array.from({ length: count }, () => step).join(separator);
      const map = mapOf({ version: 3, sources: ["a.ts"], names: [], mappings });
      const frames = Array.from({ length: count }, (_, at) => ({ function: "f", file: null, ...placeOf(at) }));
      const lines = map.originalFrames(frames).map((frame) => frame?.line);
      expect(lines).to.deep.equal(Array.from({ length: count }, (_, at) => at + 2));
    }
  });

  it("takes names of functions from Metro's map of them", () => {
    const map = JSON.parse(textOf("bundle.js.map"));
    // From 1:0 the whole file, from 8:7 the function, as Metro writes it.
    const names = ["<global>", "priceOf (metro)"];
    const metro = mapOf({
      ...map,
      x_facebook_sources: map.sources.map((source: string) =>
        source === "src/price.ts" ? [{ names, mappings: "AAA;OCO" }] : null,
      ),
    });
    expect(metro.originalFrames(framesOf(stack))[0]?.function).to.equal("priceOf (metro)");
    expect(metro.originalFrames(framesOf(stack))[2]?.function).to.equal("n.total");
  });

  it("leaves other scripts alone where the map says which is its own", () => {
    const map = { ...JSON.parse(textOf("bundle.js.map")), file: "bundle.js" };
    const other = { function: "f", file: "https://cdn.example/analytics.js", line: 1, column: 82 };
    const frames = mapOf(map).originalFrames([other, ...framesOf(stack)]);
    expect(frames[0]).to.equal(null);
    expect(frames[1]?.file).to.equal("src/price.ts");
  });

  it("leaves frames alone that have no position, or one outside the map", () => {
    const map = new SourceMapFile(textOf("bundle.js.map"));
    const frame = { function: "f", file: "bundle.js", line: 1, column: 1 };
    expect(
      map.originalFrames([
        { ...frame, line: null },
        { ...frame, column: null },
        { ...frame, line: 900 },
        { ...frame, file: "native" },
      ]),
    ).to.deep.equal([null, null, null, null]);
  });

  it("parses the stacks of V8, Hermes, Firefox and Safari", () => {
    expect(
      framesOf(
        "Error: no\n    at new Shop (https://a.example/b.js?v=1:1:20)\n    at https://a.example/b.js:3:4\n    at async t.n (b.js:5:6)",
      ),
    ).to.deep.equal([
      { function: "Shop", file: "https://a.example/b.js?v=1", line: 1, column: 20 },
      { function: null, file: "https://a.example/b.js", line: 3, column: 4 },
      { function: "t.n", file: "b.js", line: 5, column: 6 },
    ]);
    expect(framesOf("    at fn (address at index.android.bundle:1:4711)")).to.deep.equal([
      { function: "fn", file: "address at index.android.bundle", line: 1, column: 4711 },
    ]);
    expect(framesOf("checkout@https://a.example/b.js:1:2\n@https://a.example/b.js:3:4")).to.deep.equal([
      { function: "checkout", file: "https://a.example/b.js", line: 1, column: 2 },
      { function: null, file: "https://a.example/b.js", line: 3, column: 4 },
    ]);
  });

  it("reads names of files that are nothing but marks of a query in a time that grows with their length alone", () => {
    const marks = `${"?".repeat(200_000)}\n`;
    const map = mapOf({ ...JSON.parse(textOf("bundle.js.map")), file: marks });
    const { user: before } = process.cpuUsage();
    const [frame] = map.originalFrames([{ function: "f", file: `b.js${marks}`, line: 1, column: 1 }]);
    expect((process.cpuUsage().user - before) / 1000, "ms of CPU").to.be.below(1_000);
    expect(frame).to.not.equal(undefined);
  });

  for (const text of [
    "",
    "no",
    "[]",
    '{"version":2}',
    '{"version":3}',
    '{"version":3,"sources":[],"names":[],"mappings":7}',
    '{"version":3,"sections":[1]}',
  ]) {
    it(`refuses ${text === "" ? "an empty file" : text} as no source map`, () => {
      expect(() => new SourceMapFile(text).originalFrames(framesOf(stack))).to.throw(InvalidSourceMapError);
    });
  }
});
