import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * When keys were last used, in a table of its own: `api_keys` is on every node of a cluster, so a write to it waits for all nodes.
 * Servers of the previous release still write the column `api_keys.last_used_at`; the next release drops it.
 */
export class CreateApiKeyUses1790001820000 implements MigrationInterface {
  readonly name = "CreateApiKeyUses1790001820000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE TABLE api_key_uses (key_id text PRIMARY KEY, last_used_at timestamptz NOT NULL)");
    await runner.query(`
      INSERT INTO api_key_uses (key_id, last_used_at)
      SELECT id, last_used_at FROM api_keys WHERE last_used_at IS NOT NULL`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
