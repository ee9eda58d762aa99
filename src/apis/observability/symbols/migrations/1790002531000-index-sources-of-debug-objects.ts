import type { MigrationInterface, QueryRunner } from "typeorm";

/** The objects of a file are found when the file goes. */
export class IndexSourcesOfDebugObjects1790002531000 implements MigrationInterface {
  readonly name = "IndexSourcesOfDebugObjects1790002531000";
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX IF EXISTS debug_objects_of_source");
    await runner.query(
      "CREATE INDEX CONCURRENTLY debug_objects_of_source ON debug_objects (project_id, environment, source_file_id)",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
