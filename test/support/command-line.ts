import { Command, CommanderError } from "commander";

export interface Ended {
  readonly exitCode: number;
  /** What it has printed. */
  readonly out: string;
  /** What it has said on standard error. */
  readonly err: string;
}

/** Runs `accord` with these commands in this process. `commands` makes them with what they print with. */
export async function accordWith(
  commands: (write: (text: string) => void) => readonly Command[],
  args: readonly string[],
): Promise<Ended> {
  let [out, err] = ["", ""];
  const writeOut = (text: string) => {
    out += text;
  };
  const writeErr = (text: string) => {
    err += text;
  };
  const program = new Command("accord");
  for (const command of commands(writeOut)) program.addCommand(command);
  const capture = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut, writeErr });
    command.commands.forEach(capture);
  };
  capture(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return { exitCode: 0, out, err };
  } catch (error) {
    if (error instanceof CommanderError) return { exitCode: error.exitCode, out, err };
    throw error;
  }
}

/** What `accord` prints. Throws an error with what it says on standard error. */
export async function printedBy(...given: Parameters<typeof accordWith>): Promise<string> {
  const { exitCode, out, err } = await accordWith(...given);
  if (exitCode !== 0) throw new Error(err);
  return out;
}
