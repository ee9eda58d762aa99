/** Source maps and mappings that would take many times their size: each is refused before anything is made of it. */

import { InvalidSourceMapError, mostValues, SourceMapFile } from "@accord/debug-info/javascript";
import { InvalidMappingError, MappingFile, mappingLimits, retrace } from "@accord/debug-info/jvm";
import { expect } from "chai";
import { deepIt } from "#test/support/runs.ts";

const mebibyte = 1024 * 1024;
const map = { version: 3, sources: ["a.ts"], names: [], mappings: "AAAA" };
const mapOf = (more: object) => Buffer.from(JSON.stringify({ ...map, ...more }));
const section = (offset: object, inner: object = map) => ({ sections: [{ offset, map: inner }], mappings: undefined });

/** Bytes of the heap and of buffers that `work` leaves taken, or took when it failed. */
function taken(work: () => void): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  work();
  const after = process.memoryUsage();
  return after.heapUsed - heapUsed + after.arrayBuffers - arrayBuffers;
}

describe("large source maps and mappings", () => {
  for (const [what, [bytes, reason]] of Object.entries({
    "millions of empty values": [
      () => Buffer.from(`{"version":3,"x":[${"[],".repeat(mostValues)}0]}`),
      /more than 4000000 values/,
    ],
    "a million names": [
      () => Buffer.from(`{${Array.from({ length: mostValues / 4 }, (_, at) => `"${at}":0`).join(",")}}`),
      /more than 4000000 values/,
    ],
    "sections in sections": [() => mapOf(section({ line: 0, column: 0 }, section({ line: 0, column: 0 }))), /itself/],
    "a section at no place": [() => mapOf(section({ line: -1, column: 0 })), /no place in a file/],
    "sections in no order": [
      () => mapOf({ sections: [5, 4].map((line) => ({ offset: { line, column: 0 }, map })), mappings: undefined }),
      /in no order/,
    ],
  } as const)) {
    it(`refuses a source map of ${what}`, () => {
      const whole = bytes();
      const cost = taken(() =>
        expect(() => new SourceMapFile(whole.toString())).to.throw(InvalidSourceMapError, reason),
      );
      expect(cost).to.be.at.most(4 * whole.length + 32 * mebibyte);
    });
  }

  for (const [what, more] of [
    ["millions of segments", () => ({ mappings: "AAAA,".repeat(8_000_000) })],
    ["millions of segments in no order", () => ({ mappings: "CAAA,DAAA,".repeat(4_000_000) })],
    ["millions of lines", () => ({ mappings: ";AAAA".repeat(8_000_000) })],
    ["a section far away", () => section({ line: 2 ** 31 - 1, column: 0 })],
    [
      "one long root of many sources",
      () => ({ sourceRoot: "r".repeat(mebibyte), sources: Array.from({ length: 100_000 }, () => "a") }),
    ],
    ["millions of functions", () => ({ x_facebook_sources: [[{ names: ["f"], mappings: "AAA,".repeat(8_000_000) }]] })],
  ] as const) {
    deepIt(`reads a source map of ${what} in little more memory than its text`, () => {
      const whole = mapOf(more());
      let read: SourceMapFile | undefined;
      const cost = taken(() => {
        read = new SourceMapFile(whole.toString());
        read.originalFrames([{ function: "f", file: null, line: 1, column: 1 }]);
      });
      expect(cost).to.be.at.most(3 * whole.length + 16 * mebibyte);
      expect(read).to.be.instanceOf(SourceMapFile);
    });
  }

  deepIt("refuses a mapping of more classes than a program has", () => {
    const names = Array.from({ length: mappingLimits.classes + 1 }, (_, index) => `c${index} -> a${index}:\n`);
    const bytes = Buffer.from(names.join(""));
    expect(() => new MappingFile(bytes)).to.throw(InvalidMappingError, /more than 1000000 classes/);
  });

  it("refuses a mapping of more lines than a class has", () => {
    const bytes = Buffer.from(`com.A -> a:\n${"  v f() -> a\n".repeat(mappingLimits.lines + 1)}`);
    expect(() => new MappingFile(bytes)).to.throw(InvalidMappingError, /more than 1000000 lines in one class/);
  });

  it("shows few of the methods that a frame may stand for, or that were inlined into it", () => {
    const overloads = Array.from({ length: 50_000 }, (_, index) => `    void f${index}() -> a\n`).join("");
    const inlined = Array.from({ length: 50_000 }, (_, index) => `    1:1:void g${index}():${index} -> b\n`).join("");
    const mapping = new MappingFile(Buffer.from(`com.A -> a:\n${overloads}${inlined}`));
    const [frame] = retrace(mapping, null, [{ function: "a.a", line: null, file: null }]);
    expect(frame?.alternatives).to.have.length(20);
    expect(retrace(mapping, null, [{ function: "a.b", line: 1, file: null }])).to.have.length(64);
  });
});
