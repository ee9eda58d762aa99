/** Keeps every core of the machine busy, as another program would. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";

/** Counts without end, and ends with whoever holds the other end of its input, however that ends. */
const busyLoop = `
process.stdin.resume().on("end", () => process.exit());
const spin = () => {
  for (const end = performance.now() + 50; performance.now() < end;);
  setImmediate(spin);
};
spin();
`;

export interface BusyCores {
  readonly processes: readonly ChildProcess[];
  /** Ends all of them. */
  stop(): Promise<void>;
}

/** One busy process for each core. They end with this process too, also when it is killed. */
export function busyCores(): BusyCores {
  const processes = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", busyLoop], { stdio: ["pipe", "ignore", "inherit"] }),
  );
  return {
    processes,
    async stop() {
      const ended = processes.map((child) => once(child, "exit"));
      for (const child of processes) child.kill("SIGKILL");
      await Promise.all(ended);
    },
  };
}
