import type { Command } from "commander";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import { auditCommand } from "./commands/audit.ts";
import { businessCommand } from "./commands/business.ts";
import { consoleCommand, peopleCommand } from "./commands/console.ts";
import { keysCommand } from "./commands/keys.ts";
import { masterKeyCommand } from "./commands/master-key.ts";
import { projectCommand } from "./commands/project.ts";
import { createTerminal, type IdentityContext } from "./commands/terminal.ts";

export type { IdentityContext };

/**
 * The commands `business`, `project`, `keys`, `people`, `console`, `audit` and `master-key`. Exit code 0: done; 1: refused or misused,
 * and standard error says why.
 *
 * @param open opens the database. Called when a command runs, not for its help.
 * @param sealed the columns that `master-key` encrypts again.
 * @param serverUrl returns the server's URL. Called when a command runs, not for its help.
 * @param write takes the text for standard output.
 */
export function identityCommands(
  open: () => Promise<IdentityContext>,
  sealed: readonly SealedColumn[],
  serverUrl: () => string,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Command[] {
  const terminal = createTerminal(open, write);
  return [
    businessCommand(terminal),
    projectCommand(terminal),
    keysCommand(terminal),
    peopleCommand(terminal),
    consoleCommand(terminal, serverUrl),
    auditCommand(terminal),
    masterKeyCommand(terminal, sealed),
  ];
}
