/** Copies an embedded installation, also while it runs: first the database as of one moment, then the objects that it refers to. */
import { join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { DataFolderInUse } from "../embedded/lock.ts";
import { heldFolder, holdDeletions } from "../objects/embedded/held.ts";
import { readPlain } from "../plain-files.ts";
import { StartupError } from "../startup-error.ts";
import { databasePart } from "./activation.ts";
import { type BackupContent, type BackupDescription, packArchive } from "./archive.ts";
import type { BackupKey } from "./backup-key.ts";
import { readBaseBackup } from "./base-backup.ts";
import { encryptionWith } from "./encryption.ts";

export interface BackupOptions {
  readonly description: BackupDescription;
  /** The URL of the running database, with a login that has the right to replicate. */
  readonly ownerUrl: string;
  readonly dataDir: string;
  /** Names of the small files in the data folder that belong to the installation. */
  readonly files: readonly string[];
  /** The folder of the embedded object store; null with an external bucket. */
  readonly objects: string | null;
  readonly key: BackupKey;
  /** Most bytes that are read per second. */
  readonly bytesPerSecond: number;
  /** Called with the number of bytes read so far. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Writes a backup and ends the stream. Throws StartupError while another backup is being made. */
export async function writeBackup(out: Writable, options: BackupOptions): Promise<BackupContent> {
  const { objects } = options;
  const hold = objects === null ? null : await holdDeletions(objects).catch(asOtherBackup);
  try {
    const { bytes, content } = packArchive({
      description: options.description,
      database: () => readBaseBackup(options.ownerUrl),
      files: filesOf(options),
      // In this order: a deleted object moves from the first folder to the second.
      objectFolders: objects === null ? [] : [join(objects, "buckets"), heldFolder(objects)],
      pace: (chunks) => paced(chunks, options),
    });
    await pipeline(bytes, encryptionWith(options.key), out, { signal: options.signal });
    return await content;
  } finally {
    await hold?.release();
  }
}

function filesOf({ dataDir, ownerUrl, files }: BackupOptions): Map<string, () => Promise<string | undefined>> {
  const password = `${decodeURIComponent(new URL(ownerUrl).password)}\n`;
  return new Map([
    [`${databasePart}/password`, async () => password],
    ...files.map((name) => [name, () => readPlain(join(dataDir, name))] as const),
  ]);
}

/** Passes chunks on at a limited rate. After a pause of the source, the rate is not exceeded to catch up. */
async function* paced(
  chunks: AsyncIterable<Uint8Array>,
  { bytesPerSecond, onProgress }: BackupOptions,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let due = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    onProgress(bytes);
    due = Math.max(due, performance.now()) + (chunk.length * 1000) / bytesPerSecond;
    const early = due - performance.now();
    if (early > shortestPauseMs) await delay(early);
  }
}

/** Timers are not accurate below this (milliseconds). */
const shortestPauseMs = 5;

function asOtherBackup(error: unknown): never {
  if (error instanceof DataFolderInUse)
    throw new StartupError(`Another backup is being made (process ${error.pid}): wait for its end.`, error);
  throw error;
}
