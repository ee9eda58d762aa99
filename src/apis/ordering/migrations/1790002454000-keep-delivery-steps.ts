import type { MigrationInterface, QueryRunner } from "typeorm";

/** When a delivery reached each of its statuses. Deliveries of before know the first and the last. */
export class KeepDeliverySteps1790002454000 implements MigrationInterface {
  readonly name = "KeepDeliverySteps1790002454000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE deliveries ADD COLUMN steps jsonb NOT NULL DEFAULT '[]'");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
