/** How the suite gets databases on a cluster, with two plain servers that stand in for its nodes: no Citus has run it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { distribution } from "#src/storage/distribution.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { cloneOnEach, dropOnEach, openTestCluster, withDatabase } from "#test/support/cluster.ts";
import { writeFakeExtension } from "#test/support/fake-citus.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { silent } from "#test/support/postgres.ts";

describe("databases for tests on a cluster", () => {
  const servers: EmbeddedPostgres[] = [];
  const folder = temporaryFolder();
  const urls = () => servers.map(({ ownerUrl }) => ownerUrl);

  before(async () => {
    writeFakeExtension(folder);
    for (const name of ["coordinator", "worker"]) {
      const directory = join(folder, name);
      mkdirSync(directory);
      servers.push(
        await startEmbeddedPostgres({
          directory,
          log: silent,
          settings: {
            extension_control_path: `${folder}:$system`,
            allow_system_table_mods: "on",
            fsync: "off",
            full_page_writes: "off",
          },
        }),
      );
    }
  });
  after(() => Promise.all(servers.map((server) => server.stop())));

  async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }
  const databasesOn = async (url: string) =>
    (await ask<{ name: string }>(url, "SELECT datname AS name FROM pg_database ORDER BY 1")).map(({ name }) => name);

  it("are clones, on every node, of a template that is distributed once, and go again everywhere", async () => {
    const before = await Promise.all(urls().map(databasesOn));
    const cluster = await openTestCluster(urls(), silent);
    const [coordinator = "", worker = ""] = cluster.nodes;
    expect(await ask(coordinator, "SELECT nodeport AS port FROM pg_dist_node")).to.deep.equal([
      { port: Number(new URL(worker).port) },
    ]);

    await cloneOnEach(cluster.nodes, "test_clone");
    const clone = withDatabase(coordinator, "test_clone");
    const placed = Object.entries(distribution).flatMap(([table, { kind }]) => (kind === "local" ? [] : [table]));
    const tables = await ask<{ name: string }>(
      clone,
      `SELECT logicalrelid::text AS name FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
       WHERE NOT relispartition`,
    );
    expect(tables.map(({ name }) => name)).to.have.members(placed);
    expect(await ask(clone, "SHOW citus.propagate_set_commands")).to.deep.equal([
      { "citus.propagate_set_commands": "local" },
    ]);
    // The server's login may use it.
    expect(await ask(withDatabase(cluster.url, "test_clone"), "SELECT count(*)::int FROM businesses")).to.deep.equal([
      { count: 0 },
    ]);
    for (const url of urls()) expect(await databasesOn(url)).to.include("test_clone");

    await dropOnEach(cluster.nodes, "test_clone");
    await cluster.stop();
    expect(await Promise.all(urls().map(databasesOn))).to.deep.equal(before);
    for (const url of urls())
      expect(await ask(url, "SELECT rolname FROM pg_roles WHERE rolname LIKE 'accord\\_test%'")).to.deep.equal([]);
  });

  it("are cloned while a session of the cluster's own is in the template", async () => {
    const cluster = await openTestCluster(urls(), silent);
    const intruder = new pg.Client({ connectionString: cluster.nodes[1] ?? "" });
    intruder.on("error", () => {});
    await intruder.connect();
    await cloneOnEach(cluster.nodes, "test_clone_of_busy");
    await dropOnEach(cluster.nodes, "test_clone_of_busy");
    await cluster.stop();
  });
});
