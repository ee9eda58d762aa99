import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A migration of SQL that cannot be undone. TypeORM knows it by the name of its class. It is in this folder because all others may import
 * from it.
 */
export abstract class ForwardMigration implements MigrationInterface {
  protected abstract readonly statements: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
