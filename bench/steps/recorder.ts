/**
 * Preloaded into a server (`node --import`): measures every turn of its event loop, in CPU time of the thread that runs it.
 * So what others do on the machine does not count, and what the collector does on this thread does. A turn may hold steps
 * of several requests; while there is one request, the longest turn bounds its longest step.
 */

export interface LongestTurn {
  /** ms of CPU. */
  readonly longest: number;
}

/** Linux counts what the running thread has used since its last tick only when the whole process is asked for (getrusage). */
function threadUsage(): NodeJS.CpuUsage {
  process.cpuUsage();
  return process.threadCpuUsage();
}

let longestMicros = 0;
let before = threadUsage();

function endTurn(): void {
  const now = threadUsage();
  longestMicros = Math.max(longestMicros, now.user + now.system - before.user - before.system);
  before = now;
}

function turn(): void {
  endTurn();
  // Not unref'd immediates keep the loop going round, so that no turn waits in the kernel for events.
  setImmediate(turn);
}
setImmediate(turn).unref();

process.on("message", () => {
  // The turn that sent the answer may be this one.
  endTurn();
  process.send?.({ longest: longestMicros / 1000 } satisfies LongestTurn);
  longestMicros = 0;
});
process.channel?.unref();
