import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Another Node process that runs `code`, an ES module in which `say(text)` reports a line. */
export interface OtherProcess {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The next line that the process says. Fails when it ends without one. */
  line(): Promise<string>;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a process with this project's import aliases, `folder` among its arguments as `process.argv[2]`. */
export function otherProcess(code: string, ...args: string[]): OtherProcess {
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", `const say = (text) => console.log(text);\n${code}`, "-", ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  running.add(child);
  child.once("exit", () => running.delete(child));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  return {
    process: child,
    pid: child.pid ?? 0,
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The other process ended without a word: ${errors}`);
      return value;
    },
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** A test that fails before it ends its process must not leave it behind. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
