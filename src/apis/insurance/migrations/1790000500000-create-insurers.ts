import type { MigrationInterface, QueryRunner } from "typeorm";

/** Insurers belong to no business: a small table that a cluster keeps whole on every node. */
export class CreateInsurers1790000500000 implements MigrationInterface {
  readonly name = "CreateInsurers1790000500000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE insurers (
        id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
        name text NOT NULL,
        base_url text NOT NULL,
        credential bytea NOT NULL,
        redirect_hosts text[] NOT NULL DEFAULT '{}',
        active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
