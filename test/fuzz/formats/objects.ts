/** Object files of native code, and archives of them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ObjectFile } from "@accord/debug-info/native";
import {
  BudgetSpentError,
  bufferSource,
  indexArchive,
  MalformedObjectError,
  openElf,
  openMachO,
  UnusableArchiveError,
} from "@accord/debug-info/native";
import { fixture, indexOf, openIndex } from "#debug-info/test/indexes.ts";
import { abbreviations, elfOf, lineProgramOf, rangeListOf, unitOf } from "#debug-info/test/native-writer.ts";
import { zipOf } from "#debug-info/test/zip.ts";
import { changedBytes, changedFields } from "../bytes.ts";
import type { Format } from "../format.ts";
import { fieldsOfElf, fieldsOfMachO, fieldsOfZip } from "./object-fields.ts";

export const sample = (name: string) => fixture(`native/${name}`);

export const isRefusedObject = (error: unknown) =>
  error instanceof MalformedObjectError || error instanceof BudgetSpentError || error instanceof UnusableArchiveError;

/** Indexes an object, opens the index and looks some addresses up. */
export async function index(file: ObjectFile): Promise<void> {
  const opened = await openIndex(indexOf(file).bytes);
  for (const address of [0, 0x1000, 0x1030, 0x1100, 0x2000, 0xffff_fffe]) await opened.framesAt(address);
}

const elfSamples = [
  "gcc-dwarf4.so",
  "gcc-dwarf5.so",
  "gcc-compressed.so",
  "gcc-symbols-only.so",
  "gcc-i386.so",
  "android-arm64.so",
].map(sample);

/** The whole of them, and without what is only bulk. */
const smallElf = elfOf([
  { name: ".debug_info", bytes: unitOf({ lines: 0, ranges: [0] }) },
  { name: ".debug_abbrev", bytes: abbreviations },
  { name: ".debug_line", bytes: lineProgramOf(Buffer.alloc(40, 0x2f)), compression: "zlib" },
  { name: ".debug_ranges", bytes: rangeListOf(3), compression: "zstd" },
]);

export const elf: Format = {
  name: "elf",
  sample: sample("gcc-compressed.so"),
  memory: 64,
  generate(random) {
    const bytes = random.chance(0.2) ? smallElf : random.pick(elfSamples);
    const headed = random.chance(0.7) ? changedFields(bytes, fieldsOfElf(bytes), random) : bytes;
    return random.chance(0.4) || headed === bytes ? changedBytes(headed, random, elfSamples) : headed;
  },
  async read(input) {
    await index(openElf(bufferSource(input)));
  },
  isRefusal: isRefusedObject,
};

const machOSamples = ["macos-arm64.dwarf", "macos-x86_64.dwarf", "macos-fat.dwarf"].map(sample);

export const machO: Format = {
  name: "mach-o",
  sample: sample("macos-fat.dwarf"),
  memory: 64,
  generate(random) {
    const bytes = random.pick(machOSamples);
    const headed = random.chance(0.7) ? changedFields(bytes, fieldsOfMachO(bytes), random) : bytes;
    return random.chance(0.4) || headed === bytes ? changedBytes(headed, random, machOSamples) : headed;
  },
  async read(input) {
    for (const file of openMachO(bufferSource(input))) await index(file);
  },
  isRefusal: isRefusedObject,
};

const goodArchive = zipOf(
  { name: "a.so", bytes: smallElf },
  { name: "b/README", bytes: Buffer.from("text") },
  { name: "c.so", bytes: smallElf },
);
const archives = [
  goodArchive,
  zipOf({ name: "Shop.app.dSYM/Contents/Resources/DWARF/Shop", bytes: sample("macos-arm64.dwarf") }),
  zipOf({ name: "a.so", bytes: sample("gcc-symbols-only.so") }, { name: "a.so", bytes: smallElf, sameAs: 0 }),
];

export const zip: Format = {
  name: "zip",
  memory: 64,
  sample: goodArchive,
  generate(random) {
    const bytes = random.pick(archives);
    const headed = random.chance(0.8) ? changedFields(bytes, fieldsOfZip(bytes), random) : bytes;
    return random.chance(0.3) || headed === bytes ? changedBytes(headed, random, archives) : headed;
  },
  async read(input) {
    const folder = mkdtempSync(join(tmpdir(), "accord-fuzz-"));
    try {
      writeFileSync(join(folder, "upload"), input);
      await indexArchive(join(folder, "upload"), { folder, format: null });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  isRefusal: isRefusedObject,
};
