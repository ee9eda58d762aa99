import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Whose an e-mail address is, in a table of its own: on a cluster accounts lie by their id, and an address is found, and held
 * to be unique, where the address lies. Servers of the release before must not register anybody once this has run: nobody
 * would find the account.
 */
export class CreateEmails1790001800000 implements MigrationInterface {
  readonly name = "CreateEmails1790001800000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE placeholder_emails (
        email text CONSTRAINT placeholder_emails_taken PRIMARY KEY,
        user_id uuid NOT NULL
      )`);
    await runner.query("LOCK TABLE placeholder_users IN SHARE ROW EXCLUSIVE MODE");
    await runner.query(
      "INSERT INTO placeholder_emails (email, user_id) SELECT lower(email), id FROM placeholder_users",
    );
    await runner.query("DROP INDEX placeholder_users_email_taken");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
