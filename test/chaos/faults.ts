/** What is done to an installation under load. */
import { setTimeout as delay } from "node:timers/promises";
import type { Installation } from "./installation.ts";

export interface Fault {
  readonly name: string;
  /** Only where the installation has a disk of its own. */
  readonly needsOwnDisk?: boolean;
  readonly happen: (installation: Installation, random: () => number) => Promise<void>;
}

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    if (pid > 0) process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};

/** One of the database's sessions; 0 when there is none, or no database. */
async function someBackend(installation: Installation, random: () => number): Promise<number> {
  const backends = await installation.backends().catch(() => []);
  return backends[Math.floor(random() * backends.length)] ?? 0;
}

async function halt(pid: number, ms: number): Promise<void> {
  send(pid, "SIGSTOP");
  await delay(ms);
  send(pid, "SIGCONT");
}

export const faults: readonly Fault[] = [
  { name: "kill the server", happen: (installation) => installation.kill("start") },
  { name: "kill the worker", happen: (installation) => installation.kill("work") },
  {
    name: "kill the postmaster",
    happen: async (installation) => send(await installation.postmasterPid(), "SIGKILL"),
  },
  {
    name: "kill the server and the postmaster",
    happen: async (installation) => {
      send(await installation.postmasterPid(), "SIGKILL");
      await installation.kill("start");
    },
  },
  {
    name: "kill everything",
    happen: async (installation) => {
      const sessions = await installation.backends().catch(() => []);
      for (const pid of [await installation.postmasterPid(), ...sessions]) send(pid, "SIGKILL");
      await Promise.all([installation.kill("start"), installation.kill("work")]);
    },
  },
  {
    name: "kill a database session",
    happen: async (installation, random) => send(await someBackend(installation, random), "SIGKILL"),
  },
  {
    name: "end all database sessions",
    happen: async (installation) => {
      for (const pid of await installation.backends().catch(() => [])) send(pid, "SIGTERM");
    },
  },
  {
    name: "halt the server",
    happen: (installation, random) => halt(installation.startPid, 1_000 + random() * 4_000),
  },
  {
    name: "halt the worker",
    happen: (installation, random) => halt(installation.workPid, 1_000 + random() * 4_000),
  },
  {
    name: "halt a database session",
    happen: async (installation, random) => halt(await someBackend(installation, random), 1_000 + random() * 4_000),
  },
  {
    name: "halt the postmaster",
    happen: async (installation, random) => halt(await installation.postmasterPid(), 1_000 + random() * 4_000),
  },
  {
    name: "fill the disk",
    needsOwnDisk: true,
    happen: (installation, random) => installation.whileDiskIsFull(() => delay(1_000 + random() * 3_000)),
  },
];

/** Every fault comes once before one comes again; the seed decides the order. */
export function* inTurns(all: readonly Fault[], random: () => number): Generator<Fault> {
  for (;;) {
    const waiting = [...all];
    while (waiting.length > 0) yield* waiting.splice(Math.floor(random() * waiting.length), 1);
  }
}
