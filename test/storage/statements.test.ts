import { expect } from "chai";
import { loadModule } from "libpg-query";
import { setLocally } from "#src/storage/set-locally.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { type Catalogue, readCatalogue } from "#test/support/statements/catalogue.ts";
import type { RecordedStatement } from "#test/support/statements/recorder.ts";
import { judge } from "#test/support/statements/rules.ts";
import { judgeStatements } from "#test/support/statements/verdict.ts";

/** Of one tenant, in as many ways as a statement can say so. */
const ofOneTenant = [
  "SELECT event_id FROM symbolications WHERE project_id = $1 AND environment = $2",
  "SELECT event_id FROM symbolications AS e WHERE (e.project_id, e.environment) = ($1::uuid, 'test') AND e.level > $2",
  "SELECT event_id FROM symbolications WHERE project_id IN ($1)",
  "SELECT event_id FROM symbolications WHERE (project_id = $1 AND level = 1) OR (project_id = $1 AND level = 2)",
  "SELECT d.id FROM webhook_deliveries d JOIN webhook_events e ON e.owner_id = d.owner_id AND e.id = d.event_id WHERE d.owner_id = $1",
  "SELECT d.id FROM webhook_deliveries d LEFT JOIN webhook_events e ON e.owner_id = d.owner_id AND e.id = d.event_id WHERE d.owner_id = $1",
  "SELECT id FROM webhook_deliveries d WHERE d.owner_id = $1 AND EXISTS (SELECT FROM webhook_events e WHERE e.owner_id = d.owner_id)",
  "WITH own AS (SELECT owner_id, id FROM webhook_events WHERE owner_id = $1) SELECT * FROM own JOIN webhook_deliveries USING (owner_id)",
  "SELECT s.trace_id FROM unnest($2::uuid[]) AS wanted (id), LATERAL (SELECT event_id AS trace_id FROM symbolications WHERE project_id = $1 AND event_id = wanted.id::text LIMIT 1) AS s",
  "SELECT business_id FROM insurance_quotes WHERE business_id = $1 FOR UPDATE",
  "INSERT INTO quota_windows (project_id, environment, name, window_start, used) VALUES ($1, 'test', $2, $3, 0), ($1, 'test', $4, $3, 0)",
  "INSERT INTO quota_windows (project_id, environment, name, window_start, used) SELECT $1, $2, 'x', now(), 0 WHERE true",
  "UPDATE orders SET status = 'PAID' WHERE customer_id = $1 AND order_id = $2 RETURNING status",
  "DELETE FROM orders WHERE customer_id = lower($1)",
  "COPY symbolications (project_id, event_id) FROM STDIN (FORMAT binary)",
];

/** Of many tenants: each needs a reason. */
const ofMany = [
  "SELECT event_id FROM symbolications",
  "SELECT event_id FROM symbolications WHERE environment = $1",
  "SELECT event_id FROM symbolications WHERE project_id = $1 OR level = 2",
  "SELECT event_id FROM symbolications WHERE NOT project_id = $1",
  "SELECT event_id FROM symbolications WHERE project_id <> $1",
  "SELECT event_id FROM symbolications WHERE project_id::text = $1",
  "SELECT event_id FROM symbolications WHERE project_id IN ($1, $2)",
  "SELECT event_id FROM symbolications WHERE project_id = ANY ($1)",
  "SELECT event_id FROM symbolications WHERE project_id = project_id",
  "SELECT event_id FROM symbolications WHERE project_id = (SELECT id FROM projects WHERE slug = $1)",
  "SELECT e.event_id FROM symbolications e JOIN projects p ON p.id = e.project_id WHERE p.slug = $1",
  "SELECT d.id FROM webhook_deliveries d LEFT JOIN webhook_events e ON d.owner_id = $1 AND e.owner_id = $1",
  "SELECT d.id FROM webhook_events e LEFT JOIN webhook_deliveries d ON d.owner_id = e.owner_id AND e.owner_id = $1",
  "SELECT d.id FROM webhook_deliveries d, webhook_events e WHERE e.owner_id = $1",
  "SELECT (SELECT count(*) FROM symbolications WHERE project_id = e.project_id AND project_id = $1) FROM symbolications e",
  "SELECT id FROM webhook_deliveries d WHERE NOT EXISTS (SELECT FROM webhook_events e WHERE e.owner_id = d.owner_id AND d.owner_id = $1)",
  "SELECT owner_id FROM webhook_events WHERE owner_id = $1 UNION SELECT owner_id FROM webhook_deliveries",
  "WITH all_of_them AS (SELECT * FROM webhook_events) SELECT * FROM all_of_them WHERE owner_id = $1",
  "INSERT INTO activation_steps (business_id, step, completed_at) SELECT id, 'WEBHOOK_TEST', $1 FROM businesses",
  "UPDATE orders SET status = 'PAID' WHERE order_id = $1",
  "UPDATE orders SET status = 'PAID' FROM customers WHERE customers.customer_id = $1",
  "DELETE FROM orders USING customers WHERE orders.customer_id = customers.customer_id AND customers.email = $1",
  "DELETE FROM symbolications",
];

/** What Citus refuses of one tenant's statement, or does otherwise. */
const refused: readonly (readonly [statement: string, fault: RegExp])[] = [
  ["SELECT * FROM webhook_events e, webhook_deliveries d WHERE e.owner_id = $1 AND d.owner_id = $2", /several tenants/],
  ["SELECT * FROM symbolications, orders WHERE project_id = $1 AND customer_id = $2", /lie together/],
  [
    "SELECT * FROM webhook_events JOIN webhook_endpoint_queues USING (owner_id) WHERE webhook_events.owner_id = $1",
    /table of the coordinator/,
  ],
  ["UPDATE orders SET customer_id = $2 WHERE customer_id = $1", /by which the table lies apart/],
  ["UPDATE orders SET created_at = clock_timestamp() WHERE customer_id = $1", /clock_timestamp/],
  ["UPDATE orders SET created_at = CASE WHEN $2 THEN now() END WHERE customer_id = $1", /now/],
  ["UPDATE orders SET created_at = coalesce($2, now()) WHERE customer_id = $1", /now/],
  ["DELETE FROM orders WHERE customer_id = $1 AND created_at < $2 - age(created_at)", /age/],
  ["DELETE FROM orders WHERE customer_id = $1 AND created_at - make_interval(days => 1) < $2", /arithmetic/],
  ["UPDATE orders SET status = 'PAID' WHERE customer_id = $1 RETURNING pg_current_xact_id()", /RETURNING/],
  [
    `WITH clock AS (SELECT clock_timestamp() AS now), taken AS (
       INSERT INTO quota_windows (project_id, environment, name, window_start, used) SELECT $1, 'test', 'queries', now, 1 FROM clock
       RETURNING used)
     SELECT used FROM taken`,
    /goes to every node/,
  ],
  [
    "INSERT INTO quota_windows AS q (project_id, environment, name, window_start, used) VALUES ($1, $2, $3, $4, 1) ON CONFLICT (project_id, environment, name) DO UPDATE SET used = 0 WHERE q.window_start < excluded.window_start - interval '1 day'",
    /arithmetic/,
  ],
  [
    "INSERT INTO quota_windows AS q (project_id, environment, name, window_start, used) VALUES ($1, $2, $3, $4, 1) ON CONFLICT (project_id, environment, name) DO UPDATE SET window_start = now()",
    /now/,
  ],
  ["INSERT INTO orders (customer_id, order_id) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING", /ON CONFLICT lacks/],
  [
    "INSERT INTO trace_services (project_id, environment, service_name, last_seen) SELECT $1, $2, name, $3 FROM unnest($4::text[]) AS name",
    /VALUES/,
  ],
  [
    "DELETE FROM webhook_endpoint_queues q WHERE NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.owner_id = q.owner_id)",
    /materialised/,
  ],
  [
    "UPDATE businesses SET name = '' FROM insurance_quotes i WHERE i.business_id = $1 AND businesses.id = i.business_id",
    /lies apart/,
  ],
  ["SELECT order_id FROM orders WHERE order_id = $1 FOR UPDATE", /locks rows of many/],
  [
    "SELECT id FROM insurer_intents WHERE next_try_at < $1 ORDER BY 1 LIMIT 1 FOR UPDATE SKIP LOCKED",
    /locks rows of many/,
  ],
  ["SELECT (SELECT count(*) FROM orders), count(*) FROM customers", /beside what is selected/],
  [
    "SELECT due.* FROM insurers, LATERAL (SELECT 1 FROM insurance_policies WHERE provider_id = insurers.id LIMIT 2) AS due",
    /LATERAL/,
  ],
  ["SELECT * FROM webhook_events e JOIN webhook_deliveries d ON d.event_id = e.id", /without its column/],
  [
    "SELECT * FROM webhook_events e WHERE EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id)",
    /without its column/,
  ],
  ["SELECT set_config('lock_timeout', $1, true)", /set_config/],
  ["SET LOCAL enable_seqscan = off; SELECT event_id FROM symbolications WHERE project_id = '1'", /whole message/],
  ["SET TRANSACTION READ ONLY; SELECT 1", /whole message/],
  ["CREATE EXTENSION IF NOT EXISTS cube", /pg_extension/],
  ["SELECT pg_cancel_backend($1)", /\$1::int/],
  ["SELECT pg_terminate_backend($1)", /\$1::int/],
  ["WITH readable AS (SELECT FROM placeholder_users LIMIT 1) SELECT count(*) FROM readable", /without columns/],
  [
    "UPDATE wallet_balances AS b SET debit_day = v.day::date FROM (VALUES ('1', '2026-01-01')) AS v (account_no, day) WHERE b.integrator_id = $1 AND b.account_no = v.account_no",
    /cast to date/,
  ],
  [
    "UPDATE orders AS o SET status = 'PAID' FROM (VALUES ('1', '2026-01-01')) AS v (id, at) WHERE o.customer_id = $1 AND o.created_at > v.at::timestamptz",
    /cast to timestamptz/,
  ],
  ["COPY symbolications (event_id) FROM STDIN (FORMAT binary)", /lacks project_id/],
];

describe("the guard over statements", () => {
  let catalogue: Catalogue;
  before(async () => {
    const database = await createTestDatabase();
    catalogue = await readCatalogue(database.owner);
    await database.drop();
    await loadModule();
  });

  const judged = (text: string) => judge(text, catalogue);

  it("takes what is of one tenant, however it says so", () => {
    for (const text of ofOneTenant)
      expect(judged(text), text).to.deep.equal([
        { class: "tenant", swept: [], everywhere: [], notifies: false, faults: [] },
      ]);
  });

  it("finds what reaches the rows of many tenants", () => {
    for (const text of ofMany) expect(judged(text)[0]?.class, text).to.equal("sweep");
  });

  it("refuses what a cluster refuses", () => {
    for (const [text, fault] of refused) expect(judged(text)[0]?.faults.join(), text).to.match(fault);
  });

  it("finds what waits for all nodes, and lets only those do it who are known to", () => {
    const waits = [
      "UPDATE projects SET active = $2 WHERE id = $1",
      "INSERT INTO vendors (vendor_id) VALUES ($1)",
      "SELECT id FROM businesses WHERE id = $1 FOR NO KEY UPDATE",
      "COPY meals (meal_id) FROM STDIN",
    ];
    for (const text of waits) {
      expect(judged(text)[0]?.everywhere, text).to.have.length(1);
      const sent = { text, issuer: "program", during: "", inTransaction: false } as const;
      const faults = judgeStatements([{ ...sent, from: "src/a.ts:1" }], catalogue).faults;
      expect(faults.join(), text).to.match(/waits for all nodes/);
    }
    expect(judged("SELECT id FROM businesses WHERE id = $1")[0]?.everywhere).to.deep.equal([]);
    const first = { text: waits[0] ?? "", issuer: "program", during: "", inTransaction: false } as const;
    expect(judgeStatements([{ ...first, from: "src/identity/projects.ts:9" }], catalogue).faults).to.deep.equal([]);
  });

  it("takes settings of a transaction alone, or in the message of others by a function", () => {
    const messages = ["SET LOCAL lock_timeout = 5", `BEGIN; ${setLocally({ lock_timeout: "5" })}; COMMIT`];
    for (const text of messages) expect(judged(text).flatMap(({ faults }) => faults)).to.deep.equal([]);
  });

  it("misses nobody who forgot to say where a table lies", () => {
    const grown: Catalogue = {
      ...catalogue,
      columnsOf: (table) => (table === "just_made" ? ["id"] : catalogue.columnsOf(table)),
    };
    expect(judge("SELECT id FROM just_made WHERE id = $1", grown)[0]?.faults.join()).to.match(
      /just_made is in no class/,
    );
  });

  it("judges each statement of a message", () => {
    const classes = judged(
      "BEGIN; SELECT 1 FROM symbolications; SELECT 1 FROM insurers; SELECT 1 FROM migrations; COMMIT",
    );
    expect(classes.map(({ class: one }) => one)).to.deep.equal(["no table", "sweep", "reference", "local", "no table"]);
  });

  it("names the statement that cannot stand, who sent it, and during which test; tests may look at everything that a cluster answers", () => {
    const statement = (given: Partial<RecordedStatement>): RecordedStatement => ({
      text: "SELECT event_id FROM symbolications",
      issuer: "program",
      during: "test/a.test.ts",
      from: "src/a.ts:1",
      inTransaction: false,
      ...given,
    });
    const faultsOf = (given: Partial<RecordedStatement>) => judgeStatements([statement(given)], catalogue).faults;
    expect(faultsOf({})).to.have.length(1);
    expect(faultsOf({})[0]).to.match(
      /reaches symbolications .*src\/a\.ts:1, during test\/a\.test\.ts\s+SELECT event_id/s,
    );
    expect(faultsOf({ issuer: "test" })).to.deep.equal([]);
    expect(faultsOf({ issuer: "test", text: "SELEC 1" })).to.deep.equal([]);
    const refusedEverywhere = "UPDATE orders SET created_at = created_at - interval '1 day'";
    expect(faultsOf({ issuer: "test", text: refusedEverywhere })[0]).to.match(/arithmetic/);
    const nonces = { text: "DELETE FROM mobile_nonces  WHERE expires_at < $1", from: "src/identity/mobile-token.ts:3" };
    expect(faultsOf(nonces)).to.deep.equal([]);
    expect(faultsOf({ ...nonces, from: "src/identity/origins.ts:3" })).to.have.length(1);
    const notice = { text: "NOTIFY accord_webhooks" };
    expect(faultsOf(notice)).to.deep.equal([]);
    expect(faultsOf({ ...notice, inTransaction: true })[0]).to.match(/afterCommit/);
    expect(faultsOf({ text: "BEGIN; SELECT pg_notify('a', ''); COMMIT" })[0]).to.match(/afterCommit/);
  });
});
