import type { MigrationInterface, QueryRunner } from "typeorm";

/** Transfers that came back are few, and are listed without reading the others. */
export class IndexReturnedTransfers1790002403000 implements MigrationInterface {
  readonly name = "IndexReturnedTransfers1790002403000";
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX IF EXISTS wallet_transfers_returned");
    await runner.query(
      "CREATE INDEX CONCURRENTLY wallet_transfers_returned ON wallet_transfers (integrator_id, created_at, reference) WHERE status = 'REVERSED'",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only");
  }
}
