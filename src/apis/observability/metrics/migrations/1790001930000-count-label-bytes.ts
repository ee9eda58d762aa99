import type { MigrationInterface, QueryRunner } from "typeorm";

/** How many bytes the labels of a tenant's series take, beside how many series there are. */
export class CountLabelBytes1790001930000 implements MigrationInterface {
  readonly name = "CountLabelBytes1790001930000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE metric_registries ADD COLUMN label_bytes bigint NOT NULL DEFAULT 0");
    await runner.query(`
      UPDATE metric_registries AS registry SET label_bytes = taken.bytes
      FROM (
        SELECT project_id, environment, sum(octet_length(labels)) AS bytes FROM metric_series
        GROUP BY project_id, environment
      ) AS taken
      WHERE taken.project_id = registry.project_id AND taken.environment = registry.environment`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
