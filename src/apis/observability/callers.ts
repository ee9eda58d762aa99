/** Callers of this API: keys of servers, browser sessions, and apps that sign their own tokens. */
import type { Contract } from "#generated/observability/contract.ts";
import { withdrawCors } from "#src/contract/cors.ts";
import type { Authenticators, Credential, HandlersByTag } from "#src/contract/types.ts";
import { Problem } from "#src/http/problem.ts";
import type { AdmittedBrowser, BrowserSessions } from "#src/identity/browser-session.ts";
import { type KeyVerifier, requireProject, requireScopes, type VerifiedKey } from "#src/identity/key-verifier.ts";
import { type MobileToken, verifyMobileToken } from "#src/identity/mobile-token.ts";
import type { ProjectDirectory } from "#src/identity/project-directory.ts";
import { scopes } from "#src/identity/scopes.ts";
import type { Tenant } from "./records.ts";

export interface Callers {
  readonly ApiKey: VerifiedKey;
  readonly BearerKey: VerifiedKey;
  readonly BrowserSession: AdmittedBrowser;
  /** The token's nonce is yet to be consumed. */
  readonly MobileToken: MobileToken;
}

/** The handlers of a tag of the document. */
export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;

export interface CallerDependencies {
  readonly keys: KeyVerifier;
  readonly sessions: BrowserSessions;
  readonly projects: ProjectDirectory;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function callerAuthenticators({
  keys,
  sessions,
  projects,
  now,
}: CallerDependencies): Authenticators<Contract, Callers> {
  const key = {
    authenticate: ({ value, remoteAddress }: Credential) => keys.verify(value, remoteAddress),
    authorize(identity: VerifiedKey, alternatives: readonly (readonly string[])[]) {
      if (alternatives.some((needed) => needed.length === 0)) return;
      requireScopes(
        identity,
        scopes.filter((scope) => alternatives.some((needed) => needed.includes(scope))),
      );
    },
    ownerOf: ({ project, keyId }: VerifiedKey) => project?.id ?? keyId,
  };
  return {
    ApiKey: key,
    BearerKey: key,
    BrowserSession: {
      async authenticate({ value, incoming, answerHeaders }) {
        try {
          return await sessions.admit(value, incoming.headers.origin);
        } catch (error) {
          // A page of another site may not read the refusal either.
          if (error instanceof Problem && error.code === "origin_not_allowed") withdrawCors(answerHeaders);
          throw error;
        }
      },
      ownerOf: ({ project }) => project.id,
    },
    MobileToken: {
      async authenticate({ value }) {
        const token = await verifyMobileToken(value, { secretsOf: projects.mobileSecrets, now: now() });
        await projects.active(token.projectId);
        return token;
      },
      ownerOf: ({ projectId }) => projectId,
    },
  };
}

/** Throws Problem PROJECT_NOT_FOUND when the key has no project or the project is switched off. */
export function tenantOf(key: VerifiedKey): Tenant {
  return { projectId: requireProject(key).id, environment: key.environment };
}

/** The tenant whose quotas a caller's requests are charged to; null for a key without a project. */
export function chargedTenant(identity: unknown): Tenant | null {
  const { project, projectId, environment } = identity as Partial<VerifiedKey & AdmittedBrowser & MobileToken>;
  const id = project?.id ?? projectId;
  return id === undefined || environment === undefined ? null : { projectId: id, environment };
}
