import type { MigrationInterface, QueryRunner } from "typeorm";
import { blockTables, createBlockTables } from "#src/storage/blocks/tables.ts";

/**
 * Metrics: samples as blocks and segments, and the series that they are of. A series' labels are the bytes of remote write
 * (label-bytes.ts), and its id is what samples are stored under. `registered` is the block with which it came, so that a
 * process can ask for the series that are new to it. Days are counted from 1970-01-01.
 */
export class CreateMetrics1790001300000 implements MigrationInterface {
  readonly name = "CreateMetrics1790001300000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of createBlockTables(blockTables("metric"))) await runner.query(statement);
    await runner.query(`
      CREATE TABLE metric_series (
        project_id uuid NOT NULL,
        registered bigint NOT NULL,
        fingerprint bigint NOT NULL,
        series_id integer NOT NULL,
        last_day integer NOT NULL,
        environment text COLLATE "C" NOT NULL,
        labels bytea NOT NULL,
        PRIMARY KEY (project_id, environment, series_id)
      )`);
    await runner.query(
      "CREATE INDEX metric_series_by_fingerprint ON metric_series (project_id, environment, fingerprint)",
    );
    await runner.query(
      "CREATE INDEX metric_series_by_block ON metric_series (project_id, environment, registered, series_id)",
    );
    await runner.query(`
      CREATE TABLE metric_names (
        project_id uuid NOT NULL,
        next_id integer NOT NULL DEFAULT 0,
        end_id integer NOT NULL DEFAULT 0,
        extent integer NOT NULL DEFAULT 0,
        environment text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        type text,
        help text,
        unit text,
        PRIMARY KEY (project_id, environment, name)
      )`);
    await runner.query(`
      CREATE TABLE metric_registries (
        project_id uuid NOT NULL,
        series bigint NOT NULL DEFAULT 0,
        epoch bigint NOT NULL DEFAULT 0,
        next_id integer NOT NULL DEFAULT 1,
        environment text COLLATE "C" NOT NULL,
        PRIMARY KEY (project_id, environment)
      ) WITH (fillfactor = 50)`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
