import type { MigrationInterface, QueryRunner } from "typeorm";

/** One client of a wallet for a phone without a BVN; and the account of a client is found without looking at all of the wallet's. */
export class IndexFirstAccount1790002401000 implements MigrationInterface {
  readonly name = "IndexFirstAccount1790002401000";
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX IF EXISTS wallet_clients_phone");
    await runner.query(
      "CREATE UNIQUE INDEX CONCURRENTLY wallet_clients_phone ON wallet_clients (integrator_id, phone_key)",
    );
    await runner.query("DROP INDEX IF EXISTS wallet_accounts_client");
    await runner.query(
      "CREATE INDEX CONCURRENTLY wallet_accounts_client ON wallet_accounts (integrator_id, client_id) WHERE kind = 'client'",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only");
  }
}
