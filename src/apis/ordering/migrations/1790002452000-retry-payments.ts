import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * An order knows its last payment attempt, how many it had, and until when it waits for one to succeed. Servers of the release before write none of
 * that: their orders have no reference until an attempt is settled, and are cancelled with a decline.
 */
export class RetryPayments1790002452000 implements MigrationInterface {
  readonly name = "RetryPayments1790002452000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE orders ADD COLUMN reference text");
    await runner.query("ALTER TABLE orders ADD COLUMN attempts integer NOT NULL DEFAULT 1");
    await runner.query(
      "ALTER TABLE orders ADD COLUMN pay_before timestamptz NOT NULL DEFAULT now() + interval '30 minutes'",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
