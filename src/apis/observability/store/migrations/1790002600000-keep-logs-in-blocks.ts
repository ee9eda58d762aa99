import type { MigrationInterface, QueryRunner } from "typeorm";
import { createBlockTables, createFreshSegments } from "#src/storage/blocks/tables.ts";
import { createRecordColumns } from "../blocks/schema.ts";

/** Log records lie in blocks and segments. The rows of before are not carried over. */
export class KeepLogsInBlocks1790002600000 implements MigrationInterface {
  readonly name = "KeepLogsInBlocks1790002600000";

  async up(runner: QueryRunner): Promise<void> {
    const tables = { heads: "log_heads", blocks: "log_blocks", segments: "log_segments" };
    await runner.query("ALTER TABLE metric_heads ADD COLUMN changes bigint NOT NULL DEFAULT 0");
    for (const statement of [
      ...createBlockTables(tables),
      ...createRecordColumns(tables),
      ...createFreshSegments(tables),
    ])
      await runner.query(statement);
    await runner.query("DROP TABLE logs");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
