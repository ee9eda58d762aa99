import type { MigrationInterface, QueryRunner } from "typeorm";

/** Log exports without any time whose answer may not have arrived; see store/unanswered-exports.ts. */
export class MarkUnansweredExports1790001500000 implements MigrationInterface {
  readonly name = "MarkUnansweredExports1790001500000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE unanswered_log_exports (
        project_id uuid NOT NULL,
        environment text COLLATE "C" NOT NULL,
        content_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        received_at timestamptz NOT NULL,
        PRIMARY KEY (project_id, environment, content_id, batch_id)
      )`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
