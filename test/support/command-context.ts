import { expect } from "chai";
import type { Command } from "commander";
import { accordWith, type Ended } from "./command-line.ts";

export interface EndedOn extends Ended {
  /** How often the context was opened. */
  readonly opened: number;
}

/**
 * Runs commands that open a context, such as the database; it stays open.
 * The test fails where a command does not close what it has opened.
 */
export async function accordOn<Context extends object>(
  context: Context,
  commandsOf: (
    open: () => Promise<Context & { close(): Promise<void> }>,
    write: (text: string) => void,
  ) => readonly Command[],
  args: readonly string[],
): Promise<EndedOn> {
  let [opened, closed] = [0, 0];
  const open = async () => {
    opened++;
    return { ...context, close: async () => void closed++ };
  };
  const ended = await accordWith((write) => commandsOf(open, write), args);
  expect(closed, "what was opened is closed").to.equal(opened);
  return { ...ended, opened };
}
