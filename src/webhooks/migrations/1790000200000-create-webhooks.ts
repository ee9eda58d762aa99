import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A table of an owner's records starts its primary key with the owner, and a cluster distributes it by that column. The
 * queue (`webhook_arrivals`, `webhook_lanes`) is local to the coordinator: docs/decisions/webhook-endpoint-queues.md.
 */
export class CreateWebhooks1790000200000 implements MigrationInterface {
  readonly name = "CreateWebhooks1790000200000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        owner_id uuid NOT NULL,
        environment text NOT NULL CHECK (environment IN ('test', 'live')),
        id text NOT NULL,
        url text NOT NULL,
        events text[] NOT NULL,
        description text,
        enabled boolean NOT NULL DEFAULT true,
        disabled_reason text CHECK (disabled_reason IN ('REQUESTED', 'GONE')),
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        deleted_at timestamptz,
        PRIMARY KEY (owner_id, environment, id)
      )`);
    await runner.query(`
      CREATE TABLE webhook_secrets (
        owner_id uuid NOT NULL,
        environment text NOT NULL,
        endpoint_id text NOT NULL,
        id text NOT NULL,
        secret bytea NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        PRIMARY KEY (owner_id, environment, endpoint_id, id)
      )`);
    await runner.query(`
      CREATE TABLE webhook_resources (
        owner_id uuid NOT NULL,
        environment text NOT NULL,
        type text NOT NULL,
        provider_id text NOT NULL,
        id text NOT NULL,
        version bigint NOT NULL,
        PRIMARY KEY (owner_id, environment, type, provider_id, id)
      )`);
    await runner.query(`
      CREATE TABLE webhook_events (
        owner_id uuid NOT NULL,
        environment text NOT NULL,
        id text NOT NULL,
        type text NOT NULL,
        body text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (owner_id, environment, id)
      )`);
    await runner.query("CREATE INDEX webhook_events_age ON webhook_events (created_at)");
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        owner_id uuid NOT NULL,
        environment text NOT NULL,
        id text NOT NULL,
        endpoint_id text NOT NULL,
        event_id text NOT NULL,
        event_type text NOT NULL,
        status text NOT NULL CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED', 'DEAD')),
        attempt integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz,
        failure_reason text,
        failure_status integer,
        failed_at timestamptz,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (owner_id, environment, id),
        CHECK (next_attempt_at IS NOT NULL OR status <> 'PENDING'),
        CHECK (next_attempt_at IS NULL OR status IN ('PENDING', 'FAILED'))
      ) WITH (fillfactor = 80)`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (owner_id, environment, endpoint_id, next_attempt_at)
        WHERE next_attempt_at IS NOT NULL`);
    await runner.query("CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at)");
    await runner.query(`
      CREATE TABLE webhook_arrivals (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        owner_id uuid NOT NULL,
        environment text NOT NULL,
        endpoint_id text NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE webhook_lanes (
        endpoint_id text PRIMARY KEY,
        owner_id uuid NOT NULL,
        environment text NOT NULL,
        due_at timestamptz,
        wakes bigint NOT NULL DEFAULT 1,
        width integer NOT NULL DEFAULT 1,
        slow boolean NOT NULL DEFAULT false,
        lease_id uuid,
        leased_until timestamptz
      ) WITH (fillfactor = 70)`);
    await runner.query("CREATE INDEX webhook_lanes_due ON webhook_lanes (slow, due_at) WHERE due_at IS NOT NULL");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
