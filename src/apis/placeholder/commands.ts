/** `accord placeholder`: what nobody can do over the API before there is an administrator. */
import { Argument, Command, InvalidArgumentError } from "commander";
import { details } from "#src/identity/commands/terminal.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { accountByEmail, updateAccount } from "./accounts.ts";
import type { User } from "./entities/user.ts";
import { registerMailService } from "./mail/mail-service.ts";

const mailSecretVariable = "ACCORD_MAIL_SECRET";

export interface PlaceholderContext {
  readonly database: Database;
  readonly masterKey: MasterKey;
  close(): Promise<void>;
}

/**
 * `placeholder`, for the program to add. `open` is called when a command runs, not for its help; `write` takes what
 * belongs on standard output; `env` has the mail service's secret, so that nobody sees it in a list of processes. Exit code 0: done; 1: refused or misused, and standard error says why.
 */
export function placeholderCommand(
  open: () => Promise<PlaceholderContext>,
  write: (text: string) => void = (text) => process.stdout.write(text),
  env: Readonly<Record<string, string | undefined>> = process.env,
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
  placeholder
    .command("mail-service")
    .description(`register the service that mail is handed over to, whose secret is in ${mailSecretVariable}`)
    .addArgument(new Argument("<url>", "where it serves, without a slash at its end").argParser(serviceUrl))
    .action(async (url: string, _options: unknown, command: Command) => {
      const secret = env[mailSecretVariable] ?? "";
      if (secret === "")
        command.error(`error: give the mail service's secret in ${mailSecretVariable}.`, { exitCode: 1 });
      const { database, masterKey, close } = await open();
      try {
        const { manager } = database.dataSource;
        await registerMailService({ manager, masterKey }, { url, secret, sandbox: false });
      } finally {
        await close();
      }
      write(`${details({ "mail service": url })}\n`);
    });
  return placeholder;
}

function serviceUrl(text: string): string {
  const url = URL.parse(text);
  const isLoopback = url?.hostname === "127.0.0.1" || url?.hostname === "localhost";
  if (url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)))
    throw new InvalidArgumentError("It must be an https address.");
  return text.replace(/\/$/, "");
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
