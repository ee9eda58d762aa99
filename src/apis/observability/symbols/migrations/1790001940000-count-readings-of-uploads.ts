import type { MigrationInterface, QueryRunner } from "typeorm";

/** Readings of an upload that were begun and did not end, as when the server was killed meanwhile. */
export class CountReadingsOfUploads1790001940000 implements MigrationInterface {
  readonly name = "CountReadingsOfUploads1790001940000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE symbol_uploads ADD COLUMN attempts integer NOT NULL DEFAULT 0");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
