/** Runs the commands of other languages' tools. */
import { spawn, spawnSync } from "node:child_process";

/** What a command said when it failed; the table's reader wants that and no stack. */
export class CommandFailed extends Error {}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** How long one command may take (milliseconds): a first download of a compiler's libraries, on a slow line. */
const patienceMs = 5 * 60_000;

/** Everything that the command says, to either stream. Throws CommandFailed with it unless the exit code is 0. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: patienceMs,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const code = await new Promise<number | string | null>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code !== 0) throw new CommandFailed(`${command} ${args.join(" ")}\nended with ${code}\n${output.trim()}`);
  return output;
}

export function isInstalled(command: string, probe: string): boolean {
  return spawnSync(command, [probe], { stdio: "ignore" }).status === 0;
}

/** For programs that live for seconds: halves the CPU of OpenAPI Generator (7.4 s to 3.0 s for one client). */
export const briefJava = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
