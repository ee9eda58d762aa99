import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * People, their roles and their sessions. People and roles are few and looked up by id, so a cluster keeps them on every node.
 * Sessions belong to the installation and stay on the coordinator.
 *
 * API keys lose their foreign keys, because people create keys over HTTP: on a cluster, a write to a reference table locks the tables
 * that it refers to, which needs rights that the serving role does not have. Businesses and projects are never deleted, and
 * `createApiKey` checks that the project belongs to the business.
 */
export class CreatePeople1790002620000 implements MigrationInterface {
  readonly name = "CreatePeople1790002620000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE people (
        id uuid PRIMARY KEY,
        name text NOT NULL CONSTRAINT people_name_taken UNIQUE,
        everywhere boolean NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE business_members (
        business_id uuid NOT NULL REFERENCES businesses (id),
        person_id uuid NOT NULL REFERENCES people (id),
        role text NOT NULL CHECK (role IN ('viewer', 'operator', 'owner')),
        PRIMARY KEY (business_id, person_id)
      )`);
    await runner.query("CREATE INDEX business_members_of_person ON business_members (person_id)");
    await runner.query(`
      CREATE TABLE console_sessions (
        id uuid PRIMARY KEY,
        person_id uuid NOT NULL,
        link_sha256 bytea NOT NULL CHECK (octet_length(link_sha256) = 32),
        link_expires_at timestamptz NOT NULL,
        secret_sha256 bytea CHECK (octet_length(secret_sha256) = 32),
        expires_at timestamptz,
        ended_at timestamptz
      )`);
    await runner.query("ALTER TABLE api_keys DROP CONSTRAINT api_keys_business_id_fkey");
    await runner.query("ALTER TABLE api_keys DROP CONSTRAINT api_keys_business_id_project_id_fkey");
    await runner.query("CREATE INDEX console_sessions_link_expiry ON console_sessions (link_expires_at)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
