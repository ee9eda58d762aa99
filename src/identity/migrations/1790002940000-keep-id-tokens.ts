import type { MigrationInterface, QueryRunner } from "typeorm";

/** Providers end their own session for whoever shows the ID token that it gave out. */
export class KeepIdTokens1790002940000 implements MigrationInterface {
  readonly name = "KeepIdTokens1790002940000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE console_sessions ADD COLUMN id_token bytea");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
