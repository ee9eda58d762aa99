/**
 * The format of a backup: a tar archive compressed with zstd, which `age --decrypt | zstd -d | tar x` unpacks without Accord. It begins
 * with a description (`accord-backup.json`) and ends with a count (`accord-backup-end.json`). Between them are, as in a data folder,
 * `postgres/`, `objects/` and single files.
 */
import { createReadStream } from "node:fs";
import { open, opendir } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress, constants as zlib } from "node:zlib";
import { type Extract, extract, type Pack, pack } from "tar-stream";
import { StartupError } from "../startup-error.ts";

/** The facts that a restore needs before it begins. */
export interface BackupDescription {
  readonly format: 1;
  /** When the backup began. */
  readonly madeAt: string;
  /** The version of Accord that made it. */
  readonly accord: string;
  /** The version of PostgreSQL, such as `18.4`. Its files can only be used by the same major version. */
  readonly postgres: string;
  /** The processor's architecture, as Node names it. PostgreSQL's files can only be used on the same one. */
  readonly architecture: string;
  /** Names of all migrations that the database has run. */
  readonly migrations: readonly string[];
  /** Ids of the master keys under which secrets in the database may be encrypted. */
  readonly masterKeys: readonly string[];
  /** Whether the first of these keys is ACCORD_MASTER_KEY. Otherwise it is the file `master-key` in the backup. */
  readonly ownMasterKey: boolean;
  /** Whether the backup has the uploaded files; false with an external bucket. */
  readonly objects: boolean;
}

/** The numbers in the last entry of a backup. */
export interface BackupContent {
  readonly databaseBytes: number;
  readonly objects: number;
  readonly objectBytes: number;
}

const descriptionEntry = "accord-backup.json";
const endEntry = "accord-backup-end.json";
const databasePrefix = "postgres/data/";
/** Level 1 is enough: it compresses pages of tables to a fifth, and most other content cannot be compressed. */
const compressionLevel = 1;

/** The sources of a backup. */
export interface BackupParts {
  readonly description: BackupDescription;
  /** Opens a tar archive of PostgreSQL's data folder. It is read completely before the other parts. */
  readonly database: () => Readable;
  /** Small files, by their names in the data folder. */
  readonly files: ReadonlyMap<string, () => Promise<string | undefined>>;
  /** Passes on the bytes of the archive at a limited rate. */
  readonly pace?: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Folders with objects, which are copied one after the other. An object in several folders is restored once. */
  readonly objectFolders: readonly string[];
}

/** Makes an archive while it is read. `content` resolves when the end of the archive has been read. */
export function packArchive(parts: BackupParts): {
  readonly bytes: Readable;
  readonly content: Promise<BackupContent>;
} {
  const archive = pack();
  const content = fill(archive, parts);
  content.catch((error: Error) => archive.destroy(error));
  const zstd = createZstdCompress({ params: { [zlib.ZSTD_c_compressionLevel]: compressionLevel } });
  // `bytes` ends with the same error.
  pipeline(archive as unknown as Readable, parts.pace ?? passOn, zstd).catch(() => {});
  return { bytes: zstd, content };
}

async function* passOn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

async function fill(
  archive: Pack,
  { description, database, files, objectFolders }: BackupParts,
): Promise<BackupContent> {
  await add(archive, descriptionEntry, JSON.stringify(description));
  const databaseBytes = await addDatabase(archive, database());
  for (const [name, read] of files) {
    const text = await read();
    if (text !== undefined) await add(archive, name, text);
  }
  const count = { objects: 0, objectBytes: 0 };
  for (const folder of objectFolders)
    for await (const path of filesIn(folder)) {
      const bytes = await addObject(archive, join(folder, path), `objects/buckets/${path}`);
      // Deleted since its folder was listed: the store has moved it to a folder that is copied later.
      if (bytes === null) continue;
      count.objects += 1;
      count.objectBytes += bytes;
    }
  const content = { databaseBytes, ...count };
  await add(archive, endEntry, JSON.stringify(content));
  archive.finalize();
  return content;
}

async function addDatabase(archive: Pack, source: Readable): Promise<number> {
  const files = extract();
  const reading = pipeline(source, files as unknown as Writable);
  // The loop throws the same error.
  reading.catch(() => {});
  let bytes = 0;
  for await (const file of files) {
    const { name, size, type } = file.header;
    if (type !== "file" && type !== "directory") throw new StartupError(`The database has a ${type} ${name}.`);
    bytes += size;
    await copyInto(archive, { name: databasePrefix + name.replace(/^\.\//, ""), size, type }, bytesOf(file));
  }
  await reading;
  return bytes;
}

/** Adds an object, and returns its size in bytes; null when the file does not exist any more. The file of an object never changes. */
async function addObject(archive: Pack, path: string, name: string): Promise<number | null> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return null;
  const { size } = await file.stat();
  await copyInto(archive, { name, size, type: "file" }, createReadStream(path, { fd: file }));
  return size;
}

interface EntryHeader {
  readonly name: string;
  readonly size: number;
  readonly type: "file" | "directory";
}

async function copyInto(archive: Pack, header: EntryHeader, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const entry = archive.entry({ ...header });
  await pipeline(Readable.from(bytes), entry as unknown as Writable);
}

async function add(archive: Pack, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await copyInto(archive, { name, size: bytes.length, type: "file" }, Readable.from([bytes]));
}

/** Paths of all files below a folder, relative to it. None when the folder is removed meanwhile. */
async function* filesIn(folder: string, below = ""): AsyncGenerator<string> {
  const entries = await opendir(join(folder, below)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for await (const entry of entries) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(folder, path);
    else if (entry.isFile() && entry.name.endsWith(".o")) yield path;
  }
}

/** Receives the entries of a backup, in order. */
export interface BackupVisitor {
  /** Called first. Throws StartupError for a backup that cannot be restored here. */
  describe(description: BackupDescription): Promise<void>;
  /** @param path relative to a data folder, without `..`. */
  folder(path: string): Promise<void>;
  file(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Reads an archive from decrypted bytes. Throws StartupError when it is not a complete backup of Accord. */
export async function unpackArchive(plain: AsyncIterable<Uint8Array>, visitor: BackupVisitor): Promise<BackupContent> {
  const entries = extract();
  const reading = pipeline(plain, createZstdDecompress(), entries as unknown as Writable);
  reading.catch(() => {});
  let described = false;
  let content: BackupContent | undefined;
  try {
    for await (const entry of entries) {
      const { name } = entry.header;
      if (described !== (name !== descriptionEntry) || content !== undefined) throw notOurs();
      if (name === descriptionEntry) {
        await visitor.describe(await readDescription(entry));
        described = true;
      } else if (name === endEntry) content = (await json(Readable.from(bytesOf(entry)))) as BackupContent;
      else await visit(entry, visitor);
    }
    await reading;
  } catch (error) {
    entries.destroy();
    throw await causeOf(error, reading);
  }
  if (content === undefined) throw notOurs();
  return content;
}

/** The cause of a failed read: the error of the stream or, when the stream was only closed, the error thrown for an entry. */
async function causeOf(thrown: unknown, reading: Promise<void>): Promise<unknown> {
  const failed: NodeJS.ErrnoException | null = await reading.then(
    () => null,
    (error) => error,
  );
  return failed === null || failed.code === "ERR_STREAM_PREMATURE_CLOSE" ? thrown : failed;
}

type Entry = Extract extends AsyncIterable<infer One> ? One : never;

/** An entry's bytes. tar-stream's streams are not instances of Node's classes, but behave the same. */
function bytesOf(entry: Entry): AsyncIterable<Uint8Array> {
  return entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array>;
}

async function readDescription(entry: Entry): Promise<BackupDescription> {
  const description = (await json(Readable.from(bytesOf(entry)))) as { readonly format?: unknown };
  if (description.format !== 1)
    throw new StartupError(`The backup has format ${String(description.format)}, which this Accord does not know.`);
  return description as BackupDescription;
}

async function visit(entry: Entry, visitor: BackupVisitor): Promise<void> {
  const { name, type } = entry.header;
  const path = name.replace(/\/$/, "");
  if (path.split("/").some((step) => step === "" || step === "." || step === "..")) throw notOurs();
  if (type === "file") await visitor.file(path, bytesOf(entry));
  else if (type === "directory") {
    entry.resume();
    await visitor.folder(path);
  } else throw notOurs();
}

function notOurs(): StartupError {
  return new StartupError("This is no whole backup of Accord: it opens with the key, but holds something else.");
}
