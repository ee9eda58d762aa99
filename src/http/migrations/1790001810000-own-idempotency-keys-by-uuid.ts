import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Changes the owner to UUID, the type of the ids of businesses, so that a cluster keeps a key on the node of the data that its transaction
 * writes. An owner that is not a UUID (a customer of the ordering API) becomes the UUID that `ownerId` (idempotency.ts) makes of it. After
 * this migration, servers of the previous release refuse checkouts with a key.
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
