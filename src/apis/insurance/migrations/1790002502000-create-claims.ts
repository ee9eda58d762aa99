import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE insurance_claims (
     business_id uuid NOT NULL,
     environment text NOT NULL CHECK (environment IN ('test', 'live')),
     provider_id text NOT NULL,
     claim_id text NOT NULL,
     position uuid NOT NULL,
     policy_id text NOT NULL,
     product_id text NOT NULL,
     status text NOT NULL CHECK (status IN ('UNDER_REVIEW', 'INFORMATION_REQUESTED', 'APPROVED', 'REJECTED', 'PAID')),
     loss_date date NOT NULL,
     document json NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     read_at timestamptz NOT NULL,
     revision integer NOT NULL DEFAULT 0,
     next_reading_at timestamptz,
     PRIMARY KEY (business_id, environment, provider_id, claim_id)
   )`,
  "CREATE UNIQUE INDEX insurance_claims_newest ON insurance_claims (business_id, environment, position)",
  "CREATE INDEX insurance_claims_of_policy ON insurance_claims (business_id, environment, policy_id, position)",
  `CREATE INDEX insurance_claims_to_read ON insurance_claims (provider_id, next_reading_at)
     WHERE next_reading_at IS NOT NULL`,
];

/** Claims of the customers of a business. */
export class CreateClaims1790002502000 implements MigrationInterface {
  readonly name = "CreateClaims1790002502000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
