import type { MigrationInterface, QueryRunner } from "typeorm";

/** The QR platform, where the accounts that codes are made for are customers. */
export class AddQrPlatform1790002402000 implements MigrationInterface {
  readonly name = "AddQrPlatform1790002402000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallet_qr_platform (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        url text NOT NULL,
        secret bytea NOT NULL
      )`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only");
  }
}
