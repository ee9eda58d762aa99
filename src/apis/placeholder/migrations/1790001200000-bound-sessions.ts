import type { MigrationInterface, QueryRunner } from "typeorm";

/** When a session began, which bounds it however often it is refreshed, and where from an account has signed in. */
export class BoundSessions1790001200000 implements MigrationInterface {
  readonly name = "BoundSessions1790001200000";

  async up(runner: QueryRunner): Promise<void> {
    // The default serves processes of the last release, and the sessions that they began.
    await runner.query("ALTER TABLE placeholder_sessions ADD COLUMN began_at timestamptz NOT NULL DEFAULT now()");
    await runner.query("CREATE INDEX placeholder_sessions_end ON placeholder_sessions (began_at)");
    await runner.query(`
      CREATE TABLE placeholder_known_networks (
        user_id uuid NOT NULL REFERENCES placeholder_users (id) ON DELETE CASCADE,
        network text NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, network)
      )`);
    await runner.query("CREATE INDEX placeholder_known_networks_expiry ON placeholder_known_networks (seen_at)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
