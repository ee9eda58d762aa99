/** `accord placeholder`: what nobody can do over the API before there is an administrator. */
import { Argument, Command } from "commander";
import { notFound } from "#src/http/problem.ts";
import { createTerminal, details, type IdentityContext } from "#src/identity/commands/terminal.ts";
import { type Env, registrationCommand } from "#src/outside/commands.ts";
import { accountByEmail, updateAccount } from "./accounts.ts";
import { mailService } from "./mail/reset-mail.ts";

const mailSecretVariable = "ACCORD_MAIL_SECRET";

/**
 * `placeholder`, for the program to add. `open` is called when a command runs, not for its help; `write` takes what
 * belongs on standard output; `env` has the mail service's secret. Exit code 0: done; 1: refused or misused, and standard error says why.
 */
export function placeholderCommand(
  open: () => Promise<IdentityContext>,
  write: (text: string) => void = (text) => process.stdout.write(text),
  env: Env = process.env,
): Command {
  const terminal = createTerminal(open, write);
  const placeholder = new Command("placeholder").description("the placeholder API's shop");
  terminal.action(
    placeholder
      .command("admin")
      .description("make an account an administrator; it counts from the account's next request on")
      .addArgument(new Argument("<email>", "the address that the account was registered with")),
    async ({ database }, email: string) => {
      const user = await accountByEmail(database, email);
      if (user === null) throw notFound(`There is no account that is registered with ${email}.`);
      const { id, name, email: address, role } = await updateAccount(database, user, { role: "admin" });
      const appointed = { user: id, name, email: address, role };
      return { json: appointed, text: details(appointed) };
    },
  );
  placeholder.addCommand(
    registrationCommand(terminal, env, {
      command: "mail-service",
      description: `register the service that mail is handed over to, whose secret is in ${mailSecretVariable}`,
      service: mailService,
      title: "mail service",
      variable: mailSecretVariable,
    }),
  );
  return placeholder;
}
