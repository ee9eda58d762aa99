import type { MigrationInterface, QueryRunner } from "typeorm";

/** Orders that wait for a payment are few, and those whose time is over are found without reading the others. */
export class IndexUnpaidOrders1790002453000 implements MigrationInterface {
  readonly name = "IndexUnpaidOrders1790002453000";
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX IF EXISTS orders_unpaid");
    await runner.query(
      "CREATE INDEX CONCURRENTLY orders_unpaid ON orders (pay_before) WHERE status = 'AWAITING_PAYMENT'",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
