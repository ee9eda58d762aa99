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
 * `business`, `project`, `keys`, `people`, `console`, `audit` and `master-key`, which moves what is in `sealed`, for the program to add. `open` is called when a command runs, not for its help, as `serverUrl` is;
 * `write` takes what belongs on standard output. Exit code 0: done; 1: refused or misused, and standard error says why.
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
