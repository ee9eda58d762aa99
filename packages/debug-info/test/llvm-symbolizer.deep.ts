/**
 * Our answers against those of llvm-symbolizer, over a program that g++ has just made. Needs g++ and llvm
 * (`apt-get install g++ llvm`, or CXX and LLVM_SYMBOLIZER).
 */
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { fileSource } from "../src/native/byte-source.ts";
import { demangle } from "../src/native/demangle.ts";
import { openElf } from "../src/native/elf.ts";
import type { SourceFrame } from "../src/native/source-frame.ts";
import { indexOf, openIndex } from "./indexes.ts";
import { askSymbolizer, compileObjects, type LlvmFrame, link, needsToolchain } from "./toolchain.ts";

const samples = 10_000;
const leastBytes = 10 * 1024 * 1024;

/** One address in every function, and the rest anywhere in them: always the same ones. */
function sampled(functions: readonly { readonly address: number; readonly size: number }[]): number[] {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const within = ({ address, size }: (typeof functions)[number]) => address + random(size);
  const addresses = functions.map(within);
  while (addresses.length < samples) {
    const chosen = functions[random(functions.length)];
    if (chosen !== undefined) addresses.push(within(chosen));
  }
  return addresses.slice(0, samples);
}

/** Why two answers differ; null when they agree on function, file, line and the calls that were inlined. */
function difference(ours: readonly SourceFrame[], theirs: readonly LlvmFrame[]): string | null {
  if (ours.length !== theirs.length) return "other calls were inlined";
  const pairs = ours.map((frame, index) => [frame, theirs[index] as LlvmFrame] as const);
  const differs = (field: (pair: (typeof pairs)[number]) => boolean) => pairs.some(field);
  // Two names of one function read alike, see `isAlias`.
  const nameOf = (name: string | null) => demangle(name ?? "");
  if (differs(([{ function: name }, { FunctionName }]) => nameOf(name) !== nameOf(FunctionName)))
    return "another function";
  if (differs(([{ file }, { FileName }]) => (file ?? "") !== FileName)) return "another file";
  if (differs(([{ line }, { Line }]) => (line ?? 0) !== Line)) return "another line";
  return null;
}

/**
 * C1 and C2, D1 and D2 of a class are often one function with two names: the symbol table has one of them, the debugging
 * information the other.
 */
function isAlias(ours: readonly SourceFrame[], theirs: readonly LlvmFrame[]): boolean {
  return ours.some(({ function: name }, index) => (name ?? "") !== theirs[index]?.FunctionName);
}

describe("symbol index of a program of 10 MB", function () {
  // The compiler takes most of it.
  this.timeout(600_000);

  it("says what llvm-symbolizer says of 99 % of 10,000 addresses", async () => {
    await needsToolchain();
    const folder = mkdtempSync(join(tmpdir(), "debug-info-"));
    const program = await link(folder, await compileObjects(folder, { units: 2, types: 6 }));
    expect(statSync(program).size).to.be.at.least(leastBytes);
    const descriptor = openSync(program, "r");
    try {
      const file = openElf(fileSource(descriptor, fstatSync(descriptor).size));
      const { summary, bytes } = indexOf(file);
      expect(summary).to.include({ damagedUnits: 0 });
      const index = await openIndex(bytes);
      const addresses = sampled([...file.symbols()].filter(({ size }) => size > 0));
      const theirs = await askSymbolizer(program, addresses);
      const counts = new Map<string, number>();
      const examples: string[] = [];
      let aliases = 0;
      for (const [place, address] of addresses.entries()) {
        const ours = await index.framesAt(address - file.imageBase);
        const found = difference(ours, theirs[place] ?? []);
        if (found === null) {
          if (isAlias(ours, theirs[place] ?? [])) aliases += 1;
          continue;
        }
        counts.set(found, (counts.get(found) ?? 0) + 1);
        if (examples.length < 5)
          examples.push(`${address.toString(16)}: ${found}`, JSON.stringify([ours, theirs[place]]));
      }
      const disagreed = [...counts.values()].reduce((sum, count) => sum + count, 0);
      console.log(
        `    ${samples - disagreed} of ${samples} agree, ${aliases} of them by another name of the function; ${JSON.stringify([...counts])}`,
      );
      expect(disagreed, examples.join("\n")).to.be.at.most(samples / 100);
    } finally {
      closeSync(descriptor);
      rmSync(folder, { recursive: true });
    }
  });
});
