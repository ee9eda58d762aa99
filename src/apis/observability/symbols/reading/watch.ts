/**
 * A thread that ends its process when that has more memory resident than it may, buffers included, or when the process that started
 * it is gone: also while the main thread is in one long call.
 */
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const everyMs = 20;
const standardError = 2;
/** What the program takes, as `memoryBytes` reckons with it. */
const programBytes = 72 * 1024 * 1024;

const { memoryBytes, parent } = workerData as { readonly memoryBytes: number; readonly parent: number };

let most = memoryBytes;
parentPort?.on("message", (resident: number) => {
  most = memoryBytes + Math.max(0, resident - programBytes);
});

setInterval(() => {
  const isTooMuch = process.memoryUsage.rss() > most;
  if (!isTooMuch && process.ppid === parent) return;
  if (isTooMuch) writeSync(standardError, "Reached the memory limit\n");
  process.kill(process.pid, "SIGKILL");
}, everyMs);
