import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Web vitals, a row each, partitioned by the day of their first report (UTC). Rows and not the samples of the metric store,
 * since a vital may be reported again with another value, and visitors of one page may be measured in the same millisecond.
 *
 * `web_vital_series` says which labels there were on a day: it bounds their number and answers what asks for labels alone.
 */
export class CreateWebVitals1790001400000 implements MigrationInterface {
  readonly name = "CreateWebVitals1790001400000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE web_vitals (
        project_id uuid NOT NULL,
        received_at timestamptz NOT NULL,
        value double precision NOT NULL,
        environment text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        vital_id text COLLATE "C" NOT NULL,
        url text COLLATE "C" NOT NULL,
        rating text COLLATE "C" NOT NULL,
        PRIMARY KEY (project_id, environment, name, vital_id, received_at)
      ) PARTITION BY RANGE (received_at)`);
    await runner.query("CREATE INDEX web_vitals_by_time ON web_vitals (project_id, environment, name, received_at)");
    await runner.query(`
      CREATE TABLE web_vital_series (
        project_id uuid NOT NULL,
        day date NOT NULL,
        environment text COLLATE "C" NOT NULL,
        url text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        rating text COLLATE "C" NOT NULL,
        PRIMARY KEY (project_id, environment, day, url, name, rating)
      )`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
