import type { MigrationInterface, QueryRunner } from "typeorm";

/** Quotes know what they are for: new business, or a policy that is renewed or endorsed. */
export class QuotePolicyChanges1790002503000 implements MigrationInterface {
  readonly name = "QuotePolicyChanges1790002503000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE insurance_quotes
         ADD COLUMN context text NOT NULL DEFAULT 'new_business',
         ADD COLUMN policy_id text`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
