import type { MigrationInterface, QueryRunner } from "typeorm";

/** Tokens that let the owner of an address set a new password, as hashes, and the service that sends them. */
export class AddPasswordResets1790002451000 implements MigrationInterface {
  readonly name = "AddPasswordResets1790002451000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE placeholder_password_resets (
        user_id uuid NOT NULL REFERENCES placeholder_users (id) ON DELETE CASCADE,
        token_hash text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, token_hash)
      )`);
    await runner.query("CREATE INDEX placeholder_password_resets_expiry ON placeholder_password_resets (expires_at)");
    await runner.query(`
      CREATE TABLE placeholder_mail_service (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        url text NOT NULL,
        secret bytea NOT NULL,
        sandbox boolean NOT NULL
      )`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
