/** What was uploaded as debug symbols, taken apart: zip archives of dSYM bundles or ELF files, and single object files. */
import { closeSync, createWriteStream, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { type ByteSource, fileSource, MalformedObjectError } from "./byte-source.ts";
import { isElf, openElf } from "./elf.ts";
import { isMachO, openMachO } from "./mach-o.ts";
import type { ObjectFile } from "./object-file.ts";
import { BudgetSpentError, ReadingBudget } from "./reading-budget.ts";
import { localHeaderBytes, TakenBytes } from "./taken-bytes.ts";
import { type IndexSummary, writeSymbolIndex } from "./write-symbol-index.ts";

/** Why the content of an upload can never be used: it is none, or it is of another platform, an Apple platform where another one was announced. */
export type ContentFault = "UNRECOGNIZED_ARCHIVE" | "ARCHIVE_PLATFORM_MISMATCH" | "OTHER_APPLE_PLATFORM";

export class UnusableArchiveError extends Error {
  override readonly name = "UnusableArchiveError";
  readonly fault: ContentFault;

  constructor(fault: ContentFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** An object with a debug id and something to say. */
export interface IndexedObject {
  readonly debugId: string;
  readonly arch: string;
  readonly hasDebugInfo: boolean;
  /** Its symbol index, in the working folder. */
  readonly indexPath: string;
  readonly summary: IndexSummary;
}

export interface ArchiveContents {
  readonly objects: readonly IndexedObject[];
  /** Objects that are damaged, of the other format, without a debug id, or without symbols, by name and with the reason. */
  readonly invalid: readonly { readonly name: string; readonly reason: string }[];
}

export interface ArchiveOptions {
  /** An empty folder for unpacked files; the caller removes it. */
  readonly folder: string;
  /** Format of the platform's object files; `null` when either will do. */
  readonly format: ObjectFile["format"] | null;
  /** Platform that a single object file must be built for, where it names one. An archive may hold those of an app and its watch. */
  readonly platform?: string;
  /** What reading it may cost; when left out, what its size allows. */
  readonly budget?: ReadingBudget;
}

/** Bounds of a zip archive. An object larger than the largest upload is none that a linker wrote. */
export const archiveLimits = {
  entries: 20_000,
  objects: 1000,
  objectBytes: 4 * 1024 ** 3,
  unpackedBytes: 16 * 1024 ** 3,
};

/**
 * Indexes every object of the file at a path, one after the other, so that memory and disk are bounded by one of
 * them. All of them share one budget. Throws UnusableArchiveError for what is neither zip, Mach-O nor ELF, for what is all
 * of the other format, and for what asks for more than the budget has.
 */
export async function indexArchive(path: string, options: ArchiveOptions): Promise<ArchiveContents> {
  const descriptor = openSync(path, "r");
  try {
    const source = fileSource(descriptor, fstatSync(descriptor).size);
    const start = source.size < 8 ? Buffer.alloc(0) : source.read(0, 8);
    const budget = options.budget ?? new ReadingBudget(source.size);
    const contents = new Contents(options, budget);
    if (isObject(start)) contents.add("the file", source, options.platform);
    else if (isArchive(start)) await addZip(descriptor, contents, { ...options, budget });
    else
      throw new UnusableArchiveError("UNRECOGNIZED_ARCHIVE", "It is no zip archive, no Mach-O file and no ELF file.");
    return contents.finish();
  } catch (error) {
    if (!(error instanceof BudgetSpentError)) throw error;
    throw new UnusableArchiveError("UNRECOGNIZED_ARCHIVE", `${error.message}.`, { cause: error });
  } finally {
    closeSync(descriptor);
  }
}

/** "PK", then the kind of the first record: that of a file. */
const zipMagic = 0x504b_0304;

/** Whether a file that begins like this may hold object files: a zip archive, or an object file itself. */
export function isArchive(start: Buffer): boolean {
  return isObject(start) || (start.length >= 4 && start.readUInt32BE(0) === zipMagic);
}

const formatNames = { elf: "ELF", "mach-o": "Mach-O" } as const;

function isObject(start: Buffer): boolean {
  return isElf(start) || isMachO(start);
}

class Contents {
  readonly #objects: IndexedObject[] = [];
  readonly #invalid: { name: string; reason: string }[] = [];
  readonly #options: ArchiveOptions;
  readonly #budget: ReadingBudget;
  #otherFormat = 0;

  constructor(options: ArchiveOptions, budget: ReadingBudget) {
    this.#options = options;
    this.#budget = budget;
  }

  get count(): number {
    return this.#objects.length + this.#invalid.length;
  }

  refuse(name: string, reason: string): void {
    this.#invalid.push({ name: name.slice(0, 200), reason });
  }

  /** Indexes an object file, of which a fat one has several. Throws UnusableArchiveError for one of another platform than `platform`. */
  add(name: string, source: ByteSource, platform?: string): void {
    const start = source.read(0, Math.min(8, source.size));
    const format = isElf(start) ? "elf" : "mach-o";
    if (format !== (this.#options.format ?? format)) {
      this.#otherFormat += 1;
      this.refuse(name, `It is of the format ${formatNames[format]}.`);
      return;
    }
    let files: readonly ObjectFile[];
    try {
      files = isElf(start) ? [openElf(source, this.#budget)] : openMachO(source, this.#budget);
    } catch (error) {
      this.#refuseDamaged(name, error);
      return;
    }
    const builtFor = new Set(files.flatMap(({ platforms }) => platforms));
    if (platform !== undefined && builtFor.size > 0 && !builtFor.has(platform)) {
      const message = `It was built for ${[...builtFor].join(" and ")}, and announced for ${platform}.`;
      throw new UnusableArchiveError("OTHER_APPLE_PLATFORM", message);
    }
    for (const file of files) this.#index(name, file);
  }

  #index(name: string, file: ObjectFile): void {
    const { debugId, arch, hasDebugInfo } = file;
    if (debugId === null) {
      this.refuse(name, "It has no debug id: no build id, no UUID.");
      return;
    }
    if (!hasDebugInfo && !file.hasSymbols) {
      this.refuse(name, "It has neither debugging information nor symbols.");
      return;
    }
    const indexPath = join(this.#options.folder, `${this.count}.index`);
    const output = openSync(indexPath, "wx", 0o600);
    let isGood = false;
    try {
      const summary = writeSymbolIndex(file, (piece) => {
        for (let written = 0; written < piece.length; ) written += writeSync(output, piece, written);
      });
      if (summary.units === 0 && summary.symbols === 0) this.refuse(name, summary.damage ?? "It has no functions.");
      else {
        this.#objects.push({ debugId, arch, hasDebugInfo, indexPath, summary });
        isGood = true;
      }
    } catch (error) {
      this.#refuseDamaged(name, error);
    } finally {
      closeSync(output);
      if (!isGood) rmSync(indexPath, { force: true });
    }
  }

  #refuseDamaged(name: string, error: unknown): void {
    if (!(error instanceof MalformedObjectError)) throw error;
    this.refuse(name, error.message);
  }

  finish(): ArchiveContents {
    if (this.count === 0)
      throw new UnusableArchiveError("UNRECOGNIZED_ARCHIVE", "The archive has no Mach-O file and no ELF file.");
    if (this.#objects.length === 0 && this.#otherFormat > 0) {
      const other = formatNames[this.#options.format === "elf" ? "mach-o" : "elf"];
      throw new UnusableArchiveError(
        "ARCHIVE_PLATFORM_MISMATCH",
        `It is of ${other} files, which the platform does not have.`,
      );
    }
    return { objects: this.#objects, invalid: this.#invalid };
  }
}

/** Unpacks the objects of a zip archive, one at a time. Other files are passed over, and archives inside of it are not opened. */
async function addZip(
  descriptor: number,
  contents: Contents,
  { folder, budget }: { readonly folder: string; readonly budget: ReadingBudget },
): Promise<void> {
  const taken = new TakenBytes();
  let entries = 0;
  let zip: ZipFile;
  try {
    // Names with `..`, a drive or a leading slash are errors of the reader's own.
    zip = await fromFdPromise(descriptor, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    });
  } catch (error) {
    throw unreadable(error);
  }
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      if (entries > archiveLimits.entries) throw tooMuch(`more than ${archiveLimits.entries} files`);
      const length = localHeaderBytes + entry.fileNameLength + entry.compressedSize;
      if (!taken.add(entry.relativeOffsetOfLocalHeader, length)) throw tooMuch("files that share their bytes");
      if (entry.fileName.endsWith("/") || entry.uncompressedSize < 8) continue;
      const start = await startOf(zip, entry);
      if (!isObject(start)) continue;
      if (contents.count >= archiveLimits.objects) throw tooMuch(`more than ${archiveLimits.objects} object files`);
      budget.spend("unpacked", entry.uncompressedSize);
      if (entry.uncompressedSize > archiveLimits.objectBytes || budget.spent("unpacked") > archiveLimits.unpackedBytes)
        throw tooMuch("too many bytes");
      await addEntry(zip, entry, join(folder, "object"), contents);
    }
  } catch (error) {
    const isToldAlready = error instanceof UnusableArchiveError || error instanceof BudgetSpentError;
    throw isToldAlready || isSystemError(error) ? error : unreadable(error);
  }
}

async function addEntry(zip: ZipFile, entry: Entry, path: string, contents: Contents): Promise<void> {
  // The reader of the archive ends where the entry goes on beyond the size that it says (`validateEntrySizes`).
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  const descriptor = openSync(path, "r");
  try {
    contents.add(entry.fileName, fileSource(descriptor, fstatSync(descriptor).size));
  } finally {
    closeSync(descriptor);
    rmSync(path, { force: true });
  }
}

/** The first bytes of an entry. */
async function startOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= 8) break;
  }
  stream.destroy();
  return Buffer.concat(chunks).subarray(0, 8);
}

function tooMuch(what: string): UnusableArchiveError {
  return new UnusableArchiveError("UNRECOGNIZED_ARCHIVE", `The archive has ${what}.`);
}

function unreadable(error: unknown): UnusableArchiveError {
  const reason = error instanceof Error ? error.message : String(error);
  return new UnusableArchiveError("UNRECOGNIZED_ARCHIVE", `The archive cannot be read: ${reason.slice(0, 200)}`, {
    cause: error,
  });
}

/** A full disk is not the archive's fault. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
