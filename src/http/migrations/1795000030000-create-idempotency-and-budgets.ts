import { ForwardMigration } from "#src/http/forward-migration.ts";

/** What requests leave behind: the answers under their idempotency keys, and how many requests an API key has made in its window. */
export class CreateIdempotencyAndBudgets1795000030000 extends ForwardMigration {
  protected override readonly statements = statements;
}

const statements = [
  // The owner is a UUID, as ids of businesses are, so that a cluster keeps a key on the node of the data that its transaction writes.
  // The answer is json, not jsonb, so that a replay has its members in the order of the first answer.
  `CREATE TABLE idempotency_keys (
     owner uuid NOT NULL,
     environment text NOT NULL,
     operation text NOT NULL,
     key uuid NOT NULL,
     request_sha256 bytea NOT NULL CHECK (octet_length(request_sha256) = 32),
     answer json,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (owner, environment, operation, key)
   )`,
  "CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)",
  // Unlogged, because a count is not worth waiting for the disk. Its pages have free space, because the row of a key is updated often.
  `CREATE UNLOGGED TABLE request_budgets (
     key_id text PRIMARY KEY,
     window_start timestamptz NOT NULL,
     used integer NOT NULL
   ) WITH (fillfactor = 50)`,
];
