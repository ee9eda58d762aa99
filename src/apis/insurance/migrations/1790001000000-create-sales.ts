import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Forms, quotes, purchases and policies of businesses. The business and its environment come first in every key: the rule
 * that keeps businesses apart, and the column that a cluster distributes by. Insurers' ids are only unique with the
 * insurer. `position` is a UUIDv7 of ours: it sorts by time, which insurers' ids need not, and pages go by it.
 */
export class CreateSales1790001000000 implements MigrationInterface {
  readonly name = "CreateSales1790001000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}

const tenant = `business_id uuid NOT NULL REFERENCES businesses (id),
     environment text NOT NULL CHECK (environment IN ('test', 'live'))`;

const statements = [
  // Forms as they were served, so that a quote or an options request can be held to them.
  `CREATE TABLE fetched_forms (
     ${tenant},
     provider_id text NOT NULL,
     form_id text NOT NULL,
     form_version integer NOT NULL,
     product_id text NOT NULL,
     context text NOT NULL,
     fields json NOT NULL,
     fetched_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, environment, provider_id, form_id, form_version, product_id, context)
   )`,
  `CREATE TABLE insurance_quotes (
     ${tenant},
     provider_id text NOT NULL,
     quote_id text NOT NULL,
     position uuid NOT NULL,
     product_id text NOT NULL,
     form_id text NOT NULL,
     form_version integer NOT NULL,
     status text NOT NULL CHECK (status IN ('USABLE', 'EXPIRED', 'BOUGHT')),
     total_minor bigint NOT NULL CHECK (total_minor >= 0),
     currency text NOT NULL,
     lines json NOT NULL,
     expires_at timestamptz NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, environment, provider_id, quote_id)
   )`,
  "CREATE UNIQUE INDEX insurance_quotes_newest ON insurance_quotes (business_id, environment, position)",
  `CREATE INDEX insurance_quotes_of_product
     ON insurance_quotes (business_id, environment, product_id, position)`,
  "CREATE INDEX insurance_quotes_expiring ON insurance_quotes (expires_at) WHERE status = 'USABLE'",
  `CREATE TABLE insurance_purchases (
     ${tenant},
     provider_id text NOT NULL,
     purchase_id text NOT NULL,
     position uuid NOT NULL,
     quote_id text NOT NULL,
     product_id text NOT NULL,
     policy_id text NOT NULL,
     transaction_id text NOT NULL,
     payment_minor bigint NOT NULL CHECK (payment_minor >= 0),
     currency text NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, environment, provider_id, purchase_id),
     UNIQUE (business_id, environment, provider_id, quote_id)
   )`,
  "CREATE UNIQUE INDEX insurance_purchases_newest ON insurance_purchases (business_id, environment, position)",
  `CREATE TABLE insurance_policies (
     ${tenant},
     provider_id text NOT NULL,
     policy_id text NOT NULL,
     position uuid NOT NULL,
     purchase_id text NOT NULL,
     product_id text NOT NULL,
     status text NOT NULL
       CHECK (status IN ('PENDING', 'ACTIVE', 'CANCELLATION_REQUESTED', 'CANCELLED', 'EXPIRED')),
     end_date date NOT NULL,
     document json NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     read_at timestamptz NOT NULL,
     -- Rises with every change and every reading, so that one that took long does not undo a later one.
     revision integer NOT NULL DEFAULT 0,
     -- When the clock next asks the insurer, for a decision and for documents; null when nothing is awaited.
     next_reading_at timestamptz,
     next_documents_at timestamptz DEFAULT now(),
     PRIMARY KEY (business_id, environment, provider_id, policy_id)
   )`,
  "CREATE UNIQUE INDEX insurance_policies_newest ON insurance_policies (business_id, environment, position)",
  `CREATE INDEX insurance_policies_ending ON insurance_policies (end_date)
     WHERE status IN ('PENDING', 'ACTIVE', 'CANCELLATION_REQUESTED')`,
  `CREATE INDEX insurance_policies_to_read ON insurance_policies (provider_id, next_reading_at)
     WHERE next_reading_at IS NOT NULL`,
  `CREATE INDEX insurance_policies_awaiting_documents ON insurance_policies (provider_id, next_documents_at)
     WHERE next_documents_at IS NOT NULL`,
  // Documents that have been announced.
  `CREATE TABLE insurance_policy_documents (
     ${tenant},
     provider_id text NOT NULL,
     policy_id text NOT NULL,
     document_id text NOT NULL,
     seen_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, environment, provider_id, policy_id, document_id)
   )`,
  `CREATE TABLE insurance_cancellations (
     ${tenant},
     provider_id text NOT NULL,
     policy_id text NOT NULL,
     cancellation_id text NOT NULL,
     outcome text NOT NULL CHECK (outcome IN ('CANCELLED', 'UNDER_REVIEW')),
     reason text NOT NULL,
     note text,
     requested_effective_date date,
     effective_date date,
     refund_minor bigint CHECK (refund_minor >= 0),
     currency text,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, environment, provider_id, policy_id, cancellation_id)
   )`,
];
