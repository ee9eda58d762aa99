import type { MigrationInterface, QueryRunner } from "typeorm";
import { createBlockTables, createFreshSegments } from "#src/storage/blocks/tables.ts";
import { createRecordColumns } from "../blocks/schema.ts";

/** Spans lie in blocks and segments, with their resources and scopes. The rows of before are not carried over. */
export class KeepSpansInBlocks1790002610000 implements MigrationInterface {
  readonly name = "KeepSpansInBlocks1790002610000";

  async up(runner: QueryRunner): Promise<void> {
    const tables = { heads: "span_heads", blocks: "span_blocks", segments: "span_segments" };
    for (const statement of [
      ...createBlockTables(tables),
      ...createRecordColumns(tables),
      ...createFreshSegments(tables),
    ])
      await runner.query(statement);
    await runner.query("DROP TABLE spans");
    await runner.query("DROP TABLE telemetry_sources");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
