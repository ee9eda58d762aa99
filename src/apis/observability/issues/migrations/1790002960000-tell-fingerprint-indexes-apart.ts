import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Fingerprints are looked up by their key. Indexes that began with the same columns were taken in its place wherever statistics did not know
 * the tenant, and all fingerprints of the tenant were read for each one.
 */
export class TellFingerprintIndexesApart1790002960000 implements MigrationInterface {
  readonly name = "TellFingerprintIndexesApart1790002960000";

  async up(runner: QueryRunner): Promise<void> {
    for (const [index, column] of [
      ["issue_fingerprints_issue", "issue_id"],
      ["issue_fingerprints_group", "group_fingerprint"],
    ]) {
      await runner.query(`DROP INDEX ${index}`);
      await runner.query(`CREATE INDEX ${index} ON issue_fingerprints (project_id, ${column}, environment)`);
    }
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
