/**
 * Debugging information of about a gigabyte, indexed and asked, beside what llvm-symbolizer takes for its first answer on
 * the same file. The program is compiled on the spot: g++ and llvm are needed (`apt-get install g++ llvm`).
 */
import { closeSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileSource, KeptSegments, openElf, SymbolIndex } from "@accord/debug-info/native";
import { askSymbolizer, compileObjects, link, needsToolchain } from "#debug-info/test/toolchain.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { median } from "../process.ts";
import { budget, table } from "../report.ts";
import { runIndexer } from "./symbols-indexer.ts";

const rounds = 5;
const samples = 10_000;
const targetBytes = 1024 ** 3;
/** For segments: as much as an index takes when none is said, and what the smallest process has for them. */
const keptMiB = [128, 16];

export async function benchSymbols(): Promise<void> {
  await needsToolchain();
  const folder = temporaryFolder();
  try {
    const program = await largeProgram(folder);
    const indexPath = join(folder, "program.index");
    const indexed = await runIndexer(program, indexPath);
    const { debugBytes, addresses } = functionsOf(program);
    const rates = new Map<number, number[]>();
    for (const kept of keptMiB) rates.set(kept, await lookups(indexPath, addresses, kept * 1024 ** 2));
    const started = performance.now();
    await askSymbolizer(program, addresses.slice(0, 1));
    const symbolizerSeconds = (performance.now() - started) / 1000;
    const mib = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);
    table(
      ["debug file", "seconds", "MB of debug information/s", "most memory MiB"],
      [
        [
          `${mib(statSync(program).size)} MiB indexed to ${mib(statSync(indexPath).size)} MiB`,
          indexed.seconds.toFixed(1),
          (debugBytes / 1e6 / indexed.seconds).toFixed(0),
          mib(indexed.mostMemory),
        ],
        [
          "llvm-symbolizer, one address",
          symbolizerSeconds.toFixed(1),
          (debugBytes / 1e6 / symbolizerSeconds).toFixed(0),
          "",
        ],
      ],
    );
    for (const [kept, each] of rates) {
      console.log(
        `  rounds with ${kept} MiB for segments: ${each.map((rate) => rate.toFixed(0)).join(" ")} addresses/s`,
      );
      budget(`addresses/s, in no order, ${kept} MiB for segments`, median(each), 20_000);
    }
    budget("512 MiB / memory of indexing", (512 * 1024 ** 2) / indexed.mostMemory, 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Objects are linked again and again until the file is large: every copy has its own units. */
async function largeProgram(folder: string): Promise<string> {
  const objects = await compileObjects(folder, { units: 4, types: 8 });
  const once = statSync(await link(folder, objects)).size;
  const copies = Math.ceil(targetBytes / once);
  return await link(folder, Array.from({ length: copies }, () => objects).flat());
}

function functionsOf(program: string) {
  const descriptor = openSync(program, "r");
  const file = openElf(fileSource(descriptor, fstatSync(descriptor).size));
  const functions = [...file.symbols()].filter(({ size }) => size > 0);
  const sections = [
    "debug_info",
    "debug_abbrev",
    "debug_line",
    "debug_str",
    "debug_line_str",
    "debug_rnglists",
  ] as const;
  const debugBytes = sections.reduce((sum, name) => sum + (file.section(name)?.size ?? 0), 0);
  closeSync(descriptor);
  // In no order, the same ones each time.
  const addresses = Array.from({ length: samples }, (_, index) => {
    const at = (index * 7919) % functions.length;
    const { address, size } = functions[at] ?? { address: 0, size: 1 };
    return address + ((index * 104_729) % size) - file.imageBase;
  });
  return { debugBytes, addresses };
}

/** Addresses a second, of each round: all of them one by one, as the frames of crashes come. The first round reads everything from the file. */
async function lookups(indexPath: string, addresses: readonly number[], keptBytes: number): Promise<number[]> {
  const descriptor = openSync(indexPath, "r");
  const file = fileSource(descriptor, fstatSync(descriptor).size);
  const read = async (offset: number, length: number) => file.read(offset, length);
  const index = await SymbolIndex.open({ size: file.size, read }, new KeptSegments(keptBytes));
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    for (const address of addresses) await index.framesAt(address);
    rates.push(addresses.length / ((performance.now() - started) / 1000));
  }
  closeSync(descriptor);
  return rates;
}
