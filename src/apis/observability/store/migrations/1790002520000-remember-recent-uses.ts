import type { MigrationInterface, QueryRunner } from "typeorm";

/** Recent uses of quotas over any 60 seconds, second by second (`SlidingWindow`); null for quotas of a minute. */
export class RememberRecentUses1790002520000 implements MigrationInterface {
  readonly name = "RememberRecentUses1790002520000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE quota_windows ADD COLUMN recent integer[]");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
