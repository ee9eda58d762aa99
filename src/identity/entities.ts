/** The tables of businesses, their people, projects and keys. */
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import type { Environment } from "./environment.ts";
import type { Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

/** When an API key was last used. A key that was never used has no row. */
export const apiKeyUseEntity = declareEntity("api_key_uses", {
  keyId: column.text.key,
  /** Written at most once an hour. */
  lastUsedAt: column.timestamp,
});

/** A stored API key: the SHA-256 of its secret, never the secret. */
export const apiKeyEntity = declareEntity("api_keys", {
  /** `sk_test_…` or `sk_live_…`: the public half of the key. */
  id: column.text.key,
  businessId: column.uuid,
  /** Null for a key of the business as a whole, which the insurance API uses. */
  projectId: column.uuid.nullable,
  environment: column.textOf<Environment>(),
  secretSha256: column.bytes,
  scopes: column.textOf<Scope>().array,
  /** An operator can switch it off and on again. A revoked key stays revoked. */
  active: column.boolean,
  revokedAt: column.timestamp.nullable,
  label: column.text,
  createdAt: column.timestamp,
});

export type ApiKey = Row<typeof apiKeyEntity>;

export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

/** A change to a key, a role or a secret. Written once; the database roles that serve and work may not change it. */
export const auditEventEntity = declareEntity("audit_events", {
  /** UUIDv7, so in order of time. */
  id: column.uuid.key,
  at: column.timestamp,
  action: column.text,
  /** The kind of actor: `operator`, named by the operating system's user, or the authenticated caller of an API. */
  actorKind: column.textOf<"operator" | "api-key" | "integrator" | "user">(),
  actor: column.text,
  /** The id of the record that was changed, never a secret. */
  subject: column.text,
  /** The business; null for records of the installation. */
  businessId: column.uuid.nullable,
  details: column.jsonb<AuditDetails>(),
});

export type AuditEvent = Row<typeof auditEventEntity>;

/** A person's role in a business. */
export const businessMemberEntity = declareEntity("business_members", {
  businessId: column.uuid.key,
  personId: column.uuid.key,
  role: column.textOf<Role>(),
});

/** The profile of a business. Production activation asks for all of it. */
export interface BusinessProfile {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly contactEmail?: string;
}

/** A customer of Accord: it owns projects and API keys, and in the insurance API it is the tenant. */
export const businessEntity = declareEntity("businesses", {
  id: column.uuid.key,
  name: column.text,
  slug: column.text,
  profile: column.jsonb<BusinessProfile>(),
  /** When an operator approved it for production; null while only test keys may be used. */
  productionActivatedAt: column.timestamp.nullable,
  createdAt: column.timestamp,
});

export type Business = Row<typeof businessEntity>;

/** A sign-in link and the session that begins with it. Only the SHA-256 of each secret is stored. */
export const consoleSessionEntity = declareEntity("console_sessions", {
  id: column.uuid.key,
  personId: column.uuid,
  linkSha256: column.bytes,
  linkExpiresAt: column.timestamp,
  /** Null until the link is opened. */
  secretSha256: column.bytes.nullable,
  expiresAt: column.timestamp.nullable,
  endedAt: column.timestamp.nullable,
  /** The ID token that the session began with, sealed under the master key; null when signing out does not need it. */
  idToken: column.bytes.nullable,
});

/** A secret with which the mobile apps of a project sign tokens. */
export const mobileSecretEntity = declareEntity("mobile_secrets", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  id: column.uuid.key,
  /** Encrypted with the master key and bound to this row. */
  secret: column.bytes,
  createdAt: column.timestamp,
  /** The end of its validity: in the future while a newer secret is rolled out, null when it is valid without limit. */
  revokedAt: column.timestamp.nullable,
});

export type MobileSecret = Row<typeof mobileSecretEntity>;

/** A person who signs in to the console. */
export const personEntity = declareEntity("people", {
  id: column.uuid.key,
  /** An e-mail address, or the name of an operating system's user. */
  name: column.text,
  /** Whether the person operates the installation, and so is an owner of every business. */
  everywhere: column.boolean,
  createdAt: column.timestamp,
});

export type Person = Row<typeof personEntity>;

/** One application of a business: the tenant of the observability API. */
export const projectEntity = declareEntity("projects", {
  id: column.uuid.key,
  businessId: column.uuid,
  name: column.text,
  /** Unique in its business. */
  slug: column.text,
  active: column.boolean,
  /** The origins that browsers may send from, in the form that `parseOrigins` returns. An empty list allows every origin. */
  allowedOrigins: column.text.array,
  /** Incremented with every change of `allowedOrigins`. A browser session is bound to the version that it began with. */
  allowedOriginsVersion: column.integer,
  createdAt: column.timestamp,
});

export type Project = Row<typeof projectEntity>;
