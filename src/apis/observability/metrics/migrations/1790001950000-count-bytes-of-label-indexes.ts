import type { MigrationInterface, QueryRunner } from "typeorm";

/** How many bytes the labels of an index take as they are stored; null for one that was made before they were counted. */
export class CountBytesOfLabelIndexes1790001950000 implements MigrationInterface {
  readonly name = "CountBytesOfLabelIndexes1790001950000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE metric_label_indexes ADD COLUMN label_bytes bigint");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
