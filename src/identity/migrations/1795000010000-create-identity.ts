import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * Businesses, their projects and keys, the people of the console, and the audit log.
 *
 * Businesses, projects, API keys, people and their roles are few and looked up by id alone, so a cluster keeps them as reference tables.
 * The primary key of a project's data starts with the project. The audit log and the sessions belong to the installation, so on a cluster
 * they are local to the coordinator.
 */
export class CreateIdentity1795000010000 extends ForwardMigration {
  protected override readonly statements = [...businesses, ...keys, ...people, ...auditLog];
}

const businesses = [
  `CREATE TABLE businesses (
     id uuid PRIMARY KEY,
     name text NOT NULL,
     slug text NOT NULL CONSTRAINT businesses_slug_taken UNIQUE,
     profile jsonb NOT NULL DEFAULT '{}',
     production_activated_at timestamptz,
     created_at timestamptz NOT NULL
   )`,
  // The operator's approval is not a row here: it is businesses.production_activated_at.
  `CREATE TABLE activation_steps (
     business_id uuid NOT NULL REFERENCES businesses (id),
     step text NOT NULL CHECK (step IN ('BUSINESS_PROFILE', 'TEST_PURCHASE', 'WEBHOOK_TEST')),
     completed_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, step)
   )`,
  `CREATE TABLE projects (
     id uuid PRIMARY KEY,
     business_id uuid NOT NULL REFERENCES businesses (id),
     name text NOT NULL,
     slug text NOT NULL,
     active boolean NOT NULL DEFAULT true,
     allowed_origins text[] NOT NULL DEFAULT '{}',
     allowed_origins_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL,
     CONSTRAINT projects_slug_taken UNIQUE (business_id, slug),
     CONSTRAINT projects_of_business UNIQUE (business_id, id)
   )`,
];

const keys = [
  // Without foreign keys, because people create keys over HTTP: on a cluster, a write to a reference table locks the tables that it refers
  // to, which needs rights that the serving role does not have. Businesses and projects are never deleted, and createApiKey checks that
  // the project belongs to the business.
  `CREATE TABLE api_keys (
     id text PRIMARY KEY,
     business_id uuid NOT NULL,
     project_id uuid,
     environment text NOT NULL CHECK (environment IN ('test', 'live')),
     secret_sha256 bytea NOT NULL CHECK (octet_length(secret_sha256) = 32),
     scopes text[] NOT NULL DEFAULT '{}',
     active boolean NOT NULL DEFAULT true,
     revoked_at timestamptz,
     label text NOT NULL DEFAULT '',
     created_at timestamptz NOT NULL,
     CHECK (starts_with(id, 'sk_' || environment || '_'))
   )`,
  "CREATE INDEX api_keys_of_business ON api_keys (business_id, project_id)",
  // A table of its own: api_keys is on every node of a cluster, so a write to it waits for all nodes.
  "CREATE TABLE api_key_uses (key_id text PRIMARY KEY, last_used_at timestamptz NOT NULL)",
  `CREATE TABLE mobile_secrets (
     project_id uuid NOT NULL REFERENCES projects (id),
     environment text NOT NULL CHECK (environment IN ('test', 'live')),
     id uuid NOT NULL,
     secret bytea NOT NULL,
     created_at timestamptz NOT NULL,
     revoked_at timestamptz,
     PRIMARY KEY (project_id, environment, id)
   )`,
  `CREATE TABLE mobile_nonces (
     project_id uuid NOT NULL,
     environment text NOT NULL,
     nonce text NOT NULL,
     body_sha256 bytea NOT NULL,
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (project_id, environment, nonce)
   )`,
  "CREATE INDEX mobile_nonces_expiry ON mobile_nonces (expires_at)",
];

const people = [
  `CREATE TABLE people (
     id uuid PRIMARY KEY,
     name text NOT NULL CONSTRAINT people_name_taken UNIQUE,
     everywhere boolean NOT NULL,
     created_at timestamptz NOT NULL
   )`,
  `CREATE TABLE business_members (
     business_id uuid NOT NULL REFERENCES businesses (id),
     person_id uuid NOT NULL REFERENCES people (id),
     role text NOT NULL CHECK (role IN ('viewer', 'operator', 'owner')),
     PRIMARY KEY (business_id, person_id)
   )`,
  "CREATE INDEX business_members_of_person ON business_members (person_id)",
  // An OpenID provider asks for the ID token when it is to end its own session.
  `CREATE TABLE console_sessions (
     id uuid PRIMARY KEY,
     person_id uuid NOT NULL,
     link_sha256 bytea NOT NULL CHECK (octet_length(link_sha256) = 32),
     link_expires_at timestamptz NOT NULL,
     secret_sha256 bytea CHECK (octet_length(secret_sha256) = 32),
     expires_at timestamptz,
     ended_at timestamptz,
     id_token bytea
   )`,
  "CREATE INDEX console_sessions_link_expiry ON console_sessions (link_expires_at)",
];

/** The roles that serve and work may only insert (src/privileges.ts). The trigger refuses changes by the table's owner too. */
const auditLog = [
  `CREATE TABLE audit_events (
     id uuid PRIMARY KEY,
     at timestamptz NOT NULL,
     action text NOT NULL,
     actor_kind text NOT NULL CHECK (actor_kind IN ('operator', 'api-key', 'integrator', 'user')),
     actor text NOT NULL,
     subject text NOT NULL,
     business_id uuid,
     details jsonb NOT NULL
   )`,
  "CREATE INDEX audit_events_of_business ON audit_events (business_id, id)",
  `CREATE FUNCTION audit_events_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'audit events are never changed' USING ERRCODE = 'insufficient_privilege';
   END $$`,
  `CREATE TRIGGER audit_events_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
   FOR EACH STATEMENT EXECUTE FUNCTION audit_events_are_final()`,
];
