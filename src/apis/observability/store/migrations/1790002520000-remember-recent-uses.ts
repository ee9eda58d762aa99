import type { MigrationInterface, QueryRunner } from "typeorm";

/** What quotas that hold over any 60 seconds were used for, second by second (`SlidingWindow`); null for those of a minute. */
export class RememberRecentUses1790002520000 implements MigrationInterface {
  readonly name = "RememberRecentUses1790002520000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE quota_windows ADD COLUMN recent integer[]");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
