import type { MigrationInterface, QueryRunner } from "typeorm";
import { earlyVacuum } from "#src/storage/blocks/tables.ts";

/** The inverted index over the labels of series, in pages that are written once (label-index/pages.ts). */
export class CreateLabelIndexes1790001620000 implements MigrationInterface {
  readonly name = "CreateLabelIndexes1790001620000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metric_label_indexes (
        project_id uuid NOT NULL,
        until bigint NOT NULL,
        epoch bigint NOT NULL,
        index_id uuid NOT NULL,
        series integer NOT NULL,
        made_day integer NOT NULL,
        environment text COLLATE "C" NOT NULL,
        directory bytea NOT NULL,
        PRIMARY KEY (project_id, environment, until)
      )`);
    await runner.query(`
      CREATE TABLE metric_label_pages (
        project_id uuid NOT NULL,
        index_id uuid NOT NULL,
        page integer NOT NULL,
        environment text COLLATE "C" NOT NULL,
        payload bytea NOT NULL,
        PRIMARY KEY (project_id, environment, index_id, page)
      ) WITH (${earlyVacuum})`);
    await runner.query("ALTER TABLE metric_label_indexes ALTER COLUMN directory SET STORAGE EXTERNAL");
    await runner.query("ALTER TABLE metric_label_pages ALTER COLUMN payload SET STORAGE EXTERNAL");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
