/** The command line as an operator runs it: a process of its own, its output, and the signals it gets. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { until } from "#test/support/until.ts";

export const project = join(import.meta.dirname, "..", "..", "..");
const ownCli = join(project, "src", "cli.ts");

export interface AccordOptions {
  /** Over an environment without any setting of the person who runs the tests. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The program, where it is not this project's. */
  readonly cli?: string;
  /** Run as another user; only root may. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

export interface Finished {
  /** The exit code; null when a signal ended the process. */
  readonly code: number | null;
  readonly output: string;
  /** What it said to people; the log goes to the other stream. */
  readonly errors: string;
}

/** How long a command may take, first starts included (milliseconds). */
const patienceMs = 180_000;

export class Accord {
  readonly process: ChildProcess;
  /** What it has said so far, to either stream. */
  output = "";
  #errors = "";
  readonly finished: Promise<Finished>;

  constructor(args: readonly string[], { env = {}, cwd = project, cli = ownCli, user }: AccordOptions = {}) {
    this.process = spawn(process.execPath, [cli, ...args], {
      cwd,
      env: { ...plainEnvironment(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...user,
    });
    running.add(this.process);
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
    }
    this.process.stderr?.on("data", (text: string) => {
      this.#errors += text;
    });
    this.finished = new Promise((resolve, reject) => {
      this.process.on("error", reject);
      this.process.on("close", (code) => {
        running.delete(this.process);
        resolve({ code, output: this.output, errors: this.#errors });
      });
    });
  }

  /** The address in the line that says where it listens. Fails with the output when the process ends without it. */
  async listening(): Promise<string> {
    const [, url = ""] = await this.said(/listens on (http:\S+)\n/);
    return url;
  }

  /**
   * What matches in its output, as soon as it does. The pattern ends with what stands after the match, as output comes in pieces
   * and the two streams in no order. Fails with the output when the process ends without it.
   */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    let ended = false;
    const end = this.finished.finally(() => {
      ended = true;
    });
    await Promise.race([end, until(() => ended || pattern.test(this.output), patienceMs)]);
    const found = pattern.exec(this.output);
    if (found === null) throw new Error(`accord ended with ${this.process.exitCode}:\n${this.output}`);
    return found;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Finished> {
    this.process.kill(signal);
    return await this.finished;
  }
}

/** Runs a command to its end. */
export async function accord(args: readonly string[], options?: AccordOptions): Promise<Finished> {
  return await new Accord(args, options).finished;
}

/** Whatever happens to the tests, none of their servers outlives them. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/** Free ports, no metrics, and nothing of the machine's own settings. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(ACCORD_|AWS_|NODE_ENV$|PG)/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(inherited), ACCORD_PORT: "0", ACCORD_METRICS_PORT: "off" };
}
