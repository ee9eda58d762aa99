/** Runs commands as the program does, in this process, with what they open given and what they print kept. */
import { expect } from "chai";
import { Command, CommanderError } from "commander";

export interface Result {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** How often the context was opened. */
  readonly opened: number;
}

/**
 * @param context what commands open, such as the database. It stays open; the test fails where a command does not close it.
 * @param commandsOf makes the commands.
 */
export async function runCommands<Context extends object>(
  context: Context,
  commandsOf: (
    open: () => Promise<Context & { close(): Promise<void> }>,
    write: (text: string) => void,
  ) => readonly Command[],
  args: readonly string[],
): Promise<Result> {
  let [out, err, opened, closed] = ["", "", 0, 0];
  const writeOut = (text: string) => {
    out += text;
  };
  const writeErr = (text: string) => {
    err += text;
  };
  const open = async () => {
    opened++;
    return { ...context, close: async () => void closed++ };
  };
  const program = new Command("accord");
  for (const command of commandsOf(open, writeOut)) program.addCommand(command);
  const capture = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr, writeOut });
    command.commands.forEach(capture);
  };
  capture(program);
  try {
    await program.parseAsync([...args], { from: "user" });
    return { exitCode: 0, out, err, opened };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode, out, err, opened };
  } finally {
    expect(closed, "what was opened is closed").to.equal(opened);
  }
}
