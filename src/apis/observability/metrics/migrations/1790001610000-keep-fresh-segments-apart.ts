import type { MigrationInterface, QueryRunner } from "typeorm";
import { blockTables, createFreshSegments } from "#src/storage/blocks/tables.ts";

/** Segments of a day that is not over lie apart from its partition, so that merging leaves no dead space behind. */
export class KeepFreshSegmentsApart1790001610000 implements MigrationInterface {
  readonly name = "KeepFreshSegmentsApart1790001610000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of createFreshSegments(blockTables("metric"))) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
