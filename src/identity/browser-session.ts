import { Problem } from "#src/http/problem.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import type { Environment } from "./environment.ts";
import { requireProject, type VerifiedKey } from "./key-verifier.ts";
import { originAllowed } from "./origins.ts";
import type { KnownProject, ProjectDirectory } from "./project-directory.ts";
import { SignedClaims } from "./signed-text.ts";

/** A browser that may send telemetry to one project in one environment. */
export interface AdmittedBrowser {
  readonly project: KnownProject;
  readonly environment: Environment;
}

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

export interface BrowserSessionsOptions {
  readonly masterKey: MasterKey;
  readonly projects: ProjectDirectory;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Browser sessions: a backend creates one with an API key, and a browser then sends telemetry with its token. Nothing is stored. */
export function createBrowserSessions({ masterKey, projects, now = Date.now }: BrowserSessionsOptions) {
  const tokens = new SessionTokens(masterKey);
  return {
    /** Creates a session for the key's project. Throws Problem PROJECT_NOT_FOUND when the key has no project or the project is inactive. */
    async begin(key: VerifiedKey): Promise<SessionToken> {
      // Not from the cache: other processes would refuse a session with an outdated version.
      const { id, allowedOriginsVersion } = await projects.activeNow(requireProject(key).id);
      return tokens.mint({ projectId: id, environment: key.environment, allowedOriginsVersion }, now());
    },
    /**
     * Verifies a session token and the origin of a request. Throws Problem UNAUTHENTICATED when the token is missing, invalid, expired
     * or older than the project's current list of allowed origins; PROJECT_NOT_FOUND when the project does not exist or is inactive;
     * origin_not_allowed when `origin` is not on that list.
     */
    async admit(token: string | undefined, origin: string | undefined): Promise<AdmittedBrowser> {
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

/** The permission of a browser session: to send telemetry to one project in one environment. */
export interface BrowserSession {
  readonly projectId: string;
  readonly environment: Environment;
  /** The version of the project's allowed origins when the session began. */
  readonly allowedOriginsVersion: number;
}

export interface SessionToken {
  readonly token: string;
  readonly expiresAt: Date;
}

const lifetimeMs = 15 * 60_000;

type Claims = readonly [
  projectId: string,
  environment: Environment,
  allowedOriginsVersion: number,
  /** Milliseconds since the epoch. */
  expiresAt: number,
];

/**
 * Browser session tokens: `base64url(claims).base64url(HMAC-SHA256 of that text)`. The key is derived from the master key, so every
 * process can verify a token and nothing is stored.
 */
export class SessionTokens {
  readonly #signed: SignedClaims<Claims>;

  constructor(masterKey: MasterKey) {
    this.#signed = new SignedClaims(masterKey, "accord browser session token");
  }

  /** Issues a token that is valid for 15 minutes. `now` is in ms since the epoch. */
  mint({ projectId, environment, allowedOriginsVersion }: BrowserSession, now: number): SessionToken {
    const expiresAt = now + lifetimeMs;
    const token = this.#signed.sign([projectId, environment, allowedOriginsVersion, expiresAt]);
    return { token, expiresAt: new Date(expiresAt) };
  }

  /** Verifies a token. Throws Problem UNAUTHENTICATED, which says whether it is invalid or expired. `now` is in ms since the epoch. */
  verify(token: string, now: number): BrowserSession {
    const claims = this.#signed.read(token);
    if (claims === null) throw new Problem("UNAUTHENTICATED", { detail: "The session token is invalid." });
    const [projectId, environment, allowedOriginsVersion, expiresAt] = claims;
    if (expiresAt <= now) {
      throw new Problem("UNAUTHENTICATED", { detail: "The session token has expired; create a new browser session." });
    }
    return { projectId, environment, allowedOriginsVersion };
  }
}
