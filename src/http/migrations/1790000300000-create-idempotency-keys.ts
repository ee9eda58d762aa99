import type { MigrationInterface, QueryRunner } from "typeorm";

/** `answer` is json, not jsonb, so that a replay has its members in the order of the first answer. */
export class CreateIdempotencyKeys1790000300000 implements MigrationInterface {
  readonly name = "CreateIdempotencyKeys1790000300000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        owner text NOT NULL,
        environment text NOT NULL,
        operation text NOT NULL,
        key uuid NOT NULL,
        request_sha256 bytea NOT NULL CHECK (octet_length(request_sha256) = 32),
        answer json,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (owner, environment, operation, key)
      )`);
    await runner.query("CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
