import type { MigrationInterface, QueryRunner } from "typeorm";

/** Endpoints know how many attempts have failed in a row, and since when they count as failing. */
export class NoteFailingEndpoints1790002501000 implements MigrationInterface {
  readonly name = "NoteFailingEndpoints1790002501000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE webhook_endpoints ADD COLUMN failed_attempts integer NOT NULL DEFAULT 0, ADD COLUMN failing_since timestamptz",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
