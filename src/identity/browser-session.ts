import { Problem } from "#src/http/problem.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import type { Environment } from "./environment.ts";
import { requireProject, type VerifiedKey } from "./key-verifier.ts";
import { originAllowed } from "./origins.ts";
import type { KnownProject, ProjectDirectory } from "./project-directory.ts";
import { type SessionToken, SessionTokens } from "./session-token.ts";

/** A browser that may send telemetry to one project in one environment. */
export interface AdmittedBrowser {
  readonly project: KnownProject;
  readonly environment: Environment;
}

export interface BrowserSessions {
  /** Creates a session for the key's project. Throws Problem PROJECT_NOT_FOUND when the key has no project or the project is inactive. */
  begin(key: VerifiedKey): Promise<SessionToken>;
  /**
   * Verifies a session token and the origin of a request. Throws Problem UNAUTHENTICATED when the token is missing, invalid, expired
   * or older than the project's current list of allowed origins; PROJECT_NOT_FOUND when the project does not exist or is inactive;
   * origin_not_allowed when `origin` is not on that list.
   */
  admit(token: string | undefined, origin: string | undefined): Promise<AdmittedBrowser>;
}

export interface BrowserSessionsOptions {
  readonly masterKey: MasterKey;
  readonly projects: ProjectDirectory;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Browser sessions: a backend creates one with an API key, and a browser then sends telemetry with its token. Nothing is stored. */
export function createBrowserSessions({
  masterKey,
  projects,
  now = Date.now,
}: BrowserSessionsOptions): BrowserSessions {
  const tokens = new SessionTokens(masterKey);
  return {
    async begin(key) {
      // Not from the cache: other processes would refuse a session with an outdated version.
      const { id, allowedOriginsVersion } = await projects.activeNow(requireProject(key).id);
      return tokens.mint({ projectId: id, environment: key.environment, allowedOriginsVersion }, now());
    },
    async admit(token, origin) {
      if (token === undefined) throw new Problem("UNAUTHENTICATED", { detail: "The session token is missing." });
      const session = tokens.verify(token, now());
      let project = await projects.active(session.projectId);
      // The list has just changed, and the cache of this process still has the old one.
      if (session.allowedOriginsVersion > project.allowedOriginsVersion) {
        project = await projects.activeNow(session.projectId);
      }
      if (session.allowedOriginsVersion !== project.allowedOriginsVersion) {
        throw new Problem("UNAUTHENTICATED", {
          detail: "The project's allowed origins have changed since; create a new browser session.",
        });
      }
      if (!originAllowed(origin, project.allowedOrigins)) throw new Problem("origin_not_allowed");
      return { project, environment: session.environment };
    },
  };
}
