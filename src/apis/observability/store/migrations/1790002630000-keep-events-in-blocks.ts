import type { MigrationInterface, QueryRunner } from "typeorm";
import { createBlockTables, createFreshSegments } from "#src/storage/blocks/tables.ts";
import { createRecordColumns } from "../blocks/schema.ts";

/** Events lie in blocks and segments. The rows of before are not carried over. */
export class KeepEventsInBlocks1790002630000 implements MigrationInterface {
  readonly name = "KeepEventsInBlocks1790002630000";

  async up(runner: QueryRunner): Promise<void> {
    const tables = { heads: "event_heads", blocks: "event_blocks", segments: "event_segments" };
    for (const statement of [
      ...createBlockTables(tables),
      ...createRecordColumns(tables),
      ...createFreshSegments(tables),
    ])
      await runner.query(statement);
    await runner.query("DROP TABLE events");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
