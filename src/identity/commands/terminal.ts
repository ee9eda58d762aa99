import type { Command } from "commander";
import { isRefusal, Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";

/** The database and key that the commands work on. */
export interface IdentityContext {
  readonly database: Database;
  readonly masterKey: MasterKey;
  close(): Promise<void>;
}

/** A command's result, for programs (`--json`) and for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
}

/** Runs a command and prints its result. */
export interface Terminal<Context extends IdentityContext = IdentityContext> {
  /** Opens the context, runs `work`, prints its outcome and closes the context. A refusal ends the command with exit code 1. */
  run(command: Command, work: (context: Context) => Promise<Outcome>): Promise<void>;
  /**
   * Gives a command its work, which `run` runs with the command's arguments and then its options, and the option `--json`. Returns the
   * command.
   */
  action<Given extends readonly unknown[]>(
    command: Command,
    work: (context: Context, ...given: Given) => Promise<Outcome>,
  ): Command;
}

/** A terminal that opens the database with `open` and prints with `write`. */
export function createTerminal<Context extends IdentityContext>(
  open: () => Promise<Context>,
  write: (text: string) => void,
): Terminal<Context> {
  async function run(command: Command, work: (context: Context) => Promise<Outcome>): Promise<void> {
    const outcome = await attempt(open, work);
    if (outcome instanceof Problem) command.error(`error: ${outcome.detail}`, { exitCode: 1 });
    const { json, text } = outcome;
    write(command.opts<{ json?: boolean }>().json ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`);
  }
  return {
    run,
    action: <Given extends readonly unknown[]>(
      command: Command,
      work: (context: Context, ...given: Given) => Promise<Outcome>,
    ) =>
      command
        .option("--json", "print JSON")
        .action((...given: unknown[]) => run(command, (context) => work(context, ...(given as unknown as Given)))),
  };
}

async function attempt<Context extends IdentityContext>(
  open: () => Promise<Context>,
  work: (context: Context) => Promise<Outcome>,
): Promise<Outcome | Problem> {
  const context = await open();
  try {
    return await work(context);
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  } finally {
    await context.close();
  }
}

/** Formats rows as aligned columns. The headings are the field names of the first row. Without rows, returns `whenEmpty`. */
export function table(rows: readonly Readonly<Record<string, string>>[], whenEmpty: string): string {
  const [first] = rows;
  if (first === undefined) return whenEmpty;
  const columns = Object.keys(first);
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  return [
    line(columns.map((column) => column.toUpperCase())),
    ...rows.map((row) => line(columns.map((c) => row[c] ?? ""))),
  ].join("\n");
}

/** Formats one record as lines of `name: value`. */
export function details(fields: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${value}`)
    .join("\n");
}

/** The date in ISO 8601 (UTC), or `otherwise` when there is none. */
export function when(date: Date | null, otherwise: string): string {
  return date?.toISOString() ?? otherwise;
}

/** Printed beside a new secret. */
export const onceNote = "Keep it now: it is not shown again.";

/** Draws a progress bar on standard error, after `name`. Draws nothing when standard error is not a terminal. */
export function progressBar(name = ""): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const width = 40;
  return (done, total) => {
    const share = total === 0 ? 1 : done / total;
    const filled = Math.round(share * width);
    const bar = `[${"#".repeat(filled)}${".".repeat(width - filled)}] ${Math.floor(share * 100)} %`;
    process.stderr.write(`\r${name === "" ? "" : `${name} `}${bar}`);
    if (done >= total) process.stderr.write("\n");
  };
}
