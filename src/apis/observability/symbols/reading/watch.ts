/**
 * A thread that ends its process when that has more memory resident than it may, buffers included, when a task takes more CPU time than
 * it may, or when the process that started it is gone: also while the main thread is in one long call. A limit stays until the next
 * task begins.
 */
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

/** The main thread's message when a task is about to read its file. */
export interface Begun {
  /** Resident before the first file was read. */
  readonly programBytes: number;
  /** CPU time of all threads since the process began, beyond which the task has taken too much (ms). */
  readonly mostCpuMs: number;
}

const everyMs = 20;
const standardError = 2;
/** What the program takes, as `memoryBytes` reckons with it. */
const expectedProgramBytes = 72 * 1024 * 1024;

const { memoryBytes, parent } = workerData as { readonly memoryBytes: number; readonly parent: number };

let mostBytes = memoryBytes;
let mostCpuMs = Number.POSITIVE_INFINITY;
parentPort?.on("message", (begun: Begun) => {
  mostBytes = memoryBytes + Math.max(0, begun.programBytes - expectedProgramBytes);
  mostCpuMs = begun.mostCpuMs;
});

setInterval(() => {
  const reached = reachedLimit();
  if (reached === null && process.ppid === parent) return;
  if (reached !== null) writeSync(standardError, `Reached the ${reached} limit\n`);
  process.kill(process.pid, "SIGKILL");
}, everyMs);

function reachedLimit(): "memory" | "CPU time" | null {
  if (process.memoryUsage.rss() > mostBytes) return "memory";
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 > mostCpuMs ? "CPU time" : null;
}
