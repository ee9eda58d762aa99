/** Child processes of a benchmark: started, measured by the CPU they use, and stopped. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Microseconds in one tick of /proc/<pid>/stat (USER_HZ is 100 on every Linux this runs on). */
const tickMicros = 10_000;

/** CPU time, user and system, that a process has used so far, in µs. Linux only. */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMicros;
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
