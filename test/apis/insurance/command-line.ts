/** Runs `accord insurers` and `accord insurance` as the program does, on a database that stays open. */
import { expect } from "chai";
import { Command, CommanderError } from "commander";
import type { CredentialSources } from "#src/apis/insurance/commands/insurers.ts";
import { insuranceCommands } from "#src/apis/insurance/commands.ts";
import type { Database } from "#src/storage/database.ts";
import { testMasterKey } from "#test/support/server.ts";

export interface Result {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** How often it opened the database. */
  readonly opened: number;
}

const nothing: CredentialSources = { env: {}, async *stdin() {} };

/** Fails where the command leaves open what it opened. */
export async function accordOn(
  database: Database,
  args: readonly string[],
  sources: CredentialSources = nothing,
): Promise<Result> {
  let [out, err, opened, closed] = ["", "", 0, 0];
  const writeOut = (text: string) => {
    out += text;
  };
  const writeErr = (text: string) => {
    err += text;
  };
  const context = async () => {
    opened++;
    return { database, masterKey: testMasterKey, close: async () => void closed++ };
  };
  const program = new Command("accord");
  for (const command of insuranceCommands(context, writeOut, sources)) program.addCommand(command);
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
