/** The file that an upload is: as it lies there, or packed. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Uploadable } from "./uploadables.ts";

export interface ReadyFile {
  readonly path: string;
  /** Hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** What is packed is the same bytes each time and in each time zone, so that it is known when it comes again. */
const sameEachTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100_644 };

/** Packs what has to be packed into `folder`. Throws what the disk does. */
export async function readyFile({ files, packed }: Uploadable, folder: string, number: number): Promise<ReadyFile> {
  const [first] = files;
  if (first === undefined) throw new Error("There is nothing in it.");
  const path = packed ? join(folder, `${number}.zip`) : first.path;
  if (packed) {
    const zip = new ZipFile();
    for (const { path: file, name } of files) zip.addFile(file, name, sameEachTime);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  }
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { path, sha256: hash.digest("hex"), bytes: (await stat(path)).size };
}
