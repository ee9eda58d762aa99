import { spawnSync } from "node:child_process";
import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { readPlain, replaceFile } from "../plain-files.ts";
import type { Home } from "./home.ts";

/** The first process of a running PostgreSQL, as its data folder tells (postmaster.pid, src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready`, `stopping` or `standby`; empty while the file is being written. */
  readonly status: string;
}

/** Above the largest pid that Linux (2^22) or macOS (99,998) gives. */
const pidOfNobody = 999_999_999;

/** Undefined when no server runs on the folder, as far as the folder knows. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readPlain(join(data, "postmaster.pid"));
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}

/** True when the process is alive and is the PostgreSQL of this folder; pids are reused, above all in containers. */
export function isPostgresOf({ pid }: Postmaster, data: string): boolean {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return stdout?.includes(data) ?? false;
  }
  try {
    // A postmaster works in its data folder, also when that was renamed since.
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

/**
 * Makes postmaster.pid name no process, because the one it names is another program by now: PostgreSQL would refuse to
 * start. The rest stays, since PostgreSQL reads there whether sessions of the dead server still use its memory.
 */
export async function disown({ data, runAs }: Pick<Home, "data" | "runAs">): Promise<void> {
  const file = join(data, "postmaster.pid");
  const text = (await readPlain(file)) ?? "";
  await replaceFile(file, text.replace(/^\d+/, String(pidOfNobody)), { owner: runAs });
}
