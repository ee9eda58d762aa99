import type { MigrationInterface, QueryRunner } from "typeorm";

/** Integrators can be revoked and get new secrets; a clearing house is the sandbox's, as all were until now, or a real one. */
export class RevokeIntegrators1790002130000 implements MigrationInterface {
  readonly name = "RevokeIntegrators1790002130000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE wallet_integrators
        ADD COLUMN previous_secret_hash bytea,
        ADD COLUMN previous_secret_until timestamptz,
        ADD COLUMN revoked_at timestamptz`);
    await runner.query("ALTER TABLE wallet_clearing_house ADD COLUMN sandbox boolean NOT NULL DEFAULT true");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only");
  }
}
