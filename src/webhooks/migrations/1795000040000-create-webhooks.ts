import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * A table of an owner's records starts its primary key with the owner, and a cluster distributes it by that column. The queue
 * (`webhook_arrivals`, `webhook_endpoint_queues`) is local to the coordinator: docs/decisions/webhook-endpoint-queues.md.
 */
export class CreateWebhooks1795000040000 extends ForwardMigration {
  protected override readonly statements = [...endpoints, ...events, ...queue];
}

const endpoints = [
  // failed_attempts: how many have failed in a row; failing_since: since when the endpoint counts as failing.
  `CREATE TABLE webhook_endpoints (
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
     failed_attempts integer NOT NULL DEFAULT 0,
     failing_since timestamptz,
     PRIMARY KEY (owner_id, environment, id)
   )`,
  `CREATE TABLE webhook_secrets (
     owner_id uuid NOT NULL,
     environment text NOT NULL,
     endpoint_id text NOT NULL,
     id text NOT NULL,
     secret bytea NOT NULL,
     created_at timestamptz NOT NULL,
     expires_at timestamptz,
     PRIMARY KEY (owner_id, environment, endpoint_id, id)
   )`,
];

const events = [
  `CREATE TABLE webhook_resources (
     owner_id uuid NOT NULL,
     environment text NOT NULL,
     type text NOT NULL,
     provider_id text NOT NULL,
     id text NOT NULL,
     version bigint NOT NULL,
     PRIMARY KEY (owner_id, environment, type, provider_id, id)
   )`,
  `CREATE TABLE webhook_events (
     owner_id uuid NOT NULL,
     environment text NOT NULL,
     id text NOT NULL,
     type text NOT NULL,
     body text NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (owner_id, environment, id)
   )`,
  "CREATE INDEX webhook_events_age ON webhook_events (created_at)",
  `CREATE TABLE webhook_deliveries (
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
   ) WITH (fillfactor = 80)`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (owner_id, environment, endpoint_id, next_attempt_at)
     WHERE next_attempt_at IS NOT NULL`,
  "CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at)",
];

const queue = [
  `CREATE TABLE webhook_arrivals (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     owner_id uuid NOT NULL,
     environment text NOT NULL,
     endpoint_id text NOT NULL
   )`,
  `CREATE TABLE webhook_endpoint_queues (
     endpoint_id text PRIMARY KEY,
     owner_id uuid NOT NULL,
     environment text NOT NULL,
     due_at timestamptz,
     arrivals bigint NOT NULL DEFAULT 1,
     concurrency integer NOT NULL DEFAULT 1,
     slow boolean NOT NULL DEFAULT false,
     lease_id uuid,
     leased_until timestamptz
   ) WITH (fillfactor = 70)`,
  "CREATE INDEX webhook_endpoint_queues_due ON webhook_endpoint_queues (slow, due_at) WHERE due_at IS NOT NULL",
];
