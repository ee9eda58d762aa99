/** `accord placeholder`: what nobody can do over the API before there is an administrator. */
import { Argument, Command } from "commander";
import { details } from "#src/identity/commands/terminal.ts";
import type { Database } from "#src/storage/database.ts";
import { accountByEmail, updateAccount } from "./accounts.ts";
import type { User } from "./entities/user.ts";

export interface PlaceholderContext {
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * `placeholder`, for the program to add. `open` is called when a command runs, not for its help; `write` takes what
 * belongs on standard output. Exit code 0: done; 1: refused or misused, and standard error says why.
 */
export function placeholderCommand(
  open: () => Promise<PlaceholderContext>,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Command {
  const placeholder = new Command("placeholder").description("the placeholder API's shop");
  placeholder
    .command("admin")
    .description("make an account an administrator; it counts from the account's next request on")
    .addArgument(new Argument("<email>", "the address that the account was registered with"))
    .action(async (email: string, _options: unknown, command: Command) => {
      const user = await appoint(open, email);
      if (user === null) command.error(`error: no account is registered with ${email}.`, { exitCode: 1 });
      else write(`${details({ user: user.id, name: user.name, email: user.email, role: user.role })}\n`);
    });
  return placeholder;
}

async function appoint(open: () => Promise<PlaceholderContext>, email: string): Promise<User | null> {
  const { database, close } = await open();
  try {
    const user = await accountByEmail(database, email);
    return user === null ? null : await updateAccount(database, user, { role: "admin" });
  } finally {
    await close();
  }
}
