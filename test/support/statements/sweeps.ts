/**
 * Statements that reach the rows of many tenants, or notify in a transaction, each with the reason why it may. `from` is the file that sends it, `starts`
 * how its text begins once spaces are single.
 */
export interface AllowedSweep {
  readonly from: string;
  readonly starts: string;
  readonly reason: string;
}

const retention = "A job forgets what is too old, whoever's it is";
const operator = "An operator asks about the whole installation, on the command line";
const onCommandLine = "Operators alone do it, on the command line";
const administrator = "An administrator of the shop sees all of it";

export const allowedSweeps: readonly AllowedSweep[] = [
  {
    from: "src/apis/ordering/orders.ts",
    starts: 'SELECT order_id AS "orderId"',
    reason: "An operator looks at the newest orders of the installation, at most 200, each shard by an index",
  },
  ...[
    "DELETE FROM webhook_deliveries WHERE",
    "DELETE FROM webhook_events WHERE",
    "DELETE FROM webhook_endpoints WHERE",
    "WITH endpoints AS MATERIALIZED",
  ].map((starts) => ({ from: "src/webhooks/retention.ts", starts, reason: retention })),
  { from: "src/apis/ordering/jobs.ts", starts: "DELETE FROM quotes WHERE", reason: retention },
  { from: "src/identity/mobile-token.ts", starts: "DELETE FROM mobile_nonces WHERE expires_at", reason: retention },
  ...["trace_services", "trace_operations", "unanswered_log_exports", "waiting_stacks", "web_vital_series"].map(
    (table) => ({
      from: "src/apis/observability/store/partitions.ts",
      starts: `DELETE FROM ${table} WHERE`,
      reason: retention,
    }),
  ),
  {
    from: "src/apis/observability/metrics/series-retention.ts",
    starts: "SELECT project_id, environment FROM metric_registries",
    reason: retention,
  },
  {
    from: "src/apis/observability/metrics/series-retention.ts",
    starts: "DELETE FROM metric_series_days WHERE day",
    reason: retention,
  },
  ...["DELETE FROM issue_fingerprints WHERE", "DELETE FROM issues WHERE"].map((starts) => ({
    from: "src/apis/observability/issues/jobs.ts",
    starts,
    reason: retention,
  })),
  { from: "src/http/idempotency.ts", starts: "DELETE FROM idempotency_keys WHERE created_at", reason: retention },
  {
    from: "src/apis/placeholder/credentials/login-limits.ts",
    starts: 'DELETE FROM "placeholder_known_networks" WHERE "seen_at"',
    reason: retention,
  },
  {
    from: "src/apis/placeholder/credentials/sessions.ts",
    starts: 'DELETE FROM "placeholder_sessions" WHERE "rotated_at" <',
    reason: retention,
  },
  {
    from: "src/apis/placeholder/credentials/sessions.ts",
    starts: 'DELETE FROM "placeholder_sessions" WHERE "began_at" <',
    reason: retention,
  },
  {
    from: "src/apis/placeholder/credentials/password-resets.ts",
    starts: 'DELETE FROM "placeholder_password_resets" WHERE "expires_at" <',
    reason: retention,
  },
  {
    from: "src/apis/observability/symbols/uploads/reclaim.ts",
    starts: 'SELECT "symbol_uploads"."project_id"',
    reason: retention,
  },
  {
    from: "src/apis/observability/symbols/uploads/files.ts",
    starts: 'SELECT "symbol_files"."project_id"',
    reason: retention,
  },
  {
    from: "src/apis/insurance/forms/kept-files.ts",
    starts: 'SELECT "insurance_kept_files"."business_id"',
    reason: retention,
  },

  {
    from: "src/storage/due-rows.ts",
    starts: "SELECT ",
    reason:
      "A job looks for work that is due, whoever's it is, and does it tenant by tenant; a node that is away is left out",
  },

  { from: "src/apis/insurance/intents/by-hand.ts", starts: 'SELECT "insurer_intents"', reason: operator },
  {
    from: "src/apis/wallet/ledger/verify.ts",
    starts: "SELECT integrator_id FROM wallet_balances UNION",
    reason: operator,
  },
  { from: "src/apis/wallet/ledger/verify.ts", starts: "SELECT format(", reason: operator },
  { from: "src/apis/ordering/deliveries/deliveries.ts", starts: 'SELECT "deliveries"', reason: operator },
  {
    from: "src/storage/sealed-columns.ts",
    starts: "SELECT ",
    reason: "The master key is replaced for all tenants at once",
  },
  { from: "src/identity/key-uses.ts", starts: 'SELECT "api_key_uses"', reason: operator },

  { from: "src/apis/placeholder/reports.ts", starts: "WITH ", reason: administrator },
  { from: "src/apis/placeholder/reports.ts", starts: "SELECT item->>", reason: administrator },
  { from: "src/apis/placeholder/handlers/users.ts", starts: "SELECT ", reason: administrator },

  {
    from: "src/jobs/runner.ts",
    starts: "select pg_notify",
    reason: "The queue tells workers of migrations of its own",
  },
];

/** Who writes tables that lie on every node, or locks rows of them: that waits for all nodes, and fails while one is away. */
export const writersEverywhere: readonly {
  readonly from: string;
  readonly tables: readonly string[];
  readonly reason: string;
}[] = [
  { from: "src/identity/businesses.ts", tables: ["businesses"], reason: onCommandLine },
  { from: "src/identity/projects.ts", tables: ["projects"], reason: onCommandLine },
  {
    from: "src/identity/api-keys.ts",
    tables: ["api_keys"],
    reason: "On the command line, and by owners in the console",
  },
  { from: "src/identity/people.ts", tables: ["people", "business_members"], reason: onCommandLine },
  { from: "src/apis/insurance/insurers/registry.ts", tables: ["insurers"], reason: onCommandLine },
  {
    from: "src/apis/insurance/catalog/sync.ts",
    tables: ["insurer_products"],
    reason: "A job writes down what insurers list, and tries again",
  },
  {
    from: "src/apis/placeholder/handlers/products.ts",
    tables: ["placeholder_products"],
    reason: "The shop's administrators keep its catalogue",
  },
  {
    from: "src/outside/outside-service.ts",
    tables: ["placeholder_mail_service", "wallet_clearing_house", "wallet_qr_platform"],
    reason: onCommandLine,
  },
  {
    from: "src/storage/sealed-columns.ts",
    tables: ["insurers", "placeholder_mail_service", "wallet_clearing_house", "wallet_qr_platform"],
    reason: "The master key is replaced on the command line",
  },
  {
    from: "src/apis/wallet/integrators.ts",
    tables: ["wallet_integrators"],
    reason: "On the command line, and once in an integrator's life, when it comes on board",
  },
];

/** A demo is made once, when there is nothing else in the database. */
const demo = /^src\/apis\/[^/]+\/demo\.ts$/;

/** Whether a file may write these tables, which lie on every node. Migrations wait for all nodes in any case. */
export function mayWriteEverywhere(from: string, tables: readonly string[]): boolean {
  const [file = ""] = from.split(":");
  const known = writersEverywhere.filter((writer) => writer.from === file).flatMap((writer) => writer.tables);
  return (
    /\/(migrations\/|forward-migration\.ts$)/.test(file) ||
    demo.test(file) ||
    tables.every((table) => known.includes(table))
  );
}

/** The allowance of a statement's text; undefined when there is none. `from` may end in a line's number. */
export function allowanceOf(from: string, text: string): AllowedSweep | undefined {
  const [file = ""] = from.split(":");
  const single = text.replace(/\s+/g, " ").trim();
  return allowedSweeps.find((sweep) => sweep.from === file && single.startsWith(sweep.starts));
}
