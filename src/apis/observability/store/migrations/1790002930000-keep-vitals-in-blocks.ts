import type { MigrationInterface, QueryRunner } from "typeorm";
import { createBlockTables, createFreshSegments } from "#src/storage/blocks/tables.ts";
import { createRecordColumns } from "../blocks/schema.ts";

/** Web vitals lie in blocks and segments. The rows of before are not carried over, nor are their labels. */
export class KeepVitalsInBlocks1790002930000 implements MigrationInterface {
  readonly name = "KeepVitalsInBlocks1790002930000";

  async up(runner: QueryRunner): Promise<void> {
    const tables = { heads: "vital_heads", blocks: "vital_blocks", segments: "vital_segments" };
    for (const statement of [
      ...createBlockTables(tables),
      ...createRecordColumns(tables),
      ...createFreshSegments(tables),
    ])
      await runner.query(statement);
    await runner.query("DROP TABLE web_vitals");
    await runner.query("TRUNCATE web_vital_series");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
