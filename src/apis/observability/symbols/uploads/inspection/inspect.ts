/**
 * Looks into uploaded files, in a thread of its own with memory of its own, so that neither a large nor a hostile file harms what
 * else the process does.
 */
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { Finding, Inspection } from "./inspection.ts";

/** What one file may cost. Pages of an archive and of the indexes it becomes are beside the memory. */
export interface InspectionLimits {
  /** MiB of the thread's own memory. */
  readonly memory: number;
  readonly milliseconds: number;
}

export const inspectionLimits: InspectionLimits = { memory: 768, milliseconds: 30 * 60_000 };

const folderPrefix = "accord-symbols-";
/** A folder that old is of a process that has died: no inspection takes so long. */
const abandonedMs = 4 * inspectionLimits.milliseconds;

/** What a file asks for is more than is allowed: it would be again. */
export class InspectionLimitError extends Error {
  override readonly name = "InspectionLimitError";
}

/**
 * Copies an object to this machine, for as long as `work` takes. `folder` is empty but for the copy, and goes with it. Returns
 * null when there is no such object. Throws what `work` throws and what the store and the disk do.
 */
export async function withLocalCopy<T>(
  objects: ObjectStore,
  key: string,
  work: (copy: { readonly path: string; readonly folder: string }) => Promise<T>,
): Promise<T | null> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  try {
    const object = await objects.get(key);
    if (object === null) return null;
    const path = join(folder, "upload");
    await pipeline(object.body, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return await work({ path, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes what processes have left that were killed at work. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < Date.now() - abandonedMs) await rm(path, { recursive: true, force: true });
  }
}

/** Throws InspectionLimitError, the signal's reason, and what the thread could not help. */
export async function inspect(
  inspection: Inspection,
  { signal, limits = inspectionLimits }: { readonly signal?: AbortSignal; readonly limits?: InspectionLimits } = {},
): Promise<Finding> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Finding>();
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: inspection,
    // Options of the process, such as that of a debugger, are not the thread's.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  });
  const tooLong = setTimeout(
    () => reject(new InspectionLimitError(`It takes more than ${limits.milliseconds} ms`)),
    limits.milliseconds,
  );
  const aborted = () => reject(signal?.reason);
  signal?.addEventListener("abort", aborted, { once: true });
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    reject(
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? new InspectionLimitError(`It takes more than ${limits.memory} MiB of memory`, { cause: error })
        : error,
    ),
  );
  thread.once("exit", (code) => reject(new Error(`The thread ended with code ${code} and no finding`)));
  try {
    return await promise;
  } finally {
    clearTimeout(tooLong);
    signal?.removeEventListener("abort", aborted);
    await thread.terminate();
  }
}
