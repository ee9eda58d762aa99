/**
 * Statements that reach the rows of many tenants, or notify in a transaction, by the file that sends them: how their text begins once
 * spaces are single. Above them stands why they may.
 */
const sweeps: Readonly<Record<string, readonly string[]>> = {
  // An operator looks at the newest orders of the installation, at most 200, each shard by an index.
  "src/apis/ordering/orders.ts": ['SELECT order_id AS "orderId"'],
  // A job forgets what is too old, whoever's it is.
  "src/webhooks/retention.ts": [
    "DELETE FROM webhook_deliveries WHERE",
    "DELETE FROM webhook_events WHERE",
    "DELETE FROM webhook_endpoints WHERE",
    "WITH endpoints AS MATERIALIZED",
  ],
  "src/apis/ordering/jobs.ts": ["DELETE FROM quotes WHERE"],
  "src/identity/mobile-token.ts": ["DELETE FROM mobile_nonces WHERE expires_at"],
  "src/apis/observability/store/partitions.ts": [
    "DELETE FROM trace_services WHERE",
    "DELETE FROM trace_operations WHERE",
    "DELETE FROM unanswered_log_exports WHERE",
    "DELETE FROM waiting_stacks WHERE",
    "DELETE FROM web_vital_series WHERE",
  ],
  "src/apis/observability/metrics/series-retention.ts": [
    "SELECT project_id, environment FROM metric_registries",
    "DELETE FROM metric_series_days WHERE day",
  ],
  "src/apis/observability/issues/jobs.ts": ["DELETE FROM issue_fingerprints WHERE", "DELETE FROM issues WHERE"],
  "src/http/idempotency.ts": ["DELETE FROM idempotency_keys WHERE created_at"],
  "src/apis/placeholder/credentials/login-limits.ts": ['DELETE FROM "placeholder_known_networks" WHERE "seen_at"'],
  "src/apis/placeholder/credentials/sessions.ts": [
    'DELETE FROM "placeholder_sessions" WHERE "rotated_at" <',
    'DELETE FROM "placeholder_sessions" WHERE "began_at" <',
  ],
  "src/apis/placeholder/credentials/password-resets.ts": [
    'DELETE FROM "placeholder_password_resets" WHERE "expires_at" <',
  ],
  "src/apis/observability/symbols/uploads/reclaim.ts": ['SELECT "symbol_uploads"."project_id"'],
  "src/apis/observability/symbols/uploads/files.ts": ['SELECT "symbol_files"."project_id"'],
  "src/apis/insurance/forms/kept-files.ts": ['SELECT "insurance_kept_files"."business_id"'],
  // A job looks for work that is due, whoever's it is, and does it tenant by tenant; a node that is away is left out.
  "src/storage/due-rows.ts": ["SELECT "],
  // An operator asks about the whole installation, on the command line.
  "src/apis/insurance/intents/by-hand.ts": ['SELECT "insurer_intents"'],
  "src/apis/wallet/ledger/verify.ts": ["SELECT integrator_id FROM wallet_balances UNION", "SELECT format("],
  "src/apis/ordering/deliveries/deliveries.ts": ['SELECT "deliveries"'],
  "src/identity/key-uses.ts": ['SELECT "api_key_uses"'],
  // The master key is replaced for all tenants at once.
  "src/storage/sealed-columns.ts": ["SELECT "],
  // An administrator of the shop sees all of it.
  "src/apis/placeholder/reports.ts": ["WITH ", "SELECT item->>"],
  "src/apis/placeholder/handlers/users.ts": ["SELECT "],
  // The queue tells workers of migrations of its own.
  "src/jobs/runner.ts": ["select pg_notify"],
};

/** Who writes tables that lie on every node, or locks rows of them: that waits for all nodes, and fails while one is away. */
const writersEverywhere: Readonly<Record<string, readonly string[]>> = {
  // Operators alone do it, on the command line.
  "src/identity/businesses.ts": ["businesses"],
  "src/identity/projects.ts": ["projects"],
  "src/identity/people.ts": ["people", "business_members"],
  "src/apis/insurance/insurers/registry.ts": ["insurers"],
  "src/outside/outside-service.ts": ["placeholder_mail_service", "wallet_clearing_house", "wallet_qr_platform"],
  // On the command line, and by owners in the console.
  "src/identity/api-keys.ts": ["api_keys"],
  // A job writes down what insurers list, and tries again.
  "src/apis/insurance/catalog/sync.ts": ["insurer_products"],
  // The shop's administrators keep its catalogue.
  "src/apis/placeholder/handlers/products.ts": ["placeholder_products"],
  // The master key is replaced on the command line.
  "src/storage/sealed-columns.ts": [
    "insurers",
    "placeholder_mail_service",
    "wallet_clearing_house",
    "wallet_qr_platform",
  ],
  // On the command line, and once in an integrator's life, when it comes on board.
  "src/apis/wallet/integrators.ts": ["wallet_integrators"],
};

/** A demo is made once, when there is nothing else in the database. */
const demo = /^src\/apis\/[^/]+\/demo\.ts$/;

/** Whether a file may write these tables, which lie on every node. Migrations wait for all nodes in any case. */
export function mayWriteEverywhere(from: string, tables: readonly string[]): boolean {
  const file = fileOf(from);
  const known = writersEverywhere[file] ?? [];
  return (
    /\/(migrations\/|forward-migration\.ts$)/.test(file) ||
    demo.test(file) ||
    tables.every((table) => known.includes(table))
  );
}

/** Whether a statement may reach the rows of many tenants, or notify in a transaction. */
export function maySweep(from: string, text: string): boolean {
  const single = text.replace(/\s+/g, " ").trim();
  return (sweeps[fileOf(from)] ?? []).some((start) => single.startsWith(start));
}

/** `from` may end in a line's number. */
function fileOf(from: string): string {
  return from.split(":")[0] ?? "";
}
