import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The days on which series had samples, a bit for each series of a range of ids, in the place of a last day that was behind by a week. Label indexes
 * say nothing of days any more; they are made anew.
 */
export class MarkDaysOfSeries1790002950000 implements MigrationInterface {
  readonly name = "MarkDaysOfSeries1790002950000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metric_series_days (
        project_id uuid NOT NULL,
        day integer NOT NULL,
        bucket integer NOT NULL,
        environment text COLLATE "C" NOT NULL,
        series bit(4096) NOT NULL,
        PRIMARY KEY (project_id, environment, bucket, day)
      )`);
    await runner.query("ALTER TABLE metric_series RENAME COLUMN last_day TO registered_day");
    await runner.query("TRUNCATE metric_label_indexes, metric_label_pages");
    await runner.query("ALTER TABLE metric_label_indexes DROP COLUMN made_day");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
