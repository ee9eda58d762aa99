import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * `set_locally` sets for a transaction what its arguments name and give, in turn. Each SET LOCAL is a command of its own text, which is what a cluster
 * passes on to its nodes. It runs with the rights of its caller.
 */
export class CreateSetLocally1790002300000 implements MigrationInterface {
  readonly name = "CreateSetLocally1790002300000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION set_locally(VARIADIC settings text[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        FOR at IN 1 .. cardinality(settings) BY 2 LOOP
          EXECUTE format('SET LOCAL %I = %L', settings[at], settings[at + 1]);
        END LOOP;
      END $$`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
