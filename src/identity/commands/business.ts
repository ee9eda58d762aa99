import { Command } from "commander";
import type { Database } from "#src/storage/database.ts";
import { type ActivationState, activationChecklist, meaningOf, refuseOpenSteps } from "../activation.ts";
import { activateBusiness, businessBySlug, createBusiness, listBusinesses, updateProfile } from "../businesses.ts";
import type { Business, BusinessProfile } from "../entities.ts";
import { details, type Outcome, type Terminal, table, when } from "./terminal.ts";

interface ProfileOptions {
  readonly country?: string;
  readonly contactEmail?: string;
}

/** `accord business`: creates, lists, shows, updates and activates businesses. */
export function businessCommand(terminal: Terminal): Command {
  const business = new Command("business").description("the businesses that own projects and API keys");

  terminal.action(
    withProfile(business.command("create"))
      .description("create a business")
      .argument("<name>", "its name, for people")
      .option("--slug <slug>", "its name in commands; made from the name when left out"),
    async ({ database }, name: string, options: ProfileOptions & { slug?: string }) =>
      shown(await createBusiness(database, { name, slug: options.slug, profile: profileOf(options) })),
  );

  terminal.action(business.command("list").description("list the businesses"), async ({ database }) => {
    const businesses = await listBusinesses(database);
    const rows = businesses.map(({ slug, name, productionActivatedAt }) => ({
      slug,
      name,
      production: when(productionActivatedAt, "not activated"),
    }));
    return { json: businesses, text: table(rows, "There is no business yet.") };
  });

  terminal.action(
    business
      .command("show")
      .description("show one business, and how far it is on its way to production")
      .argument("<slug>"),
    async ({ database }, slug: string) => shownWithSteps(database, await businessBySlug(database, slug)),
  );

  terminal.action(
    withProfile(business.command("profile")).description("change the profile of a business").argument("<slug>"),
    async ({ database }, slug: string, options: ProfileOptions) =>
      shownWithSteps(database, await updateProfile(database, await businessBySlug(database, slug), profileOf(options))),
  );

  terminal.action(
    business
      .command("activate")
      .description("approve a business for production, so that its live keys work (within 5 s)")
      .argument("<slug>")
      .option("--force", "even though steps of its checklist are open"),
    async ({ database }, slug: string, { force = false }: { force?: boolean }) => {
      const found = await businessBySlug(database, slug);
      const approved = found.productionActivatedAt !== null;
      if (!force && !approved) refuseOpenSteps(slug, await activationChecklist(database.pool, found.id));
      return shownWithSteps(database, await activateBusiness(database, found));
    },
  );

  return business;
}

function withProfile(command: Command): Command {
  return command
    .option("--country <code>", "where it is registered: two capital letters (ISO 3166-1)")
    .option("--contact-email <address>", "whom to write to");
}

function profileOf({ country, contactEmail }: ProfileOptions): BusinessProfile {
  return { ...(country !== undefined && { country }), ...(contactEmail !== undefined && { contactEmail }) };
}

async function shownWithSteps(database: Database, business: Business): Promise<Outcome> {
  const checklist = await activationChecklist(database.pool, business.id);
  return { json: { ...business, activation: checklist }, text: `${shown(business).text}\n\n${listing(checklist)}` };
}

function listing(checklist: readonly ActivationState[]): string {
  const rows = checklist.map(({ step, completedAt }) => ({
    "production step": step,
    completed: completedAt ?? "open",
    "completed by": meaningOf(step),
  }));
  return table(rows, "");
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
