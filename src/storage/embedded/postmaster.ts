import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The first process of a running PostgreSQL, as its data folder tells (postmaster.pid, src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready`, `stopping` or `standby`; empty while the file is being written. */
  readonly status: string;
}

/** Undefined when no server runs on the folder, as far as the folder knows. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}

/** True when the process is alive and is a PostgreSQL on this folder; pids are reused, above all in containers. */
export function isPostgresOf({ pid }: Postmaster, data: string): boolean {
  return commandLine(pid).includes(data);
}

function commandLine(pid: number): string {
  if (!existsSync("/proc/self/cmdline")) {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
