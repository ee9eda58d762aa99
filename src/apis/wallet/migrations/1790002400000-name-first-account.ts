import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A wallet has one account for a phone without a BVN, as for a BVN: of clients that share one already, the first keeps it. One-time
 * accounts say where their payment goes on to.
 */
export class NameFirstAccount1790002400000 implements MigrationInterface {
  readonly name = "NameFirstAccount1790002400000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE wallet_accounts ADD COLUMN settles_to text");
    await runner.query("ALTER TABLE wallet_clients ADD COLUMN phone_key text");
    await runner.query(`
      UPDATE wallet_clients AS c SET phone_key = regexp_replace(c.phone, '^([+]?234|0)', '')
      WHERE c.kind = 'person' AND c.bvn = '' AND NOT EXISTS (
        SELECT FROM wallet_clients AS e
        WHERE e.integrator_id = c.integrator_id AND e.kind = 'person' AND e.bvn = ''
          AND regexp_replace(e.phone, '^([+]?234|0)', '') = regexp_replace(c.phone, '^([+]?234|0)', '')
          AND (e.created_at, e.id) < (c.created_at, c.id))`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only");
  }
}
