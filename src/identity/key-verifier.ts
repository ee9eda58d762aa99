// SQL: one statement that runs on requests joins a key, its business and its project.
import { hash } from "node:crypto";
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { AccessTokens, lookUpAccess, type PersonalAccess } from "./access-tokens.ts";
import { equalInConstantTime } from "./constant-time.ts";
import type { Environment } from "./environment.ts";
import { parseKey, secretDigest } from "./key-format.ts";
import { type OwnerRow, ownerColumns, ownerOfRow } from "./key-owner.ts";
import { KeyUses } from "./key-uses.ts";
import { createLookupCache } from "./lookup-cache.ts";
import type { KnownProject } from "./project-directory.ts";
import type { Scope } from "./scopes.ts";
import { UnknownKeys } from "./unknown-keys.ts";

/** The caller, as its API key or access token identifies it. */
export interface VerifiedKey extends Omit<PersonalAccess, "person"> {
  /** The person behind an access token, and their role; null for a key. */
  readonly person: PersonalAccess["person"] | null;
}

export type KeyVerifier = ReturnType<typeof createKeyVerifier>;

export interface KeyVerifierOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** The clock of the cache (`LookupCacheOptions`). */
  readonly elapsed?: () => number;
  readonly max?: number;
  /** How many unknown keys an address may try in a minute; 100 when left out. */
  readonly unknownKeysPerMinute?: number;
  /** When given, access tokens of people are accepted as well as keys. */
  readonly accessTokens?: AccessTokens;
}

interface KeyRow extends OwnerRow {
  secret_sha256: Buffer;
  environment: Environment;
  scopes: Scope[];
  active: boolean;
  revoked_at: Date | null;
}

// Indexes: api_keys_pkey, businesses_pkey, projects_pkey.
const selectKey = `
  SELECT k.secret_sha256, k.environment, k.scopes, k.active, k.revoked_at,
         ${ownerColumns}
    FROM api_keys k
    JOIN businesses b ON b.id = k.business_id
    LEFT JOIN projects p ON p.id = k.project_id
   WHERE k.id = $1`;

/** Compared with when no such key exists, so that an unknown id and a wrong secret take the same steps. */
const noDigest = Buffer.alloc(32);

/**
 * Verifies API keys against the database, through a small cache. The cache is keyed by a hash of the key, never by the key itself;
 * a cached key costs one SHA-256. A revocation or other change takes effect in every process within 5 s.
 */
export function createKeyVerifier(
  database: Database,
  { now = Date.now, elapsed, max = 10_000, unknownKeysPerMinute = 100, accessTokens }: KeyVerifierOptions = {},
) {
  const unknownKeys = new UnknownKeys({ mostPerMinute: unknownKeysPerMinute, now });
  const uses = new KeyUses(database.pool, now);
  const cache = createLookupCache<{ active: boolean; key: VerifiedKey }>({ elapsed, max });

  async function lookUp(presented: string) {
    if (AccessTokens.claims(presented)) {
      const claims = accessTokens?.read(presented, now()) ?? null;
      const key = claims === null ? null : await lookUpAccess(database, claims, now());
      return key === null ? null : { active: true, key };
    }
    const parts = parseKey(presented);
    if (parts === null) return null;
    const { rows } = await database.pool.query<KeyRow>(selectKey, [parts.keyId]);
    const [row] = rows;
    const secretMatches = equalInConstantTime(secretDigest(parts.secret), row?.secret_sha256 ?? noDigest);
    if (row === undefined || !secretMatches || row.revoked_at !== null) return null;
    if (row.active) uses.note(parts.keyId);
    return { active: row.active, key: asVerifiedKey(parts.keyId, row) };
  }

  return {
    /**
     * Verifies an API key or access token. Throws
     * - the same Problem UNAUTHENTICATED when the key is missing, malformed, unknown, wrong or revoked, or the access token has ended;
     * - RATE_LIMITED instead when too many such keys came from this address;
     * - KEY_INACTIVE when the key is right but switched off.
     */
    async verify(presented: string | null, address = ""): Promise<VerifiedKey> {
      if (presented === null) throw unauthenticated();
      const name = hash("sha256", presented, "base64");
      const known = await cache.get(name, () => unknownKeys.lookUp(name, address, () => lookUp(presented)));
      if (known === null) throw unknownKeys.refusalFor(address, unauthenticated());
      if (!known.active) throw new Problem("KEY_INACTIVE");
      return known.key;
    },
  };
}

function asVerifiedKey(keyId: string, row: KeyRow): VerifiedKey {
  return {
    keyId,
    environment: row.environment,
    scopes: new Set(row.scopes),
    ...ownerOfRow(row),
    person: null,
  };
}

function unauthenticated(): Problem {
  // RFC 9110, 11.6.1: a 401 names an authentication scheme that the server accepts.
  return new Problem("UNAUTHENTICATED", { headers: { "WWW-Authenticate": "Bearer" } });
}

/** Throws Problem SCOPE_REQUIRED unless the key has at least one of `anyOf`. */
export function requireScopes(key: VerifiedKey, anyOf: readonly Scope[]): void {
  if (anyOf.some((scope) => key.scopes.has(scope))) return;
  throw new Problem("SCOPE_REQUIRED", {
    detail: `The API key ${key.keyId} lacks the scope ${anyOf.join(" or ")}.`,
    details: { anyOf },
  });
}

/** The project of the key. Throws Problem PROJECT_NOT_FOUND when the key has no project or the project is switched off. */
export function requireProject(key: VerifiedKey): KnownProject {
  if (key.project?.active) return key.project;
  throw new Problem("PROJECT_NOT_FOUND", key.project === null ? { detail: "The API key belongs to no project." } : {});
}
