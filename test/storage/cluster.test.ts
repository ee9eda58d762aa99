import { expect } from "chai";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { ensurePartitions, ensurePartitionsOf } from "#src/apis/observability/store/partitions.ts";
import { distributeTables, entities, migrations } from "#src/schema.ts";
import { nodesCheck } from "#src/server/nodes-check.ts";
import { readiness } from "#src/server/readiness.ts";
import { distribute, leftBehind, nodesAway, planDistribution } from "#src/storage/cluster.ts";
import { openDatabase, runMigrations } from "#src/storage/database.ts";
import { distribution } from "#src/storage/distribution.ts";
import { clusterNodes } from "#test/support/cluster.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { installFakeCitus } from "#test/support/fake-citus.ts";

const entries = Object.entries(distribution);

/** Where the suite itself runs on a cluster, its databases are distributed already. */
const describeWithStandIn = clusterNodes().length > 0 ? describe.skip : describe;

describeWithStandIn("distributing tables, with functions that stand in for Citus", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ as: "owner" });
  });
  afterEach(() => database.drop());

  async function refusal(plan: Promise<unknown>): Promise<string> {
    return await plan.then(
      () => "not refused",
      (error: Error) => error.message,
    );
  }

  it("says what is missing where there is no Citus", async () => {
    expect(await refusal(planDistribution(database.pool))).to.match(/no Citus.*CREATE EXTENSION citus.*scaling\.md/);
    expect(await nodesAway(database.pool)).to.deep.equal([]);
  });

  it("puts every table in its place, with progress, those of a group beside each other", async () => {
    await installFakeCitus(database);
    const heard: string[] = [];
    const moved = await distribute(database, ({ table }, { number, of }) => heard.push(`${number}/${of} ${table}`));
    const apart = entries.filter(([, { kind }]) => kind !== "local");
    expect(moved).to.equal(apart.length);
    expect(heard[0]).to.match(new RegExp(`^1/${apart.length} `));
    expect(heard).to.have.length(apart.length);

    const { rows } = await database.pool.query<{ name: string; by: string | null; beside: string | null }>(
      `SELECT logicalrelid::text AS name, partkey AS by, beside FROM pg_dist_partition`,
    );
    const lies = new Map(rows.map((row) => [row.name, row]));
    for (const [table, entry] of entries) {
      const found = lies.get(table);
      if (entry.kind === "local") expect(found, table).to.equal(undefined);
      else expect(found?.by, table).to.equal(entry.kind === "distributed" ? entry.column : null);
    }
    for (const [group, tables] of Map.groupBy(entries, ([, entry]) =>
      entry.kind === "distributed" ? entry.group : "",
    )) {
      const besides = new Set(tables.map(([table]) => lies.get(table)?.beside).filter((name) => name !== "none"));
      if (group !== "") expect(besides.size, group).to.equal(tables.length === 1 ? 0 : 1);
    }
  });

  it("clears what has been moved and is left behind", async () => {
    await installFakeCitus(database);
    await distribute(database, () => {});
    const { rows } = await database.pool.query<{ said: string }>("SELECT said FROM fake_commands");
    expect(rows.map(({ said }) => said))
      .to.include("cleared taxonomy_nodes")
      .and.not.include("cleared events");
  });

  it("removes rows left behind of a table that refuses it otherwise, and tells of them; the trigger stays", async () => {
    await installFakeCitus(database);
    const { owner } = database;
    await owner.query(
      `INSERT INTO wallet_postings (integrator_id, debit_account, debit_sequence, debit_balance, debit_hash, credit_account,
         credit_sequence, credit_balance, credit_hash, amount, currency, reference, reversal, posted_at)
       VALUES (gen_random_uuid(), 'a', 1, -5, '\\x00', 'b', 1, 5, '\\x00', 5, 'NGN', 'r', false, now())`,
    );
    expect(await leftBehind(owner)).to.deep.equal([]);
    for (const { statement } of (await planDistribution(owner)).filter(({ table }) => table !== "wallet_postings"))
      await database.pool.query(statement);
    await owner.query(
      "INSERT INTO pg_dist_partition VALUES ('wallet_postings', 'h', 'integrator_id', 's', 'wallet_accounts')",
    );
    const left = await leftBehind(owner);
    expect(left.map(({ table }) => table)).to.include("wallet_postings");
    expect(left.find(({ table }) => table === "wallet_postings")?.bytes).to.be.greaterThan(0);
    expect(await distribute(database, () => {})).to.equal(0);
    const { rows } = await database.pool.query<{ said: string }>("SELECT said FROM fake_commands");
    expect(rows.map(({ said }) => said)).to.include("cleared wallet_postings");
    const refused = await refusal(database.pool.query("DELETE FROM wallet_postings"));
    expect(refused).to.match(/never changed/);
  });

  it("says how many rows a step moves, and how far it is by rows", async () => {
    await installFakeCitus(database);
    const client = await database.owner.connect();
    await client.query(
      "INSERT INTO vendors (vendor_id, name, approved, time_zone, opening, latitude, longitude) SELECT 'v' || n, 'V', true, 'UTC', '{}', 1, 1 FROM generate_series(1, 30) AS n",
    );
    // What a session has changed reaches the statistics at once.
    await client.query("SELECT pg_stat_force_next_flush()");
    client.release();
    const heard = new Map<string, number>();
    let last = { rows: 0, ofRows: 0 };
    await distribute(database, ({ table, rows }, progress) => {
      heard.set(table, rows);
      last = progress;
    });
    expect(heard.get("vendors")).to.equal(30);
    expect(last.ofRows).to.equal([...heard.values()].reduce((sum, rows) => sum + rows, 0));
    expect(last.rows).to.be.at.least(30);
  });

  it("makes the partitions of coming days before their tables are moved, and tells their shards how values are spread", async () => {
    await installFakeCitus(database);
    await distributeTables(database, () => {});
    expect(await ensurePartitions(database.pool)).to.deep.equal([]);
    const { rows } = await database.pool.query<{ said: string }>(
      "SELECT said FROM fake_commands WHERE said ~ 'pg_restore_attribute_stats'",
    );
    expect(rows).to.have.length(5);
    const { rows: spread } = await database.pool.query(
      "SELECT count(*)::int AS seeded FROM pg_stats WHERE tablename ~ '^symbolications_p' AND n_distinct = -1",
    );
    expect(spread[0].seeded).to.be.at.least(5);
  });

  it("does nothing twice, and goes on where a run was cut short", async () => {
    await installFakeCitus(database);
    const steps = await planDistribution(database.pool);
    for (const { statement } of steps.slice(0, 20)) await database.pool.query(statement);
    expect(await planDistribution(database.pool)).to.deep.equal(steps.slice(20));
    expect(await distribute(database, () => {})).to.equal(steps.length - 20);
    expect(await distribute(database, () => {})).to.equal(0);
  });

  it("refuses a table in no class, and one that lies in another place", async () => {
    await installFakeCitus(database);
    await database.pool.query("CREATE TABLE just_made (id uuid PRIMARY KEY)");
    expect(await refusal(distribute(database, () => {}))).to.match(/In no class: just_made\..*distribution\.ts/);
    await database.pool.query("DROP TABLE just_made");
    await database.pool.query("SELECT create_reference_table('vital_blocks')");
    expect(await refusal(planDistribution(database.pool))).to.equal(
      "vital_blocks lies reference, and should lie by project_id. Move it by hand, or change the list.",
    );
  });

  it("keeps for later sessions what they need there", async () => {
    await installFakeCitus(database);
    await distribute(database, () => {});
    const { rows } = await database.owner.query<{ config: string[] }>(
      "SELECT setconfig AS config FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database()",
    );
    expect(rows[0]?.config).to.have.members(["citus.propagate_set_commands=local", "citus.enable_unsafe_triggers=on"]);
  });

  it("lets partitions be made afterwards, whose shards are told how their values are spread", async () => {
    await installFakeCitus(database);
    await distribute(database, () => {});
    // Citus distributes what is attached to a distributed table; the fake is told.
    await database.pool.query(
      `CREATE FUNCTION attached() RETURNS event_trigger LANGUAGE plpgsql AS $$
       BEGIN
         INSERT INTO pg_dist_partition
         SELECT inhrelid, 'h', partkey, 's', NULL FROM pg_inherits JOIN pg_dist_partition ON logicalrelid = inhparent
         WHERE NOT EXISTS (SELECT FROM pg_dist_partition known WHERE known.logicalrelid = inhrelid) AND inhrelid::regclass::text ~ '_p2031[0-9]{4}$';
       END $$`,
    );
    await database.pool.query(
      "CREATE EVENT TRIGGER attached ON ddl_command_end WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION attached()",
    );
    const made = await ensurePartitionsOf(database.pool, [new Date("2031-05-04"), new Date("2031-05-05")]);
    expect(made).to.include("symbolications_p20310505");
    const { rows } = await database.pool.query<{ attribute: string; distinct: number }>(
      `SELECT attname AS attribute, n_distinct AS distinct FROM pg_stats WHERE tablename = 'symbolications_p20310505'`,
    );
    expect(rows).to.deep.include({ attribute: "subject", distinct: -1 });
    const { rows: commands } = await database.pool.query<{ said: string }>(
      "SELECT said FROM fake_commands WHERE said ~ 'pg_restore_attribute_stats' AND said ~ '_p2031'",
    );
    // One for each partition: yesterday and today.
    expect(commands).to.have.length(2);
    // The shard is named without its schema, and once.
    for (const { said } of commands) expect(said).to.match(/'public'[^%]* parse_ident\('[a-z_]+_p2031050\d'\)/);
  });

  it("takes the table of a later migration: a migration, a line in the list, and distribute again", async () => {
    await installFakeCitus(database);
    await distribute(database, () => {});
    const modes: unknown[] = [];
    class CreateShelf1999000000000 implements MigrationInterface {
      readonly name = "CreateShelf1999000000000";
      async up(runner: QueryRunner): Promise<void> {
        await runner.query("CREATE TABLE shelf (project_id uuid, name text, PRIMARY KEY (project_id, name))");
        await runner.query("ALTER TABLE quota_windows ADD COLUMN shelf text");
        // Citus would change the shards of the one beside those of the other, and wait for itself.
        modes.push(...(await runner.query("SELECT current_setting('citus.multi_shard_modify_mode') AS mode")));
      }
      async down(): Promise<void> {}
    }
    const later = await openDatabase(database.url, { entities, migrations: [...migrations, CreateShelf1999000000000] });
    try {
      await runMigrations(later);
      expect(modes).to.deep.equal([{ mode: "sequential" }]);
      expect(await refusal(planDistribution(later.pool))).to.match(/In no class: shelf\./);
      const line = {
        kind: "distributed",
        column: "project_id",
        group: "project",
        reason: "Read with its project",
      } as const;
      const moved: string[] = [];
      await distribute(later, ({ table }) => moved.push(table), { ...distribution, shelf: line });
      expect(moved).to.deep.equal(["shelf"]);
    } finally {
      await later.close();
    }
  });

  it("tells of a node that is away, and of it alone, without making the server unready; looks once however often it is asked", async () => {
    await installFakeCitus(database);
    let time = 0;
    const check = nodesCheck(database.pool, { now: () => time });
    await database.owner.query(
      "INSERT INTO pg_dist_node VALUES ('coordinator', 5432), ('worker-1', 5432), ('worker-2', 5433)",
    );
    expect(await check.run()).to.equal(null);
    await database.owner.query("UPDATE pg_dist_node SET answers = false WHERE nodename = 'worker-2'");
    expect(await check.run()).to.equal(null);
    time += 5_000;
    expect(await readiness([check])()).to.deep.equal([
      200,
      { status: "ready", checks: { nodes: "away: worker-2:5433" } },
    ]);
  });

  it("tells what was known last while nodes are asked for longer than a probe waits, and what they said afterwards", async () => {
    let time = 0;
    let answer = Promise.withResolvers<readonly string[]>();
    let looks = 0;
    const check = nodesCheck(database.pool, {
      now: () => time,
      patienceMs: 1,
      nodesAway: () => {
        looks++;
        return answer.promise;
      },
    });
    answer.resolve([]);
    expect(await check.run()).to.equal(null);
    answer = Promise.withResolvers();
    time += 5_000;
    expect(await check.run()).to.equal(null);
    expect(looks).to.equal(2);
    answer.resolve(["worker-1:5432", "worker-2:5432"]);
    await answer.promise;
    expect(await check.run()).to.equal("away: worker-1:5432, worker-2:5432");
    expect(looks).to.equal(2);
  });
});
