/**
 * The lock of a data folder, which one process tree holds. It is a file that names its holder by pid and start time, because pids are
 * reused. When the holder has died (kill -9, power cut), the next start takes the lock over. A process in another container, whose pids
 * are not visible, is known to be alive by the time of the file, which every holder renews.
 */
import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { link, mkdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartupError } from "../startup-error.ts";
import { processStartedAt } from "./process-start.ts";

export interface DataLock {
  release(): Promise<void>;
}

/** Another living process holds the folder. */
export class DataFolderInUse extends StartupError {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `Accord is already running on ${folder} (process ${pid}). Stop it, or choose another folder with ACCORD_DATA_DIR.`,
    );
    this.pid = pid;
  }
}

/** After this time, a takeover counts as interrupted (milliseconds); normally it takes milliseconds. */
const abandonedAfterMs = 5_000;
/** How often a holder renews the time of its lock (milliseconds). */
const renewalMs = 1_000;
/** A holder that cannot be seen and has not renewed its lock for this time is dead (milliseconds). */
const silentAfterMs = 6_000;

/** Locks a data folder, which is created when missing. Throws `StartupError` with the pid when another process holds it. */
export async function lockDataFolder(folder: string): Promise<DataLock> {
  const file = join(folder, "lock");
  const mine = `${process.pid} ${processStartedAt(process.pid)} ${pidNamespace()}\n`;
  const unique = `${file}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(unique, mine, { flag: "wx" });
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      error,
    );
  }
  try {
    // Creating a hard link is atomic, includes the content, and fails when the file exists.
    while (!(await linked(unique, file))) {
      const holder = await readHolder(file);
      if (holder === undefined) continue;
      if (isAlive(holder) || (await renews(file, holder))) throw new DataFolderInUse(folder, holder.pid);
      // Written before the other holder was watched, it would look as old as that one's.
      await renew(unique);
      if (await takeOver(file, unique, holder)) break;
    }
  } finally {
    await rm(unique, { force: true });
  }
  const renewal = setInterval(() => void renew(file), renewalMs).unref();
  return {
    async release() {
      clearInterval(renewal);
      if ((await readFile(file, "utf8").catch(() => "")) === mine) await rm(file, { force: true });
    },
  };
}

/** The pid of the living process that holds the folder; undefined when there is none. */
export async function dataFolderHolder(folder: string): Promise<number | undefined> {
  const file = join(folder, "lock");
  const holder = await readHolder(file);
  if (holder === undefined) return undefined;
  const isRenewed = async () => Math.abs(Date.now() - (await renewedAt(file))) < silentAfterMs;
  return isAlive(holder) || (isElsewhere(holder) && (await isRenewed())) ? holder.pid : undefined;
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  /** See `pidNamespace`. */
  readonly namespace: string;
}

/** Identifies the processes that this one can see: those of its container, for example. Empty on systems without such namespaces. */
function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid = "", startedAt = "", namespace = ""] = text.trim().split(" ");
  return { pid: Number(pid), startedAt, namespace };
}

function isAlive({ pid, startedAt }: Holder): boolean {
  return Number.isInteger(pid) && pid > 0 && processStartedAt(pid) === startedAt;
}

/** Whether this process could not see the holder if it were alive. */
function isElsewhere({ namespace }: Holder): boolean {
  return namespace !== "" && namespace !== pidNamespace();
}

/** Whether a holder that cannot be seen renews its lock. A fresh lock is watched until it is renewed, or would have been. */
async function renews(file: string, holder: Holder): Promise<boolean> {
  if (!isElsewhere(holder)) return false;
  const first = await renewedAt(file);
  // Negative where the clock was set back.
  const age = Math.max(0, Date.now() - first);
  const until = performance.now() + silentAfterMs - age;
  while (performance.now() < until) {
    await delay(renewalMs / 4);
    if ((await renewedAt(file)) !== first) return true;
  }
  return false;
}

/** When the lock was renewed (milliseconds since the epoch); the beginning of time when it is gone. */
async function renewedAt(file: string): Promise<number> {
  return await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );
}

async function renew(file: string): Promise<void> {
  const now = new Date();
  // Where that fails, the disk is full or gone: nothing else could be written either.
  await utimes(file, now, now).catch(() => {});
}

/** Replaces a dead holder. Processes that try this at the same time take turns: only one of them can create a folder. */
async function takeOver(file: string, mine: string, dead: Holder): Promise<boolean> {
  const turn = `${file}.takeover`;
  try {
    await mkdir(turn);
  } catch {
    const since = await stat(turn).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (since !== undefined && Date.now() - since > abandonedAfterMs) await rmdir(turn).catch(() => {});
    await delay(20);
    return false;
  }
  try {
    const holder = await readHolder(file);
    if (holder?.pid !== dead.pid || holder.startedAt !== dead.startedAt) return false;
    await rename(mine, file);
    return true;
  } finally {
    await rmdir(turn);
  }
}
