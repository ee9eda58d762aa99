/** Temporary folders for files of strangers, and the removal of those that processes have left that were killed. */
import { hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { processStartedAt } from "#src/storage/embedded/process-start.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";

const prefix = "accord-symbols-";
/** A folder of another machine or container, whose processes are not seen here: no file is read for so long. */
const abandonedMs = 2 * 3_600_000;

const host = short(hostname());

/** The start of the names of a process's folders: machine, process, and when it began, since numbers of processes come again. */
function namesOf(pid: number): string {
  return `${prefix}${host}-${pid}-${short(processStartedAt(pid) ?? "")}-`;
}

let ownNames: string | undefined;

/** Lends a folder for as long as `work` takes; it is made when it is first asked for. Throws what `work` throws and the disk does. */
export async function withFolder<T>(work: (folder: () => Promise<string>) => Promise<T>): Promise<T> {
  let making: Promise<string> | undefined;
  const folder = () => {
    making ??= makeFolder();
    return making;
  };
  try {
    return await work(folder);
  } finally {
    if (making !== undefined) await rm(await making, { recursive: true, force: true });
  }
}

async function makeFolder(): Promise<string> {
  await removeAbandonedFolders();
  ownNames ??= namesOf(process.pid);
  return await mkdtemp(join(tmpdir(), ownNames));
}

/**
 * Copies an object to this machine, for as long as `work` takes. `folder` is empty but for the copy, and goes with it. Returns
 * null when there is no such object. Throws what `work` throws and what the store and the disk do.
 */
export function withLocalCopy<T>(
  objects: ObjectStore,
  key: string,
  work: (copy: { readonly path: string; readonly folder: string }) => Promise<T>,
): Promise<T | null> {
  return withFolder(async (lend) => {
    const object = await objects.get(key);
    if (object === null) return null;
    const folder = await lend();
    const path = join(folder, "upload");
    await pipeline(object.body, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return await work({ path, folder });
  });
}

/** Deletes what processes have left that were killed at work. */
export async function removeAbandonedFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const name of names)
    if (await isAbandoned(name)) await rm(join(tmpdir(), name), { recursive: true, force: true });
}

async function isAbandoned(name: string): Promise<boolean> {
  const [, ownHost, pid] = /^accord-symbols-([0-9a-f]{8})-(\d+)-/.exec(name) ?? [];
  if (ownHost === host && pid !== undefined) return !name.startsWith(namesOf(Number(pid)));
  const found = await stat(join(tmpdir(), name)).catch(() => null);
  return found !== null && found.mtimeMs < Date.now() - abandonedMs;
}

function short(text: string): string {
  return hash("sha256", text).slice(0, 8);
}
