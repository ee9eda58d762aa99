/** One run of the embedded PostgreSQL, from its first process to its end. */
import { setTimeout as delay } from "node:timers/promises";
import { processStartedAt } from "./process-start.ts";
import type { ServerProcess } from "./supervisor.ts";

const stopTimeoutMs = 60_000;
/** How often a server that is not our child is looked for (milliseconds). */
const lookMs = 500;

export interface PostgresProcess extends ServerProcess {
  readonly port: number;
}

export function processOf(pid: number, port: number, ended: Promise<string>): PostgresProcess {
  // The last resort when the process exits without `stop`: a fast shutdown that we cannot wait for.
  const atExit = () => {
    signal(pid, "SIGINT");
  };
  process.once("exit", atExit);
  const forget = () => process.removeListener("exit", atExit);
  let stopping: Promise<void> | undefined;
  return {
    port,
    ended: ended.finally(forget),
    stop() {
      stopping ??= shutDown(pid).finally(forget);
      return stopping;
    },
  };
}

/** The end of a server that is not our child, which only the system can tell. */
export function adoptedEnd(pid: number): Promise<string> {
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      if (processStartedAt(pid) !== undefined) return;
      clearInterval(looking);
      resolve("it had been adopted");
    }, lookMs).unref();
  });
}

/** Fast shutdown; immediate shutdown when that takes longer than a minute (the next start then replays the log). */
export async function shutDown(pid: number): Promise<void> {
  const ended = async () => processStartedAt(pid) === undefined;
  signal(pid, "SIGINT");
  if (await waitFor(ended, stopTimeoutMs)) return;
  signal(pid, "SIGQUIT");
  if (!(await waitFor(ended, stopTimeoutMs))) {
    throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop.`);
  }
}

/** False when the condition does not come true in time (milliseconds). */
export async function waitFor(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await delay(15);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}
