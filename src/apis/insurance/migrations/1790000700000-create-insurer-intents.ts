import type { MigrationInterface, QueryRunner } from "typeorm";

/** `request` is json and not jsonb: what an insurer is sent again has its members in the order of the first time. */
export class CreateInsurerIntents1790000700000 implements MigrationInterface {
  readonly name = "CreateInsurerIntents1790000700000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE insurer_intents (
        business_id uuid NOT NULL,
        environment text NOT NULL,
        operation text NOT NULL,
        subject text NOT NULL,
        provider_id text NOT NULL,
        insurer_key uuid NOT NULL,
        request json NOT NULL,
        request_sha256 bytea NOT NULL CHECK (octet_length(request_sha256) = 32),
        idempotency_key uuid,
        claim uuid,
        claimed_by bigint,
        claimed_at timestamptz,
        tries integer NOT NULL CHECK (tries > 0),
        next_try_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (business_id, environment, operation, subject),
        CHECK (num_nulls(claim, claimed_by, claimed_at) IN (0, 3))
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX insurer_intents_key
      ON insurer_intents (business_id, environment, operation, idempotency_key) WHERE idempotency_key IS NOT NULL`);
    await runner.query("CREATE INDEX insurer_intents_due ON insurer_intents (next_try_at)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
