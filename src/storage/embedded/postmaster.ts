import { spawnSync } from "node:child_process";
import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { readPlain, replaceFile } from "../plain-files.ts";
import type { Home } from "./home.ts";

/** The main process of a running PostgreSQL, from postmaster.pid in its data folder (src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready`, `stopping` or `standby`; empty while the file is being written. */
  readonly status: string;
}

/** A pid that no process has: larger than any of Linux (2^22) or macOS (99,998). */
const pidOfNobody = 999_999_999;

/** Reads postmaster.pid; undefined when there is none. The process that it names may be dead. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readPlain(join(data, "postmaster.pid"));
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}

/** Whether the process is alive and is the PostgreSQL of this folder. Pids are reused, especially in containers. */
export function isPostgresOf({ pid }: Postmaster, data: string): boolean {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return stdout?.includes(data) ?? false;
  }
  try {
    // The working directory of a postmaster is its data folder, even after the folder has been renamed.
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

/**
 * Replaces the pid in postmaster.pid, because another program has it now and PostgreSQL would refuse to start. The other lines are kept:
 * from them, PostgreSQL learns whether sessions of the dead server still use its shared memory.
 */
export async function disown({ data, runAs }: Pick<Home, "data" | "runAs">): Promise<void> {
  const file = join(data, "postmaster.pid");
  const text = (await readPlain(file)) ?? "";
  await replaceFile(file, text.replace(/^\d+/, String(pidOfNobody)), { owner: runAs });
}
