// SQL: one statement that runs on requests joins a session, its person, role, business and project.
/**
 * Access tokens of people, which a console session sends to other APIs instead of an API key. The form is `at_`, then
 * `base64url(claims).base64url(HMAC-SHA256 of that text)` under a key derived from the master key. The permissions are looked up when a
 * token is used, so the end of a session and a change of role take effect within 5 s.
 */
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import type { SignedIn } from "./console-sessions.ts";
import type { Environment } from "./environment.ts";
import { type KeyOwner, type OwnerRow, ownerColumns, ownerOfRow } from "./key-owner.ts";
import { createLookupCache } from "./lookup-cache.ts";
import { type Role, scopesOf } from "./roles.ts";
import type { Scope } from "./scopes.ts";
import { SignedClaims } from "./signed-text.ts";

/** What an access token is for: the installation, a business or a project, in one environment. */
export interface TokenTarget {
  /** Null for the installation; only its operators can use such a token. */
  readonly businessId: string | null;
  /** Null for the business as a whole. */
  readonly projectId: string | null;
  readonly environment: Environment;
}

/** The access that a token gives, in the same form as that of API keys. */
export interface PersonalAccess extends KeyOwner {
  readonly keyId: string;
  readonly environment: Environment;
  readonly scopes: ReadonlySet<Scope>;
  readonly person: { readonly name: string; readonly role: Role };
}

const prefix = "at_";
const lifetimeMs = 10 * 60_000;

type Claims = readonly [
  sessionId: string,
  businessId: string | null,
  projectId: string | null,
  environment: Environment,
  expiresAt: number,
];

interface AccessRow extends OwnerRow {
  person_id: string;
  person_name: string;
  role: Role | null;
}

// Indexes: console_sessions_pkey, people_pkey, businesses_pkey, business_members_pkey, projects_pkey.
const selectAccess = `
  SELECT person.id AS person_id, person.name AS person_name, CASE WHEN person.everywhere THEN 'owner' ELSE m.role END AS role,
         ${ownerColumns}
    FROM console_sessions s
    JOIN people person ON person.id = s.person_id
    JOIN businesses b ON b.id = $2
    LEFT JOIN business_members m ON m.business_id = b.id AND m.person_id = person.id
    LEFT JOIN projects p ON p.id = $3 AND p.business_id = b.id
   WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $4`;

/** Issues and verifies access tokens. */
export class AccessTokens {
  readonly #signed: SignedClaims<Claims>;

  constructor(masterKey: MasterKey) {
    this.#signed = new SignedClaims(masterKey, "accord access token");
  }

  /** Whether the credential has the prefix of access tokens. */
  static claims(presented: string): boolean {
    return presented.startsWith(prefix);
  }

  /** Issues a token that is valid for ten minutes, but not beyond the end of the session. `now` is in ms since the epoch. */
  mint(session: SignedIn, { businessId, projectId, environment }: TokenTarget, now: number) {
    const expiresAt = Math.min(now + lifetimeMs, session.expiresAt.getTime());
    const token = this.#signed.sign([session.sessionId, businessId, projectId, environment, expiresAt]);
    return { token: prefix + token, expiresAt: new Date(expiresAt) };
  }

  /** Returns the claims of a token; null when its signature is wrong or it has expired. `now` is in ms since the epoch. */
  read(presented: string, now: number): Claims | null {
    const claims = this.#signed.read(presented.slice(prefix.length));
    return claims !== null && claims[4] > now ? claims : null;
  }
}

/**
 * Looks up what a token gives access to. Null when the session has ended, its person no longer has a role in the business, or the
 * business has no such project. `now` is in ms since the epoch.
 */
export async function lookUpAccess(
  database: Database,
  [sessionId, businessId, projectId, environment]: Claims,
  now: number,
): Promise<PersonalAccess | null> {
  const values = [sessionId, businessId, projectId, new Date(now)];
  const { rows } = await database.pool.query<AccessRow>(selectAccess, values);
  const [row] = rows;
  if (row === undefined || row.role === null || row.project_id !== projectId) return null;
  return {
    keyId: row.person_id,
    environment,
    scopes: new Set(scopesOf(row.role)),
    ...ownerOfRow(row),
    person: { name: row.person_name, role: row.role },
  };
}

/** A person who operates the installation. */
export interface InstallationOperator {
  readonly id: string;
  readonly name: string;
}

/** Returns the operator of a token. Throws Problem UNAUTHENTICATED when the token is not for the installation or has ended. */
export type VerifyOperator = (presented: string) => Promise<InstallationOperator>;

/** Verifies tokens for the installation through a small cache: the end of a session takes effect within 5 s. `now` returns ms since the epoch. */
export function createOperatorVerifier(database: Database, tokens: AccessTokens, now: () => number): VerifyOperator {
  const cache = createLookupCache<InstallationOperator>({ max: 100 });
  const lookUp = async (sessionId: string) => {
    // Indexes: console_sessions_pkey, people_pkey.
    const { rows } = await database.pool.query<InstallationOperator>(
      `SELECT p.id, p.name FROM console_sessions s JOIN people p ON p.id = s.person_id
       WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND p.everywhere`,
      [sessionId, new Date(now())],
    );
    return rows[0] ?? null;
  };
  return async (presented) => {
    const claims = AccessTokens.claims(presented) ? tokens.read(presented, now()) : null;
    const [sessionId, businessId] = claims ?? [];
    const found =
      sessionId === undefined || businessId !== null ? null : await cache.get(sessionId, () => lookUp(sessionId));
    if (found !== null) return found;
    throw new Problem("UNAUTHENTICATED", {
      detail: "This is not an access token of an operator of the installation, or it has expired. Sign in again.",
    });
  };
}
