import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Source maps of single scripts beside the one of a release, whose script is the empty text; and which file the index of an object
 * was made from, so that it goes with that file.
 */
export class NameScriptsOfSourceMaps1790002530000 implements MigrationInterface {
  readonly name = "NameScriptsOfSourceMaps1790002530000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE symbol_uploads ADD COLUMN script text COLLATE "C" NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE symbol_artifacts ADD COLUMN script text COLLATE "C" NOT NULL DEFAULT ''`);
    await runner.query("ALTER TABLE symbol_artifacts DROP CONSTRAINT symbol_artifacts_pkey");
    await runner.query(`
      ALTER TABLE symbol_artifacts
      ADD PRIMARY KEY (project_id, environment, release, platform, artifact_type, script)`);
    await runner.query("ALTER TABLE debug_objects ADD COLUMN source_file_id uuid");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
