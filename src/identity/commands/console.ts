import { Command, Option } from "commander";
import { businessBySlug } from "../businesses.ts";
import { issueSignInCode } from "../console-sessions.ts";
import { localOperator, membersOf, personByName, removeMember, setRole } from "../people.ts";
import { type Role, roles } from "../roles.ts";
import { details, type Terminal, table } from "./terminal.ts";

/** The path of the console below the server's URL. */
export const consoleAddress = "console";

/** The address that signs in with a code. The code is in the fragment, which browsers do not send, so it appears in no log. */
export function signInLink(serverUrl: string, code: string): string {
  return `${serverUrl.replace(/\/+$/, "")}/${consoleAddress}/sign-in#${code}`;
}

const consoleHelp = `
The link is good once, within an hour. Without --as it is for the operator of the installation, who is an owner of every business.

Examples:
  accord console
  accord console --as ada@example.org --url https://accord.example.org`;

/** `accord console`: prints a sign-in link. */
export function consoleCommand(terminal: Terminal, serverUrl: () => string): Command {
  return terminal.action(
    new Command("console")
      .description("print a link that signs in to the console")
      .option("--as <email>", "a person with a role in a business, see accord people")
      .option("--url <url>", "the address of the server, as the browser reaches it")
      .addHelpText("after", consoleHelp),
    async ({ database }, { as, url = serverUrl() }: { as?: string; url?: string }) => {
      const person = as === undefined ? await localOperator(database) : await personByName(database, as);
      const link = signInLink(url, await issueSignInCode(database, person));
      return { json: { person: person.name, link }, text: link };
    },
  );
}

/** `accord people`: gives, lists and takes away roles in businesses. */
export function peopleCommand(terminal: Terminal): Command {
  const people = new Command("people").description("who may look at a business in the console, and in which role");

  terminal.action(
    people
      .command("set")
      .description("give a person a role in a business, in place of the one they had")
      .argument("<business>", "slug of the business")
      .argument("<email>", "the person's e-mail address")
      .addOption(
        new Option("--role <role>", "a viewer reads, an operator does daily work, an owner also makes and revokes keys")
          .choices(roles)
          .default("viewer"),
      ),
    async ({ database }, slug: string, email: string, { role }: { role: Role }) => {
      const person = await setRole(database, { business: await businessBySlug(database, slug), email, role });
      const shown = { person: person.name, business: slug, role };
      return { json: { ...shown, id: person.id }, text: details(shown) };
    },
  );

  terminal.action(
    people.command("list").description("list the people of a business").argument("<business>", "slug of the business"),
    async ({ database }, slug: string) => {
      const { id } = await businessBySlug(database, slug);
      const rows = (await membersOf(database, id)).map(({ person, role }) => ({ person: person.name, role }));
      return { json: rows, text: table(rows, `Nobody has a role in ${slug} yet.`) };
    },
  );

  terminal.action(
    people
      .command("remove")
      .description("take a person's role in a business away (within 5 s)")
      .argument("<business>", "slug of the business")
      .argument("<email>", "the person's e-mail address"),
    async ({ database }, slug: string, email: string) => {
      const person = await removeMember(database, await businessBySlug(database, slug), email);
      return { json: { person: person.name }, text: `${person.name} has no role in ${slug} any more.` };
    },
  );

  return people;
}
