/** One run of the embedded PostgreSQL, from its start to its end. */
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { processStartedAt } from "./process-start.ts";
import type { ServerProcess } from "./supervisor.ts";

const stopTimeoutMs = 60_000;
/** How often to check whether a server that is not our child still runs (milliseconds). */
const lookMs = 500;

export interface PostgresProcess extends ServerProcess {
  readonly port: number;
}

/** A running server. `ended` resolves with its exit code or signal. */
export function processOf(pid: number, port: number, ended: Promise<string>): PostgresProcess {
  if (running.size === 0) listen();
  running.add(pid);
  const forget = () => {
    running.delete(pid);
    if (running.size === 0) stopListening();
  };
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

/** The servers that this process has to stop, by their pids. */
const running = new Set<number>();

/** When this process exits without `stop`: a fast shutdown, for which it cannot wait. */
function stopAll(): void {
  for (const pid of running) signal(pid, "SIGINT");
}

/** Exits when nothing else listens for the signal. Then `stopAll` runs; the signal alone would end the process without it. */
function exitUnlessHandled(name: NodeJS.Signals): void {
  if (process.listeners(name).every((listener) => listener === exitUnlessHandled))
    process.exit(128 + constants.signals[name]);
}

function listen(): void {
  process.once("exit", stopAll);
  // Before the other listeners: those that listen once are then still counted.
  for (const name of ["SIGINT", "SIGTERM"] as const) process.prependListener(name, exitUnlessHandled);
}

function stopListening(): void {
  process.removeListener("exit", stopAll);
  for (const name of ["SIGINT", "SIGTERM"] as const) process.removeListener(name, exitUnlessHandled);
}

/** Resolves when a server that is not our child has ended, by polling the operating system. */
export function adoptedEnd(pid: number): Promise<string> {
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      if (processStartedAt(pid) !== undefined) return;
      clearInterval(looking);
      resolve("it had been adopted");
    }, lookMs).unref();
  });
}

/** Shuts a server down: fast shutdown, then immediate shutdown after a minute (the next start replays the log). */
export async function shutDown(pid: number): Promise<void> {
  const ended = async () => processStartedAt(pid) === undefined;
  signal(pid, "SIGINT");
  if (await waitFor(ended, stopTimeoutMs)) return;
  signal(pid, "SIGQUIT");
  if (!(await waitFor(ended, stopTimeoutMs))) {
    throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop.`);
  }
}

/** Waits for a condition. Returns false when it is not met in time (milliseconds). */
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
    // The process has already ended.
  }
}
