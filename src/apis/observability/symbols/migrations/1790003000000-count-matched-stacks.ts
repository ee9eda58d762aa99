import type { MigrationInterface, QueryRunner } from "typeorm";

/** How many stacks a file has helped to read, and when the last of them. */
export class CountMatchedStacks1790003000000 implements MigrationInterface {
  readonly name = "CountMatchedStacks1790003000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE symbol_files ADD COLUMN matched_stacks bigint NOT NULL DEFAULT 0");
    await runner.query("ALTER TABLE symbol_files ADD COLUMN last_matched_at timestamptz");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
