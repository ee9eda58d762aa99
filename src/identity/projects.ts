import { randomUUIDv7 } from "node:crypto";
import { conflict, invalid, notFound } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { onViolation } from "#src/storage/violation.ts";
import { businessBySlug } from "./businesses.ts";
import type { Business } from "./entities/business.ts";
import { type Project, projectEntity } from "./entities/project.ts";
import { existing, parseName, parseSlug } from "./naming.ts";
import { parseOrigins } from "./origins.ts";

export interface NewProject {
  readonly name: string;
  /** Made from the name when left out. */
  readonly slug?: string | undefined;
  readonly allowedOrigins?: readonly string[];
}

/** A business and, when it was named too, one of its projects. */
export interface Owner {
  readonly business: Business;
  readonly project: Project | null;
}

/**
 * Throws Problem VALIDATION_FAILED when the name, slug or an origin is malformed, INVALID_STATE_TRANSITION when the
 * business has such a project already.
 */
export async function createProject(
  database: Database,
  business: Business,
  { name, slug, allowedOrigins = [] }: NewProject,
  now = new Date(),
): Promise<Project> {
  const parsedName = parseName(name);
  const project: Project = {
    id: randomUUIDv7(),
    businessId: business.id,
    name: parsedName,
    slug: parseSlug(slug, parsedName),
    active: true,
    allowedOrigins: parseOrigins(allowedOrigins),
    allowedOriginsVersion: 1,
    createdAt: now,
  };
  const taken = () => conflict(`The business ${business.slug} already has a project ${project.slug}.`);
  await database.dataSource
    .getRepository(projectEntity)
    .insert(project)
    .catch(onViolation("projects_slug_taken", taken));
  return project;
}

export function listProjects(database: Database, business: Business): Promise<Project[]> {
  return database.dataSource
    .getRepository(projectEntity)
    .find({ where: { businessId: business.id }, order: { slug: "ASC" } });
}

/** What `<business>` or `<business>/<project>` names. Throws Problem NOT_FOUND, naming those that exist, for neither. */
export async function ownerByPath(database: Database, path: string): Promise<Owner> {
  const [businessSlug = "", projectSlug, ...rest] = path.split("/");
  if (rest.length > 0) throw invalid(`${JSON.stringify(path)} is not <business> or <business>/<project>.`);
  const business = await businessBySlug(database, businessSlug);
  if (projectSlug === undefined) return { business, project: null };
  const projects = await listProjects(database, business);
  const project = projects.find(({ slug }) => slug === projectSlug);
  if (project !== undefined) return { business, project };
  const slugs = projects.map(({ slug }) => slug);
  throw notFound(`The business ${business.slug} has no project ${JSON.stringify(projectSlug)}; ${existing(slugs)}.`);
}

/** The project that `<business>/<project>` names. Throws Problem NOT_FOUND, naming those that exist, when there is none. */
export async function projectByPath(database: Database, path: string): Promise<Project> {
  const { business, project } = await ownerByPath(database, path);
  if (project !== null) return project;
  const slugs = (await listProjects(database, business)).map(({ slug }) => slug);
  throw invalid(`Name a project as ${business.slug}/<project>; ${existing(slugs)}.`);
}

/** Replaces the allowed origins; browser sessions begun before must be created anew. Throws Problem VALIDATION_FAILED. */
export async function setAllowedOrigins(
  database: Database,
  project: Project,
  origins: readonly string[],
): Promise<Project> {
  const repository = database.dataSource.getRepository(projectEntity);
  await repository.update(
    { id: project.id },
    { allowedOrigins: parseOrigins(origins), allowedOriginsVersion: () => "allowed_origins_version + 1" },
  );
  return repository.findOneByOrFail({ id: project.id });
}

/** Switches a project off or on again; an inactive one takes and answers nothing. */
export async function setProjectActive(database: Database, project: Project, active: boolean): Promise<Project> {
  await database.dataSource.getRepository(projectEntity).update({ id: project.id }, { active });
  return { ...project, active };
}
