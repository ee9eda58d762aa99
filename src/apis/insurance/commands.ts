/** `accord insurers` and `accord insurance`: what an operator decides about the insurance API. */
import type { Command } from "commander";
import { createTerminal, type IdentityContext } from "#src/identity/commands/terminal.ts";
import { insuranceCommand } from "./commands/insurance.ts";
import { type CredentialSources, insurersCommand } from "./commands/insurers.ts";

/**
 * `insurers` and `insurance`, for the program to add. `open` is called when a command runs, not for its help; `write`
 * takes what belongs on standard output. Exit code 0: done; 1: refused or misused, and standard error says why.
 */
export function insuranceCommands(
  open: () => Promise<IdentityContext>,
  write: (text: string) => void = (text) => process.stdout.write(text),
  sources: CredentialSources = { env: process.env, stdin: () => process.stdin },
): Command[] {
  const terminal = createTerminal(open, write);
  return [insurersCommand(terminal, sources), insuranceCommand(terminal)];
}
