/** `accord issues`: who is told of a project's issues. */
import { Command } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { createTerminal } from "#src/identity/commands/terminal.ts";
import { issueEvents } from "../issues/webhooks.ts";
import { addReceiverCommands } from "./receivers.ts";

/** For the program to add; `write` takes what belongs on standard output. */
export function issueCommands(
  open: () => Promise<CommandContext>,
  write: (text: string) => void = (text) => process.stdout.write(text),
): readonly Command[] {
  const issues = new Command("issues").description("issues of a project: errors that are one problem");
  const terminal = createTerminal(open, write);
  addReceiverCommands(issues, terminal, { about: "issues", events: issueEvents, takes: "an https URL" });
  return [issues];
}
