import type { MigrationInterface, QueryRunner } from "typeorm";

/** A QR platform is the sandbox's or a real one, which a start of the sandbox leaves in place. */
export class MarkSandboxPlatform1790002404000 implements MigrationInterface {
  readonly name = "MarkSandboxPlatform1790002404000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE wallet_qr_platform ADD COLUMN sandbox boolean NOT NULL DEFAULT true");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only");
  }
}
