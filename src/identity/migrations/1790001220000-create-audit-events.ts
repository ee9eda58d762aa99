import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The audit log. It belongs to the installation, not to a tenant, and is small, so on a cluster it is local to the coordinator. The
 * roles that serve and work may only insert (src/privileges.ts). A trigger refuses changes by the table's owner too.
 */
export class CreateAuditEvents1790001220000 implements MigrationInterface {
  readonly name = "CreateAuditEvents1790001220000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_events (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL,
        action text NOT NULL,
        actor_kind text NOT NULL CHECK (actor_kind IN ('operator', 'api-key', 'integrator', 'user')),
        actor text NOT NULL,
        subject text NOT NULL,
        business_id uuid,
        details jsonb NOT NULL
      )`);
    await runner.query("CREATE INDEX audit_events_of_business ON audit_events (business_id, id)");
    await runner.query(`
      CREATE FUNCTION audit_events_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'audit events are never changed' USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await runner.query(`
      CREATE TRIGGER audit_events_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
      FOR EACH STATEMENT EXECUTE FUNCTION audit_events_are_final()`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
