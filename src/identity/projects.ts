import type { EntityManager } from "typeorm";
import { conflict, invalid, notFound } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { type AuditAction, audit } from "./audit.ts";
import { businessBySlug } from "./businesses.ts";
import { type Business, type Project, projectEntity } from "./entities.ts";
import { existing, parseName, parseSlug } from "./naming.ts";
import { parseOrigins } from "./origins.ts";

export interface NewProject {
  readonly name: string;
  /** When left out, made from the name. */
  readonly slug?: string | undefined;
  readonly allowedOrigins?: readonly string[];
}

/** A business and, when one was named, one of its projects. */
export interface Owner {
  readonly business: Business;
  readonly project: Project | null;
}

/**
 * Creates a project. Throws Problem VALIDATION_FAILED when the name, slug or an origin is malformed, and INVALID_STATE_TRANSITION when
 * the business already has a project with this slug.
 */
export async function createProject(
  database: Database,
  business: Business,
  { name, slug, allowedOrigins = [] }: NewProject,
  now = new Date(),
): Promise<Project> {
  const parsedName = parseName(name);
  const project: Project = {
    id: risingId(),
    businessId: business.id,
    name: parsedName,
    slug: parseSlug(slug, parsedName),
    active: true,
    allowedOrigins: parseOrigins(allowedOrigins),
    allowedOriginsVersion: 1,
    createdAt: now,
  };
  const taken = () => conflict(`The business ${business.slug} already has a project ${project.slug}.`);
  await inTransaction(database, async ({ manager }) => {
    await manager.insert(projectEntity, project).catch(onViolation("projects_slug_taken", taken));
    await auditProject(manager, "project.created", project, now);
  });
  return project;
}

/** The projects of a business. */
export function listProjects(database: Database, business: Business): Promise<Project[]> {
  return database.dataSource
    .getRepository(projectEntity)
    .find({ where: { businessId: business.id }, order: { slug: "ASC" } });
}

/** The project with this id, or null for the business as a whole. Throws Problem NOT_FOUND when the business has no such project. */
export async function projectOf(
  { dataSource }: Database,
  businessId: string,
  id: string | null,
): Promise<Project | null> {
  if (id === null) return null;
  const project = await dataSource.getRepository(projectEntity).findOneBy({ businessId, id });
  if (project === null) throw notFound();
  return project;
}

/** Resolves `<business>` or `<business>/<project>`. Throws Problem NOT_FOUND, which lists the existing slugs, when there is none. */
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

/** Resolves `<business>/<project>`. Throws Problem NOT_FOUND, which lists the existing slugs, when there is none. */
export async function projectByPath(database: Database, path: string): Promise<Project> {
  const { business, project } = await ownerByPath(database, path);
  if (project !== null) return project;
  const slugs = (await listProjects(database, business)).map(({ slug }) => slug);
  throw invalid(`Name a project as ${business.slug}/<project>; ${existing(slugs)}.`);
}

/** Replaces the allowed origins, which ends existing browser sessions. Throws Problem VALIDATION_FAILED when an origin is malformed. */
export async function setAllowedOrigins(
  database: Database,
  project: Project,
  origins: readonly string[],
  now = new Date(),
): Promise<Project> {
  const { id } = project;
  const allowedOrigins = parseOrigins(origins);
  return inTransaction(database, async ({ manager }) => {
    const allowedOriginsVersion = () => "allowed_origins_version + 1";
    await manager.update(projectEntity, { id }, { allowedOrigins, allowedOriginsVersion });
    const changed = await manager.findOneByOrFail(projectEntity, { id });
    await auditProject(manager, "project.origins_set", changed, now);
    return changed;
  });
}

/** Switches a project off or on again. All requests to an inactive project are refused. */
export async function setProjectActive(
  database: Database,
  project: Project,
  active: boolean,
  now = new Date(),
): Promise<Project> {
  const changed = { ...project, active };
  await inTransaction(database, async ({ manager }) => {
    const { affected } = await manager.update(projectEntity, { id: project.id, active: !active }, { active });
    if (affected === 1) await auditProject(manager, active ? "project.activated" : "project.deactivated", changed, now);
  });
  return changed;
}

function auditProject(manager: EntityManager, action: AuditAction, project: Project, now: Date): Promise<void> {
  const { id, businessId, slug, allowedOrigins } = project;
  return audit(manager, { action, subject: id, businessId, details: { slug, allowedOrigins } }, now);
}
