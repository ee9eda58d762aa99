import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * Insurers and the taxonomy belong to no business: small tables that a cluster keeps whole on every node, as it does what insurers sell. In
 * the tables of a business, the business and its environment come first in every key: the rule that keeps businesses apart, and the
 * column that a cluster distributes by. Insurers' ids are only unique with the insurer.
 */
export class CreateInsurance1795000110000 extends ForwardMigration {
  protected override readonly statements = [...insurers, ...catalog, ...intents, ...sales, ...claims, ...files];
}

const insurers = [
  `CREATE TABLE insurers (
     id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
     name text NOT NULL,
     base_url text NOT NULL,
     credential bytea NOT NULL,
     redirect_hosts text[] NOT NULL DEFAULT '{}',
     active boolean NOT NULL DEFAULT true,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL
   )`,
];

/** Level, code, name, parent and place among its siblings, then whether it is served. Parents come first. */
const nodes = `
  ('class', 'GENERAL', 'General insurance', NULL, 10, true),
  ('class', 'LIFE_AND_HEALTH', 'Life and health', NULL, 20, true),
  ('class', 'MICRO', 'Micro-insurance', NULL, 30, false),
  ('category', 'DEVICE', 'Devices', 'GENERAL', 10, true),
  ('category', 'HOME', 'Home', 'GENERAL', 20, true),
  ('category', 'MOTOR', 'Motor', 'GENERAL', 30, true),
  ('category', 'TRAVEL', 'Travel', 'GENERAL', 40, true),
  ('category', 'MARINE', 'Marine', 'GENERAL', 50, false),
  ('category', 'ACCIDENT', 'Accident', 'LIFE_AND_HEALTH', 10, true),
  ('category', 'HEALTH', 'Health', 'LIFE_AND_HEALTH', 20, true),
  ('category', 'CROP', 'Crops', 'MICRO', 10, true),
  ('product_type', 'DEVICE_DAMAGE', 'Damaged or stolen device', 'DEVICE', 10, true),
  ('product_type', 'HOME_CONTENTS', 'Contents of a home', 'HOME', 10, true),
  ('product_type', 'MOTOR_THIRD_PARTY', 'Motor, third party', 'MOTOR', 10, true),
  ('product_type', 'MOTOR_COMPREHENSIVE', 'Motor, comprehensive', 'MOTOR', 20, true),
  ('product_type', 'TRAVEL_SINGLE_TRIP', 'A single trip', 'TRAVEL', 10, true),
  ('product_type', 'TRAVEL_ANNUAL', 'All trips of a year', 'TRAVEL', 20, false),
  ('product_type', 'MARINE_CARGO', 'Cargo at sea', 'MARINE', 10, true),
  ('product_type', 'PERSONAL_ACCIDENT', 'Personal accident', 'ACCIDENT', 10, true),
  ('product_type', 'HEALTH_INDIVIDUAL', 'Health of one person', 'HEALTH', 10, true),
  ('product_type', 'CROP_YIELD', 'A poor harvest', 'CROP', 10, true)`;

const catalog = [
  `CREATE TABLE taxonomy_nodes (
     level text NOT NULL CHECK (level IN ('class', 'category', 'product_type')),
     code text NOT NULL CHECK (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
     name text NOT NULL,
     parent_level text GENERATED ALWAYS AS (
       CASE level WHEN 'category' THEN 'class' WHEN 'product_type' THEN 'category' END) STORED,
     parent_code text,
     sort_order integer NOT NULL,
     active boolean NOT NULL DEFAULT true,
     PRIMARY KEY (level, code),
     FOREIGN KEY (parent_level, parent_code) REFERENCES taxonomy_nodes (level, code),
     CHECK ((level = 'class') = (parent_code IS NULL))
   )`,
  `INSERT INTO taxonomy_nodes (level, code, name, parent_code, sort_order, active) VALUES ${nodes}`,
  // Without a foreign key to the insurer: Citus locks the rows that a table on every node refers to for whoever writes it, which needs a
  // right to write them, and insurers are for operators alone. Products are written for insurers that were just read, and no insurer is
  // ever deleted.
  `CREATE TABLE insurer_products (
     provider_id text NOT NULL,
     product_id text NOT NULL,
     name text NOT NULL,
     description text NOT NULL,
     category text NOT NULL,
     product_type text NOT NULL,
     class_code text NOT NULL,
     country text NOT NULL,
     currency text NOT NULL,
     status text NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED', 'WITHDRAWN')),
     published_minor bigint CHECK (published_minor >= 0),
     published_currency text,
     updated_at timestamptz NOT NULL,
     listed boolean NOT NULL,
     seen_at timestamptz NOT NULL,
     PRIMARY KEY (provider_id, product_id),
     CHECK ((published_minor IS NULL) = (published_currency IS NULL))
   )`,
  "CREATE INDEX insurer_products_by_type ON insurer_products (product_type, provider_id, product_id)",
  `CREATE TABLE sellable_products (
     business_id uuid NOT NULL REFERENCES businesses (id),
     environment text NOT NULL CHECK (environment IN ('test', 'live')),
     provider_id text NOT NULL,
     product_id text NOT NULL,
     rate_basis_points integer NOT NULL CHECK (rate_basis_points >= 0),
     platform_basis_points integer NOT NULL DEFAULT 0 CHECK (platform_basis_points >= 0),
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, environment, provider_id, product_id),
     FOREIGN KEY (provider_id, product_id) REFERENCES insurer_products (provider_id, product_id),
     CHECK (rate_basis_points + platform_basis_points <= 10000)
   )`,
];

/** `request` is json and not jsonb: what an insurer is sent again has its members in the order of the first time. */
const intents = [
  `CREATE TABLE insurer_intents (
     business_id uuid NOT NULL,
     environment text NOT NULL,
     operation text NOT NULL,
     subject text NOT NULL,
     provider_id text NOT NULL,
     insurer_key uuid NOT NULL,
     request json NOT NULL,
     request_sha256 bytea NOT NULL CHECK (octet_length(request_sha256) = 32),
     idempotency_key uuid,
     claim uuid,
     claimed_by bigint,
     claimed_at timestamptz,
     tries integer NOT NULL CHECK (tries > 0),
     next_try_at timestamptz NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, environment, operation, subject),
     CHECK (num_nulls(claim, claimed_by, claimed_at) IN (0, 3))
   )`,
  `CREATE UNIQUE INDEX insurer_intents_key
     ON insurer_intents (business_id, environment, operation, idempotency_key) WHERE idempotency_key IS NOT NULL`,
  "CREATE INDEX insurer_intents_due ON insurer_intents (next_try_at)",
];

const tenant = `business_id uuid NOT NULL REFERENCES businesses (id),
     environment text NOT NULL CHECK (environment IN ('test', 'live'))`;

/**
 * Forms, quotes, purchases and policies. `position` is a UUIDv7 of ours: it sorts by time, which insurers' ids need not, and pages go by it.
 */
const sales = [
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
  // context and policy_id: what the quote is for, new business or a policy that is renewed or endorsed.
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
     context text NOT NULL,
     policy_id text,
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
     -- When the policy was issued, or last renewed or endorsed.
     documents_since timestamptz NOT NULL,
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

/** Claims of the customers of a business. */
const claims = [
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

/** Files that customers have uploaded for an insurer. */
const files = [
  `CREATE TABLE insurance_kept_files (
     business_id uuid NOT NULL,
     environment text NOT NULL CHECK (environment IN ('test', 'live')),
     file_id text NOT NULL,
     media_type text NOT NULL,
     bytes integer NOT NULL CHECK (bytes > 0),
     expires_at timestamptz NOT NULL,
     stored boolean NOT NULL,
     used_at timestamptz NOT NULL,
     PRIMARY KEY (business_id, environment, file_id)
   )`,
  "CREATE INDEX insurance_kept_files_awaited ON insurance_kept_files (expires_at) WHERE NOT stored",
  "CREATE INDEX insurance_kept_files_age ON insurance_kept_files (used_at)",
];
