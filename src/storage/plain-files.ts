/**
 * Reads and writes files in folders that other users may own: root runs PostgreSQL as another user in that user's folder, and may start
 * Accord in any project. A link that is planted there must not redirect root's writes. So root follows no links, and changes open files by
 * their handles, not by their names. For other users, links are followed.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "./startup-error.ts";

/** The owner of a new file; empty for the user of this process. */
export type FileOwner = { readonly uid: number; readonly gid: number } | Record<string, never>;

interface Writing {
  readonly owner?: FileOwner;
  /** Whether the file is synced before it gets its name. */
  readonly sync?: boolean;
}

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK, O_DIRECTORY } = constants;
const isRoot = process.getuid?.() === 0;
const O_NOFOLLOW = isRoot ? constants.O_NOFOLLOW : 0;

/** Atomically replaces a file (mode 0600). A link is replaced itself; its target is not touched. */
export async function replaceFile(
  file: string,
  text: string,
  { owner = {}, sync = false }: Writing = {},
): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  const handle = await open(unfinished, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await give(handle, owner);
    if (sync) await handle.sync();
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Opens a file to append to it; creates it when missing (mode 0600). Throws StartupError when it is a link. */
export async function openToAppend(file: string, owner: FileOwner = {}): Promise<FileHandle> {
  const handle = await openPlain(file, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK);
  try {
    // A file with a second name may be a hard link to another user's file.
    if (isRoot && (await handle.stat()).nlink > 1) throw isLink(file);
    await give(handle, owner);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads the text of a file; undefined when there is none. Throws StartupError when it is a link. */
export async function readPlain(file: string): Promise<string | undefined> {
  const handle = await openExisting(file);
  if (handle === undefined) return undefined;
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** Opens a file (or a folder, with `O_DIRECTORY`) to read it or to change its mode and owner. Undefined when there is none. */
export async function openExisting(path: string, flags = 0): Promise<FileHandle | undefined> {
  try {
    return await openPlain(path, O_RDONLY | O_NONBLOCK | flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Opens a folder, to change its mode and owner. */
export const openFolder = (path: string): Promise<FileHandle | undefined> => openExisting(path, O_DIRECTORY);

/** For root: throws StartupError, which names the link, when a folder is a link or contains one. */
export async function refuseLinks(folder: string): Promise<void> {
  if (!isRoot) return;
  const handle = await openFolder(folder);
  if (handle === undefined) return;
  await handle.close();
  const link = (await readdir(folder, { withFileTypes: true })).find((entry) => entry.isSymbolicLink());
  if (link !== undefined) throw isLink(join(folder, link.name));
}

/** Whether there is anything at a path. Links are followed. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Syncs a folder: a new name in it is durable only after that. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openPlain(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(path, flags | O_NOFOLLOW, 0o600).catch((error: NodeJS.ErrnoException) => {
    // With O_DIRECTORY, a link to a folder fails with ENOTDIR.
    throw isRoot && (error.code === "ELOOP" || (error.code === "ENOTDIR" && flags & O_DIRECTORY))
      ? isLink(path, error)
      : error;
  });
  const found = await handle.stat();
  if (found.isFile() || found.isDirectory()) return handle;
  await handle.close();
  throw new StartupError(`${path} is neither a file nor a folder: remove it.`);
}

function isLink(path: string, cause?: unknown): StartupError {
  return new StartupError(
    `${path} is a link, which root does not follow: somebody else may have put it there. Remove it; ACCORD_DATA_DIR says where data is to be.`,
    cause,
  );
}

async function give(handle: FileHandle, owner: FileOwner): Promise<void> {
  if (owner.uid !== undefined && owner.gid !== undefined) await handle.chown(owner.uid, owner.gid);
}
