/** Copies an embedded installation, also while it runs: the database first, at one moment, then the objects that it refers to. */
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
  /** A URL of the running database, for a login that may replicate. */
  readonly ownerUrl: string;
  readonly dataDir: string;
  /** Names of the small files in the data folder that belong to the installation. */
  readonly files: readonly string[];
  /** Where the embedded object store has its objects; null with a bucket elsewhere. */
  readonly objects: string | null;
  readonly key: BackupKey;
  /** Bytes a second that are read of the installation, at most. */
  readonly bytesPerSecond: number;
  /** Called with all bytes read so far. */
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
      // In this order: what is deleted goes from the first to the second.
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

/** Passes chunks on at a bounded rate. Time that was lost is not made up for. */
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

/** Timers are not good for less (milliseconds). */
const shortestPauseMs = 5;

function asOtherBackup(error: unknown): never {
  if (error instanceof DataFolderInUse)
    throw new StartupError(`Another backup is being made (process ${error.pid}): wait for its end.`, error);
  throw error;
}
