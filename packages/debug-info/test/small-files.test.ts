/** Small files that ask for gigabytes or minutes: each is refused with the reason, at a cost of its size. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { IndexingCost } from "./index-alone.ts";
import { abbreviations, elfOf, lineProgramOf, rangeListOf, unitOf } from "./native-writer.ts";
import { zipOf } from "./zip.ts";

const mebibyte = 1024 * 1024;
/** Of a process that indexes a small file, beside what the runtime has taken before, in KiB. */
const mostMemory = 96 * 1024;

/** Opcodes of rows that go from one line and address to the next. */
const moving = (rows: number) => Buffer.alloc(rows, Buffer.from([29, 30, 31]));

describe("small files of debug symbols", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "accord-small-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Indexes it in a process whose memory nothing else has used. */
  const cost = async (bytes: Buffer): Promise<IndexingCost> => {
    const path = join(folder, "upload");
    writeFileSync(path, bytes);
    const program = new URL("index-alone.ts", import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [program, path, folder, "elf"], {
      timeout: 60_000,
      killSignal: "SIGKILL",
    });
    return JSON.parse(stdout) as IndexingCost;
  };
  const expectSmall = ({ peak, before }: IndexingCost) => expect(peak - before).to.be.at.most(mostMemory, "KiB");

  it("inflates no more than a file of its size may, all compressed sections together", async () => {
    const zeros = Buffer.alloc(32 * mebibyte);
    const names = ["debug_line", "debug_str", "debug_ranges", "debug_addr", "debug_line_str"];
    const bytes = elfOf([
      { name: ".debug_info", bytes: unitOf({}) },
      { name: ".debug_abbrev", bytes: abbreviations },
      ...names.map((name) => ({ name: `.${name}`, bytes: zeros, compression: "zstd" }) as const),
    ]);
    expect(bytes.length).to.be.at.most(100_000);
    const found = await cost(bytes);
    expect(found.refusal).to.match(
      /^It has more than \d+ bytes in compressed sections, .* a file of \d+ bytes may have/,
    );
    expect(found.spent.inflated).to.be.at.most(mebibyte + 32 * bytes.length);
    expectSmall(found);
  });

  it("counts sections of all objects of an archive", async () => {
    const object = (id: number) =>
      elfOf(
        [
          { name: ".debug_info", bytes: unitOf({ ranges: [0] }) },
          { name: ".debug_abbrev", bytes: abbreviations },
          { name: ".debug_ranges", bytes: rangeListOf(1) },
          { name: ".debug_str", bytes: Buffer.alloc(900_000), compression: "zlib" },
        ],
        Buffer.alloc(20, id),
      );
    const found = await cost(
      zipOf(...Array.from({ length: 50 }, (_, index) => ({ name: `${index}.so`, bytes: object(index) }))),
    );
    expect(found.refusal).to.match(/bytes in compressed sections/);
    expectSmall(found);
  });

  it("reads no more line rows than a file of its size may have", async () => {
    const program = lineProgramOf(Buffer.alloc(900_000, 1));
    const bytes = elfOf([
      { name: ".debug_info", bytes: Buffer.concat(Array.from({ length: 100 }, () => unitOf({ lines: 0 }))) },
      { name: ".debug_abbrev", bytes: abbreviations },
      { name: ".debug_line", bytes: program, compression: "zstd" },
    ]);
    expect(bytes.length).to.be.at.most(5000);
    const found = await cost(bytes);
    expect(found.refusal).to.match(/^It has more than \d+ line rows, the most that a file of \d+ bytes may have/);
    expect(found.spent.rows).to.be.at.most(3 * mebibyte);
    expectSmall(found);
  });

  it("inflates no line program of millions of rows out of a few kilobytes", async () => {
    const found = await cost(
      elfOf([
        { name: ".debug_info", bytes: unitOf({ lines: 0 }) },
        { name: ".debug_abbrev", bytes: abbreviations },
        { name: ".debug_line", bytes: lineProgramOf(Buffer.alloc(60 * mebibyte, 1)), compression: "zstd" },
      ]),
    );
    expect(found.refusal).to.match(/bytes in compressed sections/);
    expectSmall(found);
  });

  it("reads no more ranges than a file of its size may have, whoever they are of", async () => {
    const bytes = elfOf([
      { name: ".debug_info", bytes: unitOf({ ranges: Array.from({ length: 100 }, () => 0) }) },
      { name: ".debug_abbrev", bytes: abbreviations },
      { name: ".debug_ranges", bytes: rangeListOf(60_000), compression: "zlib" },
    ]);
    const found = await cost(bytes);
    expect(found.refusal).to.match(/address ranges/);
    expect(found.spent.ranges).to.be.at.most(4 * mebibyte);
    expectSmall(found);
  });

  it("takes a time for many functions at one place that grows with their number, not with its square", async () => {
    const rows = 200_000;
    const functions = Array.from({ length: 100_000 }, () => 0);
    const found = await cost(
      elfOf([
        { name: ".debug_info", bytes: unitOf({ lines: 0, ranges: functions }) },
        { name: ".debug_abbrev", bytes: abbreviations },
        { name: ".debug_line", bytes: lineProgramOf(moving(rows)) },
        { name: ".debug_ranges", bytes: rangeListOf(1, rows) },
      ]),
    );
    expect(found.objects).to.have.length(1);
    expect(found.spent.rows).to.be.greaterThan(rows);
    expect(found.cpu).to.be.at.most(5_000, "ms; twenty billion steps take more");
  });

  it("reads no table of abbreviations again and again", async () => {
    const table = Buffer.concat([
      ...Array.from({ length: 20_000 }, () => Buffer.from([9, 0x2e, 0, 0, 0])),
      abbreviations,
    ]);
    const units = Array.from({ length: 3_000 }, (_, index) => unitOf({ abbreviationsAt: index * 5 }));
    const found = await cost(
      elfOf([
        { name: ".debug_info", bytes: Buffer.concat(units) },
        { name: ".debug_abbrev", bytes: table },
      ]),
    );
    expect(found.refusal).to.match(/bytes of tables to be read again and again/);
    expectSmall(found);
  });

  it("refuses an archive whose entries are one and the same file", async () => {
    const object = elfOf([
      { name: ".debug_info", bytes: unitOf({ lines: 0 }) },
      { name: ".debug_abbrev", bytes: abbreviations },
      { name: ".debug_line", bytes: lineProgramOf(Buffer.alloc(20_000, 0x2f)) },
    ]);
    const found = await cost(
      zipOf(...Array.from({ length: 999 }, (_, index) => ({ name: `${index}.so`, bytes: object, sameAs: 0 }))),
    );
    expect(found.refusal).to.equal("The archive has files that share their bytes.");
    expect(found.spent.unpacked).to.be.at.most(object.length);
    expectSmall(found);
  });
});
