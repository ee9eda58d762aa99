import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { type Project, projectEntity } from "./entities.ts";
import type { Environment } from "./environment.ts";
import { createLookupCache } from "./lookup-cache.ts";
import { validMobileSecrets } from "./mobile-secrets.ts";

/** The fields of a project that requests need. */
export type KnownProject = Readonly<
  Pick<Project, "id" | "name" | "active" | "allowedOriginsVersion"> & { allowedOrigins: readonly string[] }
>;

/** Looks up projects for callers that send a project id and no API key: browsers and mobile apps. */
export type ProjectDirectory = ReturnType<typeof createProjectDirectory>;

export interface ProjectDirectoryOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** The clock of the cache (`LookupCacheOptions`). */
  readonly elapsed?: () => number;
}

/** Most projects that are cached; the same number of lists of mobile secrets. */
const mostKnown = 10_000;

/** Caches projects and their mobile secrets for 5 s: a change takes effect in every process within that time. */
export function createProjectDirectory(
  database: Database,
  masterKey: MasterKey,
  { now = Date.now, elapsed }: ProjectDirectoryOptions = {},
) {
  const projects = createLookupCache<KnownProject>({ elapsed, max: mostKnown });
  const secrets = createLookupCache<readonly string[]>({ elapsed, max: mostKnown });

  /** Throws Problem PROJECT_NOT_FOUND when the project does not exist or is switched off. */
  async function active(projectId: string): Promise<KnownProject> {
    const project = await projects.get(projectId, () =>
      // Index: projects_pkey.
      database.dataSource.getRepository(projectEntity).findOneBy({ id: projectId }),
    );
    if (!project?.active) throw new Problem("PROJECT_NOT_FOUND");
    return project;
  }

  return {
    active,
    /** The same as `active`, but never from the cache. */
    activeNow(projectId: string): Promise<KnownProject> {
      projects.delete(projectId);
      return active(projectId);
    },
    /** The mobile app secrets that are valid now; none for an unknown project. */
    async mobileSecrets(projectId: string, environment: Environment): Promise<readonly string[]> {
      const known = await secrets.get(`${environment}/${projectId}`, async () => {
        const valid = await validMobileSecrets(database, masterKey, { projectId, environment }, now());
        return valid.length > 0 ? valid : null;
      });
      return known ?? [];
    },
  };
}
