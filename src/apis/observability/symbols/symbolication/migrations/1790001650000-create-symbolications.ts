import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What becomes of the stack of an event, a span or a log record that needs symbols: one row for each, written with it and
 * partitioned like it. `lacks` are the symbols that it waits for, as keys (symbol-key.ts).
 */
export class CreateSymbolications1790001650000 implements MigrationInterface {
  readonly name = "CreateSymbolications1790001650000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE symbolications (
        project_id uuid NOT NULL,
        environment text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        subject text COLLATE "C" NOT NULL,
        received_at timestamptz NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        attempts smallint NOT NULL DEFAULT 0,
        lacks uuid[],
        result text,
        finished_at timestamptz,
        PRIMARY KEY (project_id, environment, kind, subject, received_at)
      ) PARTITION BY RANGE (received_at)`);
    await runner.query(`
      CREATE INDEX symbolications_pending ON symbolications (project_id, environment, attempts, received_at)
      WHERE status = 'pending'`);
    await runner.query(`
      CREATE INDEX symbolications_unfinished ON symbolications (project_id, environment, finished_at)
      WHERE status IN ('partial', 'missing', 'failed')`);
    await runner.query(
      "CREATE INDEX symbolications_lacking ON symbolications USING gin (lacks) WHERE lacks IS NOT NULL",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
