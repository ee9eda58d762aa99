import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A row of `issue_arrivals` names a block whose events wait to be folded. When compaction removes the block, it copies the payload into the row.
 * `folded_to` is the last fingerprint that is folded. Servers of the release before may still write `groups`; these rows are not counted.
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
