import { Command } from "commander";
import { businessBySlug, listBusinesses } from "../businesses.ts";
import type { Business, Project } from "../entities.ts";
import { createProject, listProjects, projectByPath, setAllowedOrigins, setProjectActive } from "../projects.ts";
import { mobileSecretCommand } from "./mobile-secret.ts";
import { details, type Outcome, type Terminal, table } from "./terminal.ts";

/** `accord project`: creates, lists and shows projects, switches them, and sets their allowed origins. */
export function projectCommand(terminal: Terminal): Command {
  const project = new Command("project").description(
    "the projects of a business, each with its own telemetry; named <business>/<project>",
  );

  terminal.action(
    project
      .command("create")
      .description("create a project")
      .argument("<business>", "slug of the business it belongs to")
      .argument("<name>", "its name, for people")
      .option("--slug <slug>", "its name in commands; made from the name when left out")
      .option("--origin <origin...>", "origins that browsers may send from; every origin when left out"),
    async ({ database }, slug: string, name: string, options: { slug?: string; origin?: string[] }) => {
      const business = await businessBySlug(database, slug);
      const created = { name, slug: options.slug, allowedOrigins: options.origin ?? [] };
      return shown(await createProject(database, business, created));
    },
  );

  terminal.action(
    project
      .command("list")
      .description("list the projects of one business or of all")
      .argument("[business]", "slug of the business"),
    async ({ database }, slug: string | undefined) => {
      const businesses = slug === undefined ? await listBusinesses(database) : [await businessBySlug(database, slug)];
      const projects = (await Promise.all(businesses.map((business) => listProjects(database, business)))).flat();
      return { json: projects, text: listing(projects, businesses) };
    },
  );

  terminal.action(
    project.command("show").description("show one project").argument("<project>", "<business>/<project>"),
    async ({ database }, path: string) => shown(await projectByPath(database, path)),
  );

  for (const [name, active, description] of [
    ["deactivate", false, "switch a project off: it takes and answers nothing"],
    ["activate", true, "switch a project on again"],
  ] as const) {
    terminal.action(
      project.command(name).description(`${description} (within 5 s)`).argument("<project>", "<business>/<project>"),
      async ({ database }, path: string) =>
        shown(await setProjectActive(database, await projectByPath(database, path), active)),
    );
  }

  terminal.action(
    project
      .command("origins")
      .description("the origins that browsers may send from")
      .command("set")
      .description("replace the list; browser sessions begun before must be created anew")
      .argument("<project>", "<business>/<project>")
      .argument("[origins...]", "such as https://shop.example or https://*.shop.example; none allows every origin"),
    async ({ database }, path: string, origins: string[]) =>
      shown(await setAllowedOrigins(database, await projectByPath(database, path), origins)),
  );

  return project.addCommand(mobileSecretCommand(terminal));
}

function listing(projects: readonly Project[], businesses: readonly Business[]): string {
  const slugs = new Map(businesses.map(({ id, slug }) => [id, slug]));
  const rows = projects.map(({ id, businessId, slug, name, active }) => ({
    project: `${slugs.get(businessId)}/${slug}`,
    name,
    id,
    active: active ? "yes" : "no",
  }));
  return table(rows, "There is no project yet.");
}

function shown(project: Project): Outcome {
  return {
    json: project,
    text: details({
      project: project.slug,
      name: project.name,
      id: project.id,
      active: project.active ? "yes" : "no",
      origins: project.allowedOrigins.join(" ") || "every origin",
      created: project.createdAt.toISOString(),
    }),
  };
}
