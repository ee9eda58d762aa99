import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * With owners of the type that businesses' ids have, a cluster keeps a key where it keeps what is done in its transaction.
 * An owner that is no UUID (a customer of the ordering API) becomes the UUID that `ownerId` (idempotency.ts) makes of it. Servers of the
 * release before refuse to check out with a key once this has run.
 */
export class OwnIdempotencyKeysByUuid1790001810000 implements MigrationInterface {
  readonly name = "OwnIdempotencyKeysByUuid1790001810000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idempotency_keys ALTER COLUMN owner TYPE uuid USING
        CASE WHEN owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN owner
        ELSE encode(substr(sha256(convert_to(owner, 'UTF8')), 1, 16), 'hex') END::uuid`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
