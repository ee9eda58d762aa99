import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Businesses, projects and API keys are small tables and looked up by id alone, so a cluster keeps them as reference tables. The
 * primary key of a project's data starts with the project.
 */
export class CreateIdentity1790000000000 implements MigrationInterface {
  readonly name = "CreateIdentity1790000000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE businesses (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        slug text NOT NULL CONSTRAINT businesses_slug_taken UNIQUE,
        profile jsonb NOT NULL DEFAULT '{}',
        production_activated_at timestamptz,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE projects (
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
      )`);
    await runner.query(`
      CREATE TABLE api_keys (
        id text PRIMARY KEY,
        business_id uuid NOT NULL REFERENCES businesses (id),
        project_id uuid,
        environment text NOT NULL CHECK (environment IN ('test', 'live')),
        secret_sha256 bytea NOT NULL CHECK (octet_length(secret_sha256) = 32),
        scopes text[] NOT NULL DEFAULT '{}',
        active boolean NOT NULL DEFAULT true,
        revoked_at timestamptz,
        last_used_at timestamptz,
        label text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL,
        CHECK (starts_with(id, 'sk_' || environment || '_')),
        FOREIGN KEY (business_id, project_id) REFERENCES projects (business_id, id)
      )`);
    await runner.query("CREATE INDEX api_keys_of_business ON api_keys (business_id, project_id)");
    await runner.query(`
      CREATE TABLE mobile_secrets (
        project_id uuid NOT NULL REFERENCES projects (id),
        environment text NOT NULL CHECK (environment IN ('test', 'live')),
        id uuid NOT NULL,
        secret bytea NOT NULL,
        created_at timestamptz NOT NULL,
        revoked_at timestamptz,
        PRIMARY KEY (project_id, environment, id)
      )`);
    await runner.query(`
      CREATE TABLE mobile_nonces (
        project_id uuid NOT NULL,
        environment text NOT NULL,
        nonce text NOT NULL,
        body_sha256 bytea NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (project_id, environment, nonce)
      )`);
    await runner.query("CREATE INDEX mobile_nonces_expiry ON mobile_nonces (expires_at)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
