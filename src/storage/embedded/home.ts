/**
 * The home of an embedded PostgreSQL: its folder and its user. PostgreSQL refuses to run as root, so a root process runs it as the user
 * `postgres`. When that user cannot reach the wanted folder (a project in /root, for example), the home is created in /var/lib/accord, and
 * a file in the wanted folder records its place.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, type FileHandle, mkdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Log } from "../log.ts";
import { type FileOwner, openExisting, openFolder, readPlain, refuseLinks, replaceFile } from "../plain-files.ts";
import { StartupError } from "../startup-error.ts";
import { type Binaries, copyBinaries, installedBinaries } from "./binaries.ts";

export interface Home {
  /** PostgreSQL's own data folder (PGDATA). */
  readonly data: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly folder: string;
  /** The folder of PostgreSQL's Unix socket; null where there can be none (`canHoldSocket`). */
  readonly socketFolder: string | null;
  readonly binaries: Binaries;
  /** The user that PostgreSQL runs as. Empty for the user of this process. */
  readonly runAs: FileOwner;
}

export interface HomeOptions {
  /** The wanted folder of the database. Created when missing. */
  readonly directory: string;
  readonly log: Log;
  /** Replaces `standardFallback`. */
  readonly fallback?: string;
}

/** Bytes of a socket's path that macOS allows (sun_path); Linux allows 107. */
const longestSocketPath = 103;

/** The folder for homes whose wanted folder the user `postgres` cannot reach. */
export const standardFallback = "/var/lib/accord";

/** The file in a moved home that names its wanted folder. */
export const originFile = "moved-from";

/** The current home of a wanted folder. Creates nothing. */
export async function homeFolder(directory: string, fallback = standardFallback): Promise<string> {
  return (await movedHome(directory, fallback)) ?? directory;
}

/** Prepares the home: its folder, owner and programs. Throws `StartupError` when a folder cannot be written. */
export async function prepareHome({ directory, log, fallback = standardFallback }: HomeOptions): Promise<Home> {
  const installed = await installedBinaries();
  await makeFolder(directory);
  // Only the folder itself: its parents may be links.
  await refuseLinks(directory);
  const wanted = await realpath(directory);
  if (process.getuid?.() !== 0) return homeIn(wanted, installed, {});

  const runAs = postgresUser();
  let folder = await movedHome(wanted, fallback);
  if (folder === undefined) {
    await own(wanted, runAs);
    if (reachable(wanted, runAs)) {
      folder = wanted;
    } else {
      folder = join(fallback, `${nameOf(wanted)}-${createHash("sha256").update(wanted).digest("hex").slice(0, 12)}`);
      await moveHome(wanted, folder);
      log.info(`The user postgres cannot reach ${wanted}: the embedded PostgreSQL lives in ${folder}`);
    }
  }
  await makeFolder(folder);
  await refuseLinks(folder);
  await own(folder, runAs);
  const binaries = runnable(installed, runAs)
    ? installed
    : // In a folder that only root can write, not in the home, which belongs to the user postgres.
      await copyBinaries(installed, join(fallback, "programs", await packageVersion(installed)));
  return homeIn(folder, binaries, runAs);
}

async function homeIn(folder: string, binaries: Binaries, runAs: FileOwner): Promise<Home> {
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  // PostgreSQL refuses a data folder that others may enter; a copied project may have such a folder.
  await setMode(await openFolder(data), 0o700);
  await setMode(await openExisting(passwordFile), 0o600);
  return {
    folder,
    socketFolder: canHoldSocket(folder) ? folder : null,
    data,
    passwordFile,
    logFile: join(folder, "postgres.log"),
    binaries,
    runAs,
  };
}

/** The name of the Unix socket that belongs to a port (PostgreSQL documentation, unix_socket_directories). */
export function socketName(port: number): string {
  return `.s.PGSQL.${port}`;
}

/** Not on Windows, nor where the path would be too long, or PostgreSQL would read it as several (it takes a list). */
function canHoldSocket(folder: string): boolean {
  const bytes = Buffer.byteLength(join(folder, socketName(65_535)));
  return process.platform !== "win32" && bytes <= longestSocketPath && !/[,"]|\s$/.test(folder);
}

/** Reads where the home has been moved to, and detects that the project folder has been moved or copied since. */
async function movedHome(wanted: string, fallback: string): Promise<string | undefined> {
  const folder = await readText(join(wanted, "moved-to"));
  if (folder === undefined || dirname(folder) !== fallback) return undefined;
  const origin = await readText(join(folder, originFile));
  if (origin === wanted) return folder;
  if (origin === undefined || (await readText(join(origin, "moved-to"))) === folder) return undefined;
  await replaceFile(join(folder, originFile), wanted);
  return folder;
}

async function moveHome(wanted: string, folder: string): Promise<void> {
  await makeFolder(folder);
  for (const part of ["data", "password"]) {
    const old = join(wanted, part);
    if ((await ownerOf(old)) === undefined || (await ownerOf(join(folder, part))) !== undefined) continue;
    await rename(old, join(folder, part)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EXDEV") throw error;
      await moveToOtherDisk(old, join(folder, part));
    });
  }
  await replaceFile(join(folder, originFile), wanted);
  await replaceFile(join(wanted, "moved-to"), folder);
}

/** Moves a home to another disk. It is copied under another name first, so that an interrupted copy is never taken for the home. */
async function moveToOtherDisk(old: string, wanted: string): Promise<void> {
  const copy = `${wanted}.copying`;
  await rm(copy, { recursive: true, force: true });
  await cp(old, copy, { recursive: true, preserveTimestamps: true });
  spawnSync("sync");
  await rename(copy, wanted);
  await rm(old, { recursive: true });
}

/** The user `postgres`, as which root runs PostgreSQL. Created when the machine has none. */
function postgresUser(): FileOwner {
  const found = lookUp();
  if (found !== undefined) return found;
  spawnSync("groupadd", ["--system", "postgres"]);
  spawnSync("useradd", [
    "--system",
    "--gid",
    "postgres",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    "postgres",
  ]);
  const created = lookUp();
  if (created === undefined) {
    throw new StartupError(
      'PostgreSQL does not run as root and a user "postgres" could not be created: create it, or start Accord as another user.',
    );
  }
  return created;
}

function lookUp(): FileOwner | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, "postgres"], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function reachable(folder: string, runAs: FileOwner): boolean {
  const asked = spawnSync("/bin/sh", ["-c", 'test -w "$0" && test -x "$0"', folder], { ...runAs, cwd: "/" });
  return asked.status === 0;
}

function runnable(binaries: Binaries, runAs: FileOwner): boolean {
  return spawnSync(binaries.postgres, ["--version"], { ...runAs, cwd: "/" }).status === 0;
}

/** Gives a folder and its contents to the user that PostgreSQL runs as, when another user owns it (a copied project). */
async function own(folder: string, runAs: FileOwner): Promise<void> {
  if (!("uid" in runAs)) return;
  const handle = await openFolder(folder);
  await handle?.chown(runAs.uid, runAs.gid);
  await handle?.close();
  const data = join(folder, "data");
  const owner = await ownerOf(data);
  // With -P, chown follows no links, neither inside the folder nor the folder itself.
  if (owner !== undefined && owner !== runAs.uid) spawnSync("chown", ["-R", "-P", `${runAs.uid}:${runAs.gid}`, data]);
}

async function setMode(handle: FileHandle | undefined, mode: number): Promise<void> {
  await handle?.chmod(mode);
  await handle?.close();
}

async function ownerOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    throw new StartupError(`The data folder ${folder} cannot be created: ${code}.`, error);
  }
}

async function readText(file: string): Promise<string | undefined> {
  return (await readPlain(file))?.trim();
}

/** The name of a project's home in the fallback folder: `shop` for `/srv/shop/.accord/postgres`. */
function nameOf(folder: string): string {
  const parts = folder.split("/").filter((part) => part !== "" && !part.startsWith("."));
  const name = parts.at(-1) === "postgres" ? parts.at(-2) : parts.at(-1);
  return (name ?? "accord").replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 40);
}

async function packageVersion(binaries: Binaries): Promise<string> {
  const description: unknown = JSON.parse(await readFile(join(binaries.root, "..", "package.json"), "utf8"));
  return (description as { version: string }).version;
}
