import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stacks that flushes have stored and nobody has begun to symbolicate, many in a row. They live for seconds, so they are not compressed. */
export class NameWaitingStacks1790002990000 implements MigrationInterface {
  readonly name = "NameWaitingStacks1790002990000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE waiting_stacks (
        project_id uuid NOT NULL,
        environment text COLLATE "C" NOT NULL,
        received_at timestamptz NOT NULL,
        id text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        subjects text[] STORAGE EXTERNAL NOT NULL,
        PRIMARY KEY (project_id, environment, received_at, id)
      )`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
