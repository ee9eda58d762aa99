import type { MigrationInterface, QueryRunner } from "typeorm";

/** What is wrong with a file of symbols, in words. */
export class TellWhyUploadsFail1790002140000 implements MigrationInterface {
  readonly name = "TellWhyUploadsFail1790002140000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE symbol_uploads ADD COLUMN failure_detail text");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
