import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { privileges } from "#src/privileges.ts";
import { distribution } from "#src/storage/distribution.ts";
import { applyRights, type Group, type Right, surplusRights } from "#src/storage/rights.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

describe("rights in the database", () => {
  let database: TestDatabase;
  /** One login that serves, and one that works. */
  const logins = {} as Record<Group, { readonly name: string; readonly pool: pg.Pool }>;

  before(async () => {
    database = await createTestDatabase({ as: "owner" });
    const made = (["serve", "work"] as const).map((group) => ({
      // Nodes of a cluster let it in from each other by this name.
      name: `accord_test_${group}_${randomBytes(6).toString("hex")}`,
      password: randomBytes(12).toString("hex"),
      groups: [group],
    }));
    await applyRights(database, privileges, made);
    for (const { name, password, groups } of made) {
      const url = Object.assign(new URL(database.url), { username: name, password });
      for (const group of groups) {
        const pool = new pg.Pool({ connectionString: url.href, max: 2 });
        // Sessions that have not ended yet are ended with the database.
        pool.on("error", () => {});
        logins[group] = { name, pool };
      }
    }
  });
  after(async () => {
    const { serve, work } = logins;
    await Promise.all([serve.pool.end(), work.pool.end()]);
    await database.pool.query(`DROP OWNED BY ${serve.name}, ${work.name}; DROP ROLE ${serve.name}, ${work.name}`);
    await database.drop();
  });

  async function refusal(of: Group, statement: string): Promise<unknown> {
    return logins[of].pool.query(statement).then(
      () => `${of} may: ${statement}`,
      (error: { code?: string }) => error.code,
    );
  }
  const insufficientPrivilege = "42501";

  const never = [
    "UPDATE wallet_postings SET amount = amount + 1",
    "DELETE FROM wallet_postings",
    "TRUNCATE wallet_postings",
    "UPDATE wallet_transfers SET amount = amount + 1",
    "DELETE FROM wallet_transfers",
    "UPDATE wallet_account_numbers SET integrator_id = integrator_id",
    "DELETE FROM wallet_account_numbers",
    "DELETE FROM wallet_balances",
    "UPDATE wallet_balances SET minimum = -1000000",
    "UPDATE wallet_balances SET currency = 'USD'",
    "UPDATE wallet_accounts SET tier = 3",
    "DELETE FROM wallet_accounts",
    "UPDATE wallet_clients SET bvn = ''",
    "DELETE FROM wallet_clients",
    "UPDATE wallet_integrators SET consumer_secret_hash = ''",
    "UPDATE wallet_integrators SET previous_secret_until = 'infinity'",
    "UPDATE wallet_integrators SET revoked_at = NULL",
    "UPDATE wallet_integrators SET pool_account_no = ''",
    "DELETE FROM wallet_integrators",
    "INSERT INTO wallet_integrators (id, name, consumer_key, consumer_secret_hash, pool_account_no, created_at) VALUES (gen_random_uuid(), 'a', 'a', '', '', now())",
    "UPDATE wallet_clearing_house SET url = 'https://thief.example'",
    "DELETE FROM wallet_clearing_house",
    "UPDATE placeholder_users SET created_at = now()",
    "UPDATE placeholder_mail_service SET url = 'https://thief.example'",
    "UPDATE mobile_secrets SET secret = ''",
    "INSERT INTO mobile_secrets SELECT * FROM mobile_secrets",
    "UPDATE webhook_events SET body = ''",
    "UPDATE event_blocks SET items = 0",
    "TRUNCATE event_blocks",
    "DELETE FROM migrations",
    "UPDATE api_keys SET scopes = '{events:read}'",
    "UPDATE projects SET allowed_origins = '{}'",
    "INSERT INTO businesses (id, name, slug, created_at) VALUES (gen_random_uuid(), 'a', 'a', now())",
    "UPDATE insurers SET base_url = 'https://thief.example'",
    "TRUNCATE businesses CASCADE",
    "DROP TRIGGER wallet_postings_final ON wallet_postings",
    "ALTER TABLE wallet_postings DISABLE TRIGGER ALL",
    "CREATE TRIGGER mine AFTER INSERT ON wallet_postings EXECUTE FUNCTION wallet_postings_are_final()",
    "CREATE OR REPLACE FUNCTION wallet_postings_are_final() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "DROP TABLE wallet_postings",
    "DROP SCHEMA public CASCADE",
    "ALTER TABLE wallet_postings OWNER TO CURRENT_USER",
    "CREATE TABLE public.mine (id integer)",
    "CREATE FUNCTION public.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE SCHEMA mine",
    "CREATE ROLE mine",
    "CREATE EXTENSION file_fdw",
    "SET session_replication_role = replica",
    "SET ROLE postgres",
    "SET SESSION AUTHORIZATION postgres",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('postmaster.pid')",
    "SELECT make_daily_partition('wallet_postings', current_date, '{}')",
    "SELECT drop_daily_partition('wallet_postings')",
  ];
  for (const statement of never) {
    it(`refuse to serve and to work: ${statement}`, async () => {
      expect(await refusal("serve", statement)).to.equal(insufficientPrivilege);
      expect(await refusal("work", statement)).to.equal(insufficientPrivilege);
    });
  }

  it("keep what only jobs do from those who serve", async () => {
    for (const statement of [
      "DELETE FROM webhook_events",
      "DELETE FROM event_blocks",
      "INSERT INTO symbolications (project_id, environment, kind, subject, received_at) VALUES (gen_random_uuid(), 'test', 'event', 'a', now())",
      "SELECT make_daily_partition('symbolications', current_date, '{}')",
      "SELECT drop_daily_partition('vital_segments_p20200101')",
      "SELECT FROM graphile_worker.jobs",
      "SELECT graphile_worker.add_job('mine')",
    ]) {
      expect(await refusal("serve", statement)).to.equal(insufficientPrivilege);
    }
  });

  it("let those who serve queue jobs, and those who work make and drop partitions", async () => {
    const { serve, work } = logins;
    await serve.pool.query("SELECT enqueue_job('noticed', '{}', NULL, NULL, 1, NULL, NULL)");
    const { rows } = await work.pool.query("SELECT task_identifier FROM graphile_worker.jobs");
    expect(rows).to.deep.equal([{ task_identifier: "noticed" }]);
    await work.pool.query("SELECT make_daily_partition('vital_segments', '2020-01-01', '{}')");
    await work.pool.query("SELECT drop_daily_partition('vital_segments_p20200101')");
    // A partition that is gone already, as another process may have seen to, is nothing to complain of.
    await work.pool.query("SELECT drop_daily_partition('vital_segments_p20200101')");
  });

  it("let workers write what rules find, of series that are new", async () => {
    const seriesQuotas = { series: 10, labelBytes: 1_000 };
    const store = new PostgresMetricStore(logins.work.pool, { retentionDays: 1, seriesQuotas });
    const builder = new MetricBatchBuilder();
    builder.sample(builder.series([["__name__", "recorded"]]), Date.now(), 1);
    const written = await store.append({ projectId: randomUUID(), environment: "test" }, builder.build(), {
      quotas: [],
    });
    expect(written).to.include({ samples: 1 });
  });

  it("let those who write a table that lies on every node write those it refers to: a cluster locks them", async () => {
    const everywhere = Object.entries(distribution).flatMap(([name, { kind }]) => (kind === "reference" ? [name] : []));
    const { rows } = await database.pool.query<{ from: string; to: string; role: string }>(
      `SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to", role
       FROM pg_constraint, unnest($2::text[]) AS role
       WHERE contype = 'f' AND conrelid <> confrelid AND conrelid = ANY ($1::regclass[]) AND confrelid = ANY ($1::regclass[])
         AND has_any_column_privilege(role, conrelid, 'INSERT, UPDATE')
         AND NOT has_table_privilege(role, confrelid, 'INSERT, UPDATE, DELETE')`,
      [everywhere, [logins.serve.name, logins.work.name]],
    );
    expect(rows).to.deep.equal([]);
  });

  it("are named for tables, columns and functions that exist", async () => {
    for (const [table, rights] of Object.entries(privileges.tables)) {
      const columns = Object.values(rights)
        .flat()
        .flatMap((right: Right) => (typeof right === "string" ? [] : right.update));
      const { rows } = await database.pool.query<{ known: boolean }>(
        `SELECT to_regclass($1) IS NOT NULL AND $2 <@ ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass($1)) AS known`,
        [table, columns],
      );
      expect(rows[0]?.known, table).to.equal(true);
    }
    for (const name of Object.keys(privileges.functions)) {
      const { rows } = await database.pool.query("SELECT to_regproc($1) IS NOT NULL AS known", [name]);
      expect(rows, name).to.deep.equal([{ known: true }]);
    }
  });

  it("are left alone where they are as they should be", async () => {
    expect(await applyRights(database, privileges)).to.deep.equal({ changed: [], refused: [] });
  });

  it("come with a new table, and go again where somebody gave too much away", async () => {
    await database.pool.query(`
      CREATE TABLE shelf (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
      GRANT UPDATE ON wallet_postings TO accord_serve;
      GRANT UPDATE (amount) ON wallet_transfers TO accord_work;
      GRANT CREATE ON SCHEMA public TO PUBLIC`);
    const { changed } = await applyRights(database, privileges);
    expect(changed).to.include("GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE shelf TO accord_serve");
    await logins.serve.pool.query("INSERT INTO shelf (name) VALUES ('top')");
    expect(await refusal("serve", "UPDATE wallet_postings SET amount = 1")).to.equal(insufficientPrivilege);
    expect(await refusal("work", "UPDATE wallet_transfers SET amount = 1")).to.equal(insufficientPrivilege);
    expect(await refusal("work", "CREATE TABLE public.mine ()")).to.equal(insufficientPrivilege);
    expect(await applyRights(database, privileges)).to.deep.equal({ changed: [], refused: [] });
  });

  it("of the owner are more than a server should have, and are noticed", async () => {
    expect(await surplusRights(database.pool, privileges)).to.include("public.wallet_postings");
    for (const { pool } of Object.values(logins)) expect(await surplusRights(pool, privileges)).to.deep.equal([]);
  });
});
