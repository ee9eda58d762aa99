import type { MigrationInterface, QueryRunner } from "typeorm";

/** The newest orders of all customers are found without reading the others. */
export class IndexOrdersById1790002920000 implements MigrationInterface {
  readonly name = "IndexOrdersById1790002920000";
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX IF EXISTS orders_by_id");
    await runner.query("CREATE INDEX CONCURRENTLY orders_by_id ON orders (order_id)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
