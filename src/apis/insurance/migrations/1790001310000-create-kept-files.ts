import type { MigrationInterface, QueryRunner } from "typeorm";

/** Files that were reserved before are not in it: they stay where they are and count for nothing. */
export class CreateKeptFiles1790001310000 implements MigrationInterface {
  readonly name = "CreateKeptFiles1790001310000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE insurance_kept_files (
        business_id uuid NOT NULL,
        environment text NOT NULL CHECK (environment IN ('test', 'live')),
        file_id text NOT NULL,
        media_type text NOT NULL,
        bytes integer NOT NULL CHECK (bytes > 0),
        expires_at timestamptz NOT NULL,
        stored boolean NOT NULL,
        used_at timestamptz NOT NULL,
        PRIMARY KEY (business_id, environment, file_id)
      )`);
    await runner.query(
      "CREATE INDEX insurance_kept_files_awaited ON insurance_kept_files (expires_at) WHERE NOT stored",
    );
    await runner.query("CREATE INDEX insurance_kept_files_age ON insurance_kept_files (used_at)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
