import { expect } from "chai";
import fc from "fast-check";
import { bufferSource, MalformedObjectError } from "../src/native/byte-source.ts";
import { openElf } from "../src/native/elf.ts";
import { openMachO } from "../src/native/mach-o.ts";
import { type ObjectFile, otherByteOrder } from "../src/native/object-file.ts";
import { BudgetSpentError } from "../src/native/reading-budget.ts";
import { fixture, indexOf, openIndex } from "./indexes.ts";
import { runs } from "./runs.ts";

const bytesOf = (name: string) => fixture(`native/${name}`);
const elf = (name: string) => openElf(bufferSource(bytesOf(name)));
const machO = (name: string) => openMachO(bufferSource(bytesOf(name)));

const opened = (file: ObjectFile) => openIndex(indexOf(file).bytes);

interface Expected {
  readonly Address: string;
  readonly Symbol?: readonly {
    readonly FunctionName: string;
    readonly FileName: string;
    readonly Line: number;
    readonly Column: number;
  }[];
}

/** What llvm-symbolizer says, address by address, in our words. */
function expected(name: string) {
  const lines = bytesOf(`${name}.expected`).toString().trim().split("\n");
  return lines.map((line) => {
    const { Address: address, Symbol: frames = [] } = JSON.parse(line) as Expected;
    const known = frames.filter(({ FunctionName, FileName }) => FunctionName !== "" || FileName !== "");
    return {
      address: Number(address),
      frames: known.map(({ FunctionName, FileName, Line, Column }, index) => ({
        function: FunctionName || null,
        file: FileName || null,
        line: Line || null,
        column: Line === 0 ? null : Column || null,
        inlined: index < known.length - 1,
      })),
    };
  });
}

/** The addresses of which our index says something else, each with both answers. */
async function differences(file: ObjectFile, name: string) {
  const index = await opened(file);
  const all = await Promise.all(
    expected(name).map(async ({ address, frames }) => ({
      address,
      frames,
      ours: await index.framesAt(address - file.imageBase),
    })),
  );
  expect(all.length).to.be.greaterThan(100);
  return all.filter(({ frames, ours }) => JSON.stringify(frames) !== JSON.stringify(ours));
}

describe("symbol index of native code", () => {
  for (const name of [
    "gcc-dwarf4.so",
    "gcc-dwarf5.so",
    "gcc-compressed.so",
    "gcc-symbols-only.so",
    "gcc-i386.so",
    "android-arm64.so",
  ]) {
    it(`says what llvm-symbolizer says of every address of ${name}`, async () => {
      expect(await differences(elf(name), name)).to.deep.equal([]);
    });
  }

  for (const name of ["macos-arm64.dwarf", "macos-x86_64.dwarf"]) {
    it(`says what llvm-symbolizer says of every address of ${name}`, async () => {
      const [file] = machO(name);
      expect(await differences(file as ObjectFile, name)).to.deep.equal([]);
    });
  }

  it("reads debugging information that was split off", async () => {
    expect(await differences(elf("gcc-dwarf5.so.debug"), "gcc-dwarf5.so")).to.deep.equal([]);
  });

  it("reads every architecture of a fat file", async () => {
    const files = machO("macos-fat.dwarf");
    expect(files.map(({ arch }) => arch)).to.have.members(["arm64", "x86_64"]);
    for (const file of files) {
      const name = `macos-${file.arch}.dwarf`;
      expect(await differences(file, name)).to.deep.equal([]);
    }
  });

  it("knows a stripped file and the file with its symbols by one debug id", () => {
    const [whole, stripped, debug] = [elf("gcc-dwarf5.so"), elf("gcc-dwarf5-stripped.so"), elf("gcc-dwarf5.so.debug")];
    expect(whole.debugId).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect([stripped.debugId, debug.debugId]).to.deep.equal([whole.debugId, whole.debugId]);
    expect(stripped.hasDebugInfo).to.equal(false);
    expect(stripped.hasSymbols).to.equal(true, "those that are exported");
  });

  it("turns a debug id into its other byte order, and back", () => {
    expect(otherByteOrder("00010203-0405-0607-0809-0a0b0c0d0e0f")).to.equal("03020100-0504-0706-0809-0a0b0c0d0e0f");
    expect(otherByteOrder(otherByteOrder("46706580-34aa-b9ec-0000-000000000000"))).to.equal(
      "46706580-34aa-b9ec-0000-000000000000",
    );
  });

  it("says nothing of addresses that are not code", async () => {
    const index = await opened(elf("gcc-dwarf5.so"));
    for (const address of [0, 0x10, 0xffff_ffff]) expect(await index.framesAt(address)).to.deep.equal([]);
  });

  it("reads only the segments that it needs", async () => {
    const reads: number[] = [];
    const index = await openIndex(indexOf(elf("gcc-dwarf4.so")).bytes, reads);
    await index.framesAt(expected("gcc-dwarf4.so")[0]?.address ?? 0);
    await index.framesAt(expected("gcc-dwarf4.so")[1]?.address ?? 0);
    expect(reads.length).to.be.at.most(6, "footer, directory, a unit or two, symbols, a page of texts");
  });

  it("keeps the good units of a file of which one is damaged", async () => {
    const bytes = Buffer.from(bytesOf("gcc-dwarf4.so"));
    const info = elf("gcc-dwarf4.so").section("debug_info");
    const unit = info?.read(0, info.size) as Buffer;
    const at = bytes.indexOf(unit);
    // The second unit's abbreviations are said to be far outside.
    const second = at + 4 + unit.readUInt32LE(0);
    bytes.writeUInt32LE(0x7fff_0000, second + 6);
    const { summary, bytes: written } = indexOf(openElf(bufferSource(bytes)));
    expect(summary).to.include({ units: 1, damagedUnits: 1 });
    expect(summary.damage).to.be.a("string");
    const index = await openIndex(written);
    const names = await Promise.all(
      expected("gcc-dwarf4.so").map(async ({ address }) => (await index.framesAt(address)).at(-1)?.function),
    );
    expect(names).to.include("parse_number").and.to.include("checkout");
  });

  for (const [name, open] of [
    ["gcc-dwarf5.so", (bytes: Buffer) => [openElf(bufferSource(bytes))]],
    ["gcc-compressed.so", (bytes: Buffer) => [openElf(bufferSource(bytes))]],
    ["macos-fat.dwarf", (bytes: Buffer) => openMachO(bufferSource(bytes))],
  ] as const) {
    it(`refuses or survives ${name} with any bytes changed or cut off`, async () => {
      const original = bytesOf(name);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { maxLength: 8 }),
          fc.option(fc.nat(original.length)),
          async (changes, end) => {
            const bytes = Buffer.from(original.subarray(0, end ?? original.length));
            for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
            try {
              for (const file of open(bytes)) {
                const index = await opened(file);
                await index.framesAt(0x1100);
              }
            } catch (error) {
              if (!(error instanceof MalformedObjectError || error instanceof BudgetSpentError)) throw error;
            }
          },
        ),
        { numRuns: runs(2000) },
      );
    });
  }

  it("refuses what is no index", async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(100), bytesOf("gcc-dwarf5.so")]) {
      await openIndex(bytes).then(
        () => expect.fail("opened"),
        (error) => expect(error).to.be.instanceOf(MalformedObjectError),
      );
    }
  });
});
