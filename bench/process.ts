/** Child processes of a benchmark: started, measured by the CPU they use, and stopped. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Microseconds in one tick of /proc/<pid>/stat (USER_HZ is 100 on every Linux this runs on). */
const tickMicros = 10_000;

/** CPU time, user and system, that a process has used so far, in µs. Linux only. */
export function cpuMicros(pid: number): number {
  const { own } = ticksOf(pid);
  return own * tickMicros;
}

/** The same for a process and all its children, those that have ended included: a PostgreSQL, by its postmaster. */
export function familyCpuMicros(parent: number): number {
  const { own, ended } = ticksOf(parent);
  let ticks = own + ended;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const child = ticksOf(Number(name));
      if (child.parent === parent) ticks += child.own;
    } catch {
      // It has ended since the folder was read; its parent counts it now or the next time.
    }
  }
  return ticks * tickMicros;
}

/** proc_pid_stat(5), after the command's name: state, ppid, … utime, stime, cutime, cstime from the twelfth on. */
function ticksOf(pid: number): { own: number; ended: number; parent: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const sum = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
  return { own: sum(11), ended: sum(13), parent: Number(fields[1]) };
}

/** What a process holds in memory (VmRSS), in bytes. Linux only. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

export interface Child {
  readonly pid: number;
  /** The first line that it printed. */
  readonly firstLine: string;
  stop(): Promise<void>;
}

/** Starts a script with this Node and waits for its first line. */
export async function startChild(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { stdout, pid } = child;
  if (stdout === null || pid === undefined) throw new Error(`${script} did not start`);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const firstLine = await new Promise<string>((resolve, reject) => {
    createInterface(stdout).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    pid,
    firstLine,
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
