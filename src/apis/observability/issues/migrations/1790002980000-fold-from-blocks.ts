import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What waits to be folded is named by its block, and has the records themselves once compaction takes that. `folded_to` is the last
 * fingerprint that is folded already. Servers of the release before go on writing `groups`; nobody counts those after them.
 */
export class FoldFromBlocks1790002980000 implements MigrationInterface {
  readonly name = "FoldFromBlocks1790002980000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE issue_arrivals
        ALTER COLUMN groups DROP NOT NULL,
        ADD COLUMN block_id bigint,
        ADD COLUMN received_at timestamptz,
        ADD COLUMN events integer,
        ADD COLUMN bytes integer,
        ADD COLUMN folded_to text COLLATE "C",
        ADD COLUMN head_bytes integer,
        ADD COLUMN payload bytea`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
