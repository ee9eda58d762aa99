import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stores ID tokens: an OpenID provider asks for the ID token when it is to end its own session. */
export class KeepIdTokens1790002940000 implements MigrationInterface {
  readonly name = "KeepIdTokens1790002940000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE console_sessions ADD COLUMN id_token bytea");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
