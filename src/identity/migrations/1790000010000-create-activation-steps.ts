import type { MigrationInterface, QueryRunner } from "typeorm";

/** The operator's approval is not a row here: it is `businesses.production_activated_at`. */
export class CreateActivationSteps1790000010000 implements MigrationInterface {
  readonly name = "CreateActivationSteps1790000010000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE activation_steps (
        business_id uuid NOT NULL REFERENCES businesses (id),
        step text NOT NULL CHECK (step IN ('BUSINESS_PROFILE', 'TEST_PURCHASE', 'WEBHOOK_TEST')),
        completed_at timestamptz NOT NULL,
        PRIMARY KEY (business_id, step)
      )`);
    // The time at which an existing profile was completed is unknown: the creation time of the business is used instead.
    await runner.query(`
      INSERT INTO activation_steps (business_id, step, completed_at)
      SELECT id, 'BUSINESS_PROFILE', created_at FROM businesses
      WHERE jsonb_exists_all(profile, ARRAY['country', 'contactEmail'])`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
