import { Command } from "commander";
import { activateBusiness, businessBySlug, createBusiness, listBusinesses, updateProfile } from "../businesses.ts";
import type { Business, BusinessProfile } from "../entities/business.ts";
import { details, type Outcome, type Terminal, table, when } from "./terminal.ts";

interface ProfileOptions {
  readonly country?: string;
  readonly contactEmail?: string;
}

export function businessCommand(terminal: Terminal): Command {
  const business = new Command("business").description("the businesses that own projects and API keys");

  withProfile(business.command("create"))
    .description("create a business")
    .argument("<name>", "its name, for people")
    .option("--slug <slug>", "its name in commands; made from the name when left out")
    .action((name: string, options: ProfileOptions & { slug?: string }, command: Command) =>
      terminal.run(command, async ({ database }) =>
        shown(await createBusiness(database, { name, slug: options.slug, profile: profileOf(options) })),
      ),
    );

  business
    .command("list")
    .description("list the businesses")
    .option("--json", "print JSON")
    .action((_options: object, command: Command) =>
      terminal.run(command, async ({ database }) => {
        const businesses = await listBusinesses(database);
        const rows = businesses.map(({ slug, name, productionActivatedAt }) => ({
          slug,
          name,
          production: when(productionActivatedAt, "not activated"),
        }));
        return { json: businesses, text: table(rows, "There is no business yet.") };
      }),
    );

  business
    .command("show")
    .description("show one business")
    .argument("<slug>")
    .option("--json", "print JSON")
    .action((slug: string, _options: object, command: Command) =>
      terminal.run(command, async ({ database }) => shown(await businessBySlug(database, slug))),
    );

  withProfile(business.command("profile"))
    .description("change the profile of a business")
    .argument("<slug>")
    .action((slug: string, options: ProfileOptions, command: Command) =>
      terminal.run(command, async ({ database }) =>
        shown(await updateProfile(database, await businessBySlug(database, slug), profileOf(options))),
      ),
    );

  business
    .command("activate")
    .description("approve a business for production, so that its live keys work")
    .argument("<slug>")
    .option("--json", "print JSON")
    .action((slug: string, _options: object, command: Command) =>
      terminal.run(command, async ({ database }) =>
        shown(await activateBusiness(database, await businessBySlug(database, slug))),
      ),
    );

  return business;
}

function withProfile(command: Command): Command {
  return command
    .option("--country <code>", "where it is registered: two capital letters (ISO 3166-1)")
    .option("--contact-email <address>", "whom to write to")
    .option("--json", "print JSON");
}

function profileOf({ country, contactEmail }: ProfileOptions): BusinessProfile {
  return { ...(country !== undefined && { country }), ...(contactEmail !== undefined && { contactEmail }) };
}

function shown(business: Business): Outcome {
  return {
    json: business,
    text: details({
      business: business.slug,
      name: business.name,
      id: business.id,
      country: business.profile.country ?? "not given",
      contact: business.profile.contactEmail ?? "not given",
      production: when(business.productionActivatedAt, "not activated"),
      created: business.createdAt.toISOString(),
    }),
  };
}
