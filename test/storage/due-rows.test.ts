import { expect } from "chai";
import type { Pool } from "pg";
import { dueIntents } from "#src/apis/insurance/intents/rows.ts";
import { expirePolicies } from "#src/apis/insurance/policies/expiry.ts";
import { dueLookUps } from "#src/apis/insurance/policies/polling.ts";
import { quotesPast } from "#src/apis/insurance/sales/quote-expiry.ts";
import { tenantsWithArrivals } from "#src/apis/observability/issues/jobs.ts";
import { overdueAlerts, overdueGroups } from "#src/apis/observability/metrics/rules/group-rows.ts";
import { logRecords } from "#src/apis/observability/store/log-records.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { waitingTenants } from "#src/apis/observability/symbols/symbolication/rows.ts";
import { abandonExpiredAttempts } from "#src/apis/ordering/jobs.ts";
import { pendingTransfers } from "#src/apis/wallet/ledger/history.ts";
import { dueOwners } from "#src/storage/blocks/compaction.ts";
import { dueRows } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { clusterNodes } from "#test/support/cluster.ts";
import { testDatabase } from "#test/support/database.ts";
import { installFakeCitus } from "#test/support/fake-citus.ts";
import { withMethods } from "#test/support/with-methods.ts";

/** Where the suite itself runs on a cluster, Citus is there already. */
const describeWithStandIn = clusterNodes().length > 0 ? describe.skip : describe;

describeWithStandIn("work that is due, on a cluster of which a node is away", () => {
  const database = testDatabase({ as: "owner" });
  /** Whose statements over a whole table fail as they do there. */
  let pool: Pool;
  const now = new Date("2026-05-05T12:00:00Z");
  const early = new Date("2026-05-05T11:00:00Z");

  before(async () => {
    await installFakeCitus(database);
    // Every shard but those of one node gives its rows.
    await database.owner.query(
      `CREATE FUNCTION is_away() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         RAISE EXCEPTION 'connection to the remote node worker-1:5432 failed' USING ERRCODE = '08006';
       END $$`,
    );
    const { pool: all } = database;
    pool = withMethods(all, {
      query: (text: string, values?: unknown[]) =>
        text.includes("statement_timeout")
          ? Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }))
          : all.query(text, values),
    });
  });

  it("is found shard by shard, in its order and no more than asked for", async () => {
    await database.owner.query(
      `INSERT INTO vendors (vendor_id, name, approved, time_zone, opening, latitude, longitude)
       SELECT 'v' || n, '100%s', n > 1, 'UTC', '{}', n, 1 FROM generate_series(1, 5) AS n`,
    );
    const due = (limit: number) => ({
      table: "vendors",
      columns: ["vendor_id", "latitude", "approved", "name"],
      from: (source: string) =>
        `${source} WHERE approved AND name = ${literal("100%s")} ORDER BY latitude DESC LIMIT ${limit}`,
    });
    for (const from of [database.pool, pool]) {
      const rows = await dueRows<{ vendor_id: string; latitude: number }>(from, due(3));
      expect(rows.map(({ vendor_id, latitude }) => [vendor_id, latitude])).to.deep.equal([
        ["v5", 5],
        ["v4", 4],
        ["v3", 3],
      ]);
    }
  });

  it("is not looked for again after a mistake", async () => {
    const mistaken = { table: "vendors", columns: ["nothing"], from: (source: string) => source };
    const refused = await dueRows(database.pool, mistaken).catch((error: Error) => error.message);
    expect(refused).to.equal('column "nothing" does not exist');
  });

  it("is found for every job that looks for some", async () => {
    const [business] = (
      await database.owner.query<{ id: string }>(
        "INSERT INTO businesses (id, name, slug, created_at) VALUES (gen_random_uuid(), 'A', 'a', now()) RETURNING id",
      )
    ).rows;
    const businessId = business?.id;
    await database.owner.query(
      `INSERT INTO insurer_intents (business_id, environment, operation, subject, provider_id, insurer_key, request,
         request_sha256, tries, next_try_at, created_at)
       VALUES ($1, 'test', 'createPurchase', 'quote/a/b', 'a', gen_random_uuid(), '{}', sha256('a'), 1, $2, $2)`,
      [businessId, early],
    );
    const long = new Date(0);
    const [intent] = await dueIntents(pool, { now, youngerThan: long, limit: 5 });
    expect(intent).to.deep.equal((await dueIntents(database.pool, { now, youngerThan: long, limit: 5 }))[0]);
    expect(intent).to.include({ businessId, subject: "quote/a/b", claim: null });
    expect(intent?.createdAt).to.deep.equal(early);
    expect(await quotesPast(pool, now, 5)).to.deep.equal([]);
    expect(await dueLookUps(pool, now)).to.deep.equal([]);
    const { dataSource } = database;
    const signal = new AbortController().signal;
    expect(await expirePolicies({ dataSource, pool }, { now: () => now.getTime(), signal })).to.equal(0);

    const projectId = "00000000-0000-4000-8000-000000000002";
    await database.owner.query(
      `INSERT INTO metric_rule_groups (project_id, environment, file, name, position, definition, loaded_at, next_at, clock)
       VALUES ($1, 'test', 'rules.yml', 'g', 0, '{}', $2, $2, $2)`,
      [projectId, early],
    );
    await database.owner.query(
      "INSERT INTO metric_alert_groups (project_id, environment, key, alerts, next_at) VALUES ($1, 'test', 'a', '{}', $2)",
      [projectId, early],
    );
    const ofProject = { projectId, environment: "test" };
    for (const from of [pool, database.pool]) {
      const groups = await overdueGroups(from, now);
      expect(groups).to.deep.equal([{ ...ofProject, file: "rules.yml", group: "g", nextAt: early }]);
      expect(await overdueAlerts(from, now)).to.deep.equal([{ ...ofProject, key: "a", nextAt: early }]);
      expect(await overdueGroups(from, early)).to.deep.equal([]);
    }

    await database.owner.query(
      `INSERT INTO log_heads (project_id, environment, pending_items, pending_since, tidied_until)
       VALUES ($1, 'test', 5, $2, 100000), ($1, 'live', 500, $2, 100000)`,
      [projectId, early],
    );
    await database.owner.query(
      `INSERT INTO issue_arrivals (project_id, environment, id, block_id, received_at, events, bytes)
       VALUES ($1, 'test', 'a', 1, now(), 1, 1), ($1, 'test', 'b', 2, now(), 1, 1)`,
      [projectId],
    );
    const today = new Date();
    await ensurePartitions(database.owner, today);
    await database.owner.query(
      `INSERT INTO symbolications (project_id, environment, kind, subject, received_at, status, attempts)
       SELECT $1, 'test', 'event', subject, $2, status, 0
       FROM (VALUES ('a', 'pending'), ('b', 'pending'), ('c', 'complete')) AS given (subject, status)`,
      [projectId, today],
    );
    const many = { items: 100, blocks: 200, ageMs: 3 * 3_600_000 };
    for (const from of [pool, database.pool]) {
      const due = (when: Partial<typeof many>) =>
        dueOwners(from, logRecords.tables, { ...many, ...when }, now.getTime());
      expect(await due({})).to.deep.equal([{ projectId, environment: "live" }]);
      expect(await due({ ageMs: 1_800_000 })).to.have.length(2);
      expect(await tenantsWithArrivals(from)).to.deep.equal([ofProject]);
      expect(await waitingTenants(from)).to.deep.equal([ofProject]);
    }

    const integrator = "00000000-0000-4000-8000-000000000001";
    await database.owner.query(
      `INSERT INTO wallet_transfers (integrator_id, reference, session_id, kind, status, account_no, counter_integrator_id,
         counter_account_no, amount, details, created_at)
       VALUES ($1, 'r', 's', 'INTER', 'PENDING', '0000000001', $1, '0000000002', 9007199254740993, '{}', $2)`,
      [integrator, early],
    );
    const pendingFor = async (on: Pool) => {
      const found = [];
      for await (const transfer of pendingTransfers(on, { madeBefore: now, behind: null })) found.push(transfer);
      return found;
    };
    const pending = await pendingFor(pool);
    expect(pending).to.deep.equal(await pendingFor(database.pool));
    expect(pending.map(({ reference, amount }) => [reference, amount])).to.deep.equal([["r", 9_007_199_254_740_993n]]);
  });

  it("is left to the next round where its own node is away, and done for all others", async () => {
    await database.owner.query(
      "INSERT INTO customers (customer_id, first_name, last_name, phone, email, created_at) SELECT c, c, c, c, c || '@example.org', now() FROM unnest('{away,here}'::text[]) AS c",
    );
    await database.owner.query(
      `INSERT INTO payment_attempts (reference, customer_id, order_id, amount, payment_method, status, created_at, expires_at)
       SELECT 'of ' || c, c, 'o', 5, 'CARD', 'PENDING', $1, $1 FROM unnest('{away,here}'::text[]) AS c`,
      [early],
    );
    await database.owner.query(
      "CREATE TRIGGER is_away BEFORE UPDATE ON payment_attempts FOR EACH ROW WHEN (OLD.customer_id = 'away') EXECUTE FUNCTION is_away()",
    );
    const { dataSource } = database;
    expect(await abandonExpiredAttempts({ dataSource, pool }, now)).to.equal(1);
    const { rows } = await database.pool.query("SELECT reference, status FROM payment_attempts ORDER BY reference");
    expect(rows).to.deep.equal([
      { reference: "of away", status: "PENDING" },
      { reference: "of here", status: "ABANDONED" },
    ]);
    await database.owner.query("DROP TRIGGER is_away ON payment_attempts");
    expect(await abandonExpiredAttempts({ dataSource, pool }, now)).to.equal(1);
  });
});
