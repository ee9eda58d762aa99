import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A product no longer refers to its insurer by a foreign key: Citus locks the rows that a table on every node refers to for whoever writes
 * it, which needs a right to write them, and insurers are for operators alone. Products are written for insurers that were just
 * read, and no insurer is ever deleted.
 */
export class KeepProductsByThemselves1790002310000 implements MigrationInterface {
  readonly name = "KeepProductsByThemselves1790002310000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE insurer_products DROP CONSTRAINT insurer_products_provider_id_fkey");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
