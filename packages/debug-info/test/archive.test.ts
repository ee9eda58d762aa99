import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { archiveLimits, indexArchive, UnusableArchiveError } from "../src/native/archive.ts";
import { fixture, openIndex } from "./indexes.ts";
import { zipOf } from "./zip.ts";

const bytesOf = (name: string) => fixture(`native/${name}`);

/** A Mach-O file with a symbol table of one symbol, which is no function. */
function objectWithoutFunctions(): Buffer {
  const bytes = Buffer.from(bytesOf("macos-arm64.dwarf"));
  let at = 32;
  for (let left = bytes.readUInt32LE(16); left > 0; left--) {
    const [command, size] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    // LC_SYMTAB: how many symbols there are, of which the first one is made a debugging entry (n_type, N_STAB).
    if (command === 2) {
      bytes.writeUInt32LE(1, at + 12);
      bytes.writeUInt8(0xe0, bytes.readUInt32LE(at + 8) + 4);
    }
    at += size;
  }
  for (let found = bytes.indexOf("__debug_info"); found >= 0; found = bytes.indexOf("__debug_info"))
    bytes.write("__other_info", found, "latin1");
  return bytes;
}

describe("archives of debug symbols", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "accord-archive-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const indexed = (bytes: Buffer, platform: "apple" | "android") => {
    writeFileSync(join(folder, "upload"), bytes);
    return indexArchive(join(folder, "upload"), { folder, format: platform === "apple" ? "mach-o" : "elf" });
  };
  const refusal = (bytes: Buffer, platform: "apple" | "android") =>
    indexed(bytes, platform).then(
      () => expect.fail("was not refused"),
      (error: unknown) => {
        if (error instanceof UnusableArchiveError) return error;
        throw error;
      },
    );
  const dSym = (name: string) => `Shop.app.dSYM/Contents/Resources/DWARF/${name}`;

  it("indexes every architecture of a fat Mach-O file in a zipped dSYM bundle", async () => {
    const { objects, invalid } = await indexed(
      zipOf(
        { name: "Shop.app.dSYM/", bytes: Buffer.alloc(0) },
        { name: "Shop.app.dSYM/Contents/Info.plist", bytes: Buffer.from("<plist/>") },
        { name: dSym("Shop"), bytes: bytesOf("macos-fat.dwarf") },
      ),
      "apple",
    );
    expect(objects.map(({ arch }) => arch)).to.have.members(["arm64", "x86_64"]);
    expect(new Set(objects.map(({ debugId }) => debugId)).size).to.equal(2);
    expect(objects.every(({ hasDebugInfo }) => hasDebugInfo)).to.equal(true);
    expect(invalid).to.deep.equal([]);
    expect(readdirSync(folder).sort()).to.deep.equal(["0.index", "1.index", "upload"], "the object itself is gone");
  });

  it("goes on after objects without functions, and after one whose image base is beyond all addresses", async () => {
    const empty = objectWithoutFunctions();
    const absurd = Buffer.from(bytesOf("macos-arm64.dwarf"));
    // The address of the segment `__TEXT` (segment_command_64).
    absurd.writeBigUInt64LE(2n ** 64n - 1n, absurd.indexOf("__TEXT\0") + 16);
    const { objects, invalid } = await indexed(
      zipOf(
        { name: dSym("Empty"), bytes: empty },
        { name: dSym("AlsoEmpty"), bytes: empty },
        { name: dSym("Absurd"), bytes: absurd },
        { name: dSym("Shop"), bytes: bytesOf("macos-fat.dwarf") },
      ),
      "apple",
    );
    expect(objects).to.have.length(2);
    expect(invalid.map(({ name }) => name)).to.deep.equal(["Empty", "AlsoEmpty", "Absurd"].map(dSym));
    expect(readdirSync(folder).filter((name) => name.endsWith(".index"))).to.have.length(2);
  });

  it("indexes a single object file", async () => {
    const { objects } = await indexed(bytesOf("gcc-dwarf5.so.debug"), "android");
    const [object] = objects;
    const index = await openIndex(readFileSync(object?.indexPath ?? ""));
    expect((await index.framesAt(0x1030)).map((frame) => frame.function)).to.deep.equal(["digit", "next.cold"]);
  });

  it("takes a zip archive of ELF files for Android", async () => {
    const { objects } = await indexed(
      zipOf(
        { name: "arm64-v8a/libshop.so", bytes: bytesOf("android-arm64.so") },
        { name: "x86_64/libshop.so", bytes: bytesOf("gcc-dwarf4.so") },
      ),
      "android",
    );
    expect(objects.map(({ arch }) => arch)).to.deep.equal(["arm64", "x86_64"]);
  });

  it("counts objects that say nothing, with the reason, beside those that are good", async () => {
    const broken = Buffer.from(bytesOf("android-arm64.so"));
    broken.writeBigUInt64LE(2n ** 40n, 40);
    const { objects, invalid } = await indexed(
      zipOf(
        { name: "good.so", bytes: bytesOf("gcc-dwarf5.so") },
        { name: "truncated.so", bytes: bytesOf("gcc-dwarf5.so").subarray(0, 3000) },
        { name: "broken.so", bytes: broken },
        { name: "other.dylib", bytes: bytesOf("macos-arm64.dwarf") },
        { name: "inner.zip", bytes: zipOf({ name: "hidden.so", bytes: bytesOf("gcc-dwarf4.so") }) },
        { name: "README", bytes: Buffer.from("no object at all") },
      ),
      "android",
    );
    expect(objects).to.have.length(1);
    expect(invalid.map(({ name }) => name)).to.deep.equal(["truncated.so", "broken.so", "other.dylib"]);
    for (const { reason } of invalid) expect(reason).to.be.a("string").and.not.to.equal("");
  });

  const nested = Array.from({ length: 20 }).reduce<Buffer>(
    (bytes) => zipOf({ name: "inner.zip", bytes }),
    zipOf({ name: "libshop.so", bytes: bytesOf("gcc-dwarf5.so") }),
  );
  const files = Array.from({ length: archiveLimits.entries + 1 }, (_, index) => ({
    name: `${index}`,
    bytes: Buffer.alloc(0),
  }));
  const zeros = Buffer.concat([bytesOf("gcc-dwarf4.so").subarray(0, 64), Buffer.alloc(64 * 1024 * 1024)]);
  const object = bytesOf("gcc-dwarf4.so");
  for (const [what, bytes, reason] of [
    ["an empty file", Buffer.alloc(0), /^It is no zip archive/],
    ["text", Buffer.from("no archive, no object"), /^It is no zip archive/],
    [
      "a Java class, which begins like a fat Mach-O file",
      Buffer.from("cafebabe00000041", "hex"),
      /^It is no zip archive/,
    ],
    ["an empty zip archive", zipOf(), /^It is no zip archive/],
    [
      "an archive without an object file",
      zipOf({ name: "README", bytes: Buffer.from("no object") }),
      /^The archive has no /,
    ],
    ["archives within archives", nested, /^The archive has no Mach-O file and no ELF file\.$/],
    [
      "a truncated zip archive",
      zipOf({ name: "a.so", bytes: object }).subarray(0, 500),
      /^The archive cannot be read: /,
    ],
    [
      "names that lead out of the folder",
      zipOf({ name: "../../etc/a.so", bytes: object }),
      /cannot be read: .*relative path/,
    ],
    [
      "a size that is another one",
      zipOf({ name: "a.so", bytes: object, claimedSize: 100 }),
      /: too many bytes in the stream/,
    ],
    [
      "zeros that compress like no object",
      zipOf({ name: "a.so", bytes: zeros }),
      /^It has more than \d+ bytes in its archive/,
    ],
    ["more files than an archive may have", zipOf(...files), /^The archive has more than 20000 files\.$/],
  ] as const) {
    it(`refuses ${what} as unrecognised, and says why`, async () => {
      const { fault, message } = await refusal(bytes, "android");
      expect([fault, message]).to.deep.equal(["UNRECOGNIZED_ARCHIVE", reason.exec(message)?.input]);
      expect(readdirSync(folder)).to.deep.equal(["upload"]);
    });
  }

  it("refuses ELF files under an Apple platform, and Mach-O files under Android", async () => {
    expect((await refusal(bytesOf("gcc-dwarf4.so"), "apple")).fault).to.equal("ARCHIVE_PLATFORM_MISMATCH");
    expect((await refusal(zipOf({ name: "a.so", bytes: bytesOf("gcc-dwarf4.so") }), "apple")).fault).to.equal(
      "ARCHIVE_PLATFORM_MISMATCH",
    );
    expect((await refusal(bytesOf("macos-arm64.dwarf"), "android")).fault).to.equal("ARCHIVE_PLATFORM_MISMATCH");
  });
});
