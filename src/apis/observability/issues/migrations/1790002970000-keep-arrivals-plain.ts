import type { MigrationInterface, QueryRunner } from "typeorm";

/** Arrivals live for a second or so: to compress them costs more than to write them. Their length is known without reading them, too. */
export class KeepArrivalsPlain1790002970000 implements MigrationInterface {
  readonly name = "KeepArrivalsPlain1790002970000";

  async up(runner: QueryRunner): Promise<void> {
    // Citus does not change the storage of tables that are distributed already; those go on with compression.
    await runner.query(`
      DO $$ BEGIN
        ALTER TABLE issue_arrivals ALTER COLUMN groups SET STORAGE EXTERNAL;
      EXCEPTION WHEN feature_not_supported THEN NULL;
      END $$`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
