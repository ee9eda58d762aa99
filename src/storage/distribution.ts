/**
 * The distribution of each table on a cluster (Citus). `accord distribute`, the check of the tests' statements and docs/distribution.md
 * use this list. Every new table needs a line here.
 */

/** Distributed by a column: its value decides the node of a row. In tables of one group, rows with the same value are on the same node. */
export interface ByColumn {
  readonly kind: "distributed";
  readonly column: string;
  /** The group. Tables of a group can be joined on one node. Their columns have the same type, but not always the same name. */
  readonly group: string;
  readonly reason: string;
}

/** A reference table: all rows on every node. For tables with few rows that operators write, because a write waits for all nodes. */
export interface Reference {
  readonly kind: "reference";
  readonly reason: string;
}

/** A local table: only on the coordinator. */
export interface Local {
  readonly kind: "local";
  readonly reason: string;
}

export type Distribution = ByColumn | Reference | Local;

function by(column: string, group: string, reason: string): ByColumn {
  return { kind: "distributed", column, group, reason };
}

const ofProject = by("project_id", "project", "Written and read with its project");
const ofBusiness = by("business_id", "business", "Written and read with its business");
const ofOwner = by("owner_id", "business", "Committed in the transaction of its business");
const ofIntegrator = by(
  "integrator_id",
  "integrator",
  "One commit writes transfers, postings and balances of an integrator",
);
const ofCustomer = by("customer_id", "customer", "Written and read with its customer");
const ofUser = by("user_id", "user", "Written and read with its user");

const keptByOperators: Reference = { kind: "reference", reason: "Few rows, which requests of every tenant look up" };
const catalogue: Reference = {
  kind: "reference",
  reason: "A catalogue: read together with rows of every tenant, seldom written",
};

/** The distribution of every table. */
export const distribution: Readonly<Record<string, Distribution>> = {
  debug_objects: ofProject,
  event_blocks: ofProject,
  event_heads: ofProject,
  event_segments: ofProject,
  issue_arrivals: ofProject,
  issue_fingerprints: ofProject,
  issues: ofProject,
  log_blocks: ofProject,
  log_heads: ofProject,
  log_segments: ofProject,
  metric_alert_groups: ofProject,
  metric_blocks: ofProject,
  metric_heads: ofProject,
  metric_label_indexes: ofProject,
  metric_label_pages: ofProject,
  metric_names: ofProject,
  metric_registries: ofProject,
  metric_rule_groups: ofProject,
  metric_segments: ofProject,
  metric_series: ofProject,
  metric_series_days: ofProject,
  mobile_nonces: ofProject,
  mobile_secrets: ofProject,
  quota_windows: ofProject,
  span_blocks: ofProject,
  span_heads: ofProject,
  span_segments: ofProject,
  symbol_artifacts: ofProject,
  symbol_files: ofProject,
  symbol_uploads: ofProject,
  symbolications: ofProject,
  trace_operations: ofProject,
  trace_services: ofProject,
  unanswered_log_exports: ofProject,
  vital_blocks: ofProject,
  vital_heads: ofProject,
  vital_segments: ofProject,
  waiting_stacks: ofProject,
  web_vital_series: ofProject,

  activation_steps: ofBusiness,
  fetched_forms: ofBusiness,
  idempotency_keys: by("owner", "business", "Inserted in the transaction of its business"),
  insurance_cancellations: ofBusiness,
  insurance_claims: ofBusiness,
  insurance_kept_files: ofBusiness,
  insurance_policies: ofBusiness,
  insurance_policy_documents: ofBusiness,
  insurance_purchases: ofBusiness,
  insurance_quotes: ofBusiness,
  insurer_intents: ofBusiness,
  sellable_products: ofBusiness,
  webhook_deliveries: ofOwner,
  webhook_endpoints: ofOwner,
  webhook_events: ofOwner,
  webhook_resources: ofOwner,
  webhook_secrets: ofOwner,

  wallet_accounts: ofIntegrator,
  wallet_balances: ofIntegrator,
  wallet_clients: ofIntegrator,
  wallet_postings: ofIntegrator,
  wallet_transfers: ofIntegrator,
  wallet_virtual_accounts: ofIntegrator,
  wallet_account_numbers: by(
    "account_no",
    "account number",
    "Looked up by the number alone, before its integrator is known",
  ),

  customers: ofCustomer,
  customer_addresses: ofCustomer,
  deliveries: ofCustomer,
  orders: ofCustomer,
  rider_reviews: ofCustomer,
  quotes: by("quote_id", "quote", "Priced before the customer is known; looked up by its id alone"),
  payment_attempts: by("reference", "payment", "The payment provider knows only its reference"),

  placeholder_users: by("id", "user", "One row per user, on the node of the user's other rows"),
  placeholder_emails: by("email", "e-mail address", "Looked up by the address alone, before the user is known"),
  placeholder_files: ofUser,
  placeholder_known_networks: ofUser,
  placeholder_notifications: ofUser,
  placeholder_orders: ofUser,
  placeholder_password_resets: ofUser,
  placeholder_sessions: ofUser,
  placeholder_settings: ofUser,

  api_key_uses: by("key_id", "API key", "Updated beside requests of every tenant, which do not wait for it"),
  api_keys: keptByOperators,
  business_members: keptByOperators,
  businesses: keptByOperators,
  insurers: keptByOperators,
  people: keptByOperators,
  placeholder_mail_service: keptByOperators,
  projects: keptByOperators,
  wallet_clearing_house: keptByOperators,
  wallet_qr_platform: keptByOperators,
  wallet_integrators: keptByOperators,

  fee_schedules: catalogue,
  insurer_products: catalogue,
  meals: catalogue,
  placeholder_products: catalogue,
  taxonomy_nodes: catalogue,
  vendors: catalogue,
  wallet_banks: catalogue,
  wallet_billers: catalogue,
  wallet_bvn_records: catalogue,

  audit_events: { kind: "local", reason: "Belongs to the whole installation; a small table" },
  console_sessions: { kind: "local", reason: "Looked up by its id before its person is known; a small table" },
  migrations: { kind: "local", reason: "TypeORM's own list of the migrations that were applied" },
  request_budgets: {
    kind: "local",
    reason: "One row per key or tenant; a process takes a share of it and seldom asks again",
  },
  webhook_arrivals: { kind: "local", reason: "A queue, claimed with SKIP LOCKED across tenants" },
  webhook_endpoint_queues: { kind: "local", reason: "A queue, claimed with SKIP LOCKED across tenants" },
};
