/**
 * The suite on a cluster: ACCORD_TEST_CLUSTER lists the nodes as URLs of a superuser, the coordinator first. A run has a template
 * database there, distributed once; each test's database is a clone of it on every node. CONTRIBUTING.md says what the nodes need.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { entities, migrate, migrations } from "#src/schema.ts";
import { distribute, sessionSettings } from "#src/storage/cluster.ts";
import { openDatabase } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";

/** Where the template lies on each node, as its owner: the coordinator first. */
export type Nodes = readonly string[];

export interface TestCluster {
  /** Of the template, as the server's login. */
  readonly url: string;
  readonly nodes: Nodes;
  /** Removes the template, its clones and the login, on every node. */
  stop(): Promise<void>;
}

/** Of each table. */
const shards = 6;

/** No nodes where tests have a PostgreSQL of their own. */
export function clusterNodes(listed = process.env.ACCORD_TEST_CLUSTER ?? ""): Nodes {
  return listed.split(",").filter((url) => url !== "");
}

/** Makes the template: an empty database on each node, joined, migrated and distributed. */
export async function openTestCluster(servers: Nodes, log: Log): Promise<TestCluster> {
  const id = randomBytes(6).toString("hex");
  const login = { name: `accord_test_${id}`, password: randomBytes(12).toString("hex") };
  const nodes = servers.map((url) => withDatabase(url, `accord_template_${id}`));
  await onEachServer(nodes, `CREATE DATABASE accord_template_${id}`);
  // Each clone copies the files of all shards, of which Citus by itself makes 32 of a table.
  await administer(nodes[0] ?? "", `ALTER DATABASE accord_template_${id} SET citus.shard_count = ${shards}`);
  for (const node of nodes) await query(node, "CREATE EXTENSION citus");
  const [coordinator = "", ...workers] = nodes;
  await query(coordinator, "SELECT citus_set_coordinator_host($1, $2)", addressOf(coordinator));
  for (const worker of workers) await query(coordinator, "SELECT citus_add_node($1, $2)", addressOf(worker));
  const owner = await openDatabase(coordinator, { entities, migrations, poolSize: 2 });
  try {
    await migrate(owner, log, [{ ...login, groups: ["serve", "work"] }]);
    await distribute(owner, () => {});
    await ensurePartitions(owner.pool);
  } finally {
    await owner.close();
  }
  return {
    url: Object.assign(new URL(coordinator), { username: login.name, password: login.password }).href,
    nodes,
    async stop() {
      const { rows } = await query<{ name: string }>(
        withDatabase(coordinator, "postgres"),
        "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
        [`accord_template_${id}`],
      );
      for (const { name } of rows) await dropOnEach(nodes, name);
      await onEachServer(nodes, `DROP ROLE IF EXISTS ${login.name}`);
    },
  };
}

/** A database with this name on each node, with all that is in the template's. */
export async function cloneOnEach(nodes: Nodes, name: string): Promise<void> {
  const template = databaseOf(nodes[0] ?? "");
  // Where nothing is durable, copying the template's files costs a third of writing their pages to the log.
  const statement = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`;
  await Promise.all(
    nodes.map((node) => (nodes.length > 1 ? cloneWhenFree(node, template, statement) : administer(node, statement))),
  );
  if (nodes.length === 1) return;
  // Settings of a database are not part of what is cloned.
  for (const [setting, value] of Object.entries(sessionSettings))
    await administer(nodes[0] ?? "", `ALTER DATABASE ${name} SET ${setting} = '${value}'`);
}

export async function dropOnEach(nodes: Nodes, name: string): Promise<void> {
  // The coordinator's sessions have sessions on the others.
  for (const node of nodes) await administer(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Where activity is told of all nodes: a statement waits for a lock where its rows are. */
export const activityView = clusterNodes().length > 0 ? "citus_stat_activity" : "pg_stat_activity";

/** A condition of SQL: rows of the table with this oid lie on workers, whose transactions have numbers of their own. */
export function onOtherNodes(oid: string): string {
  return clusterNodes().length > 0
    ? `${oid} IN (SELECT logicalrelid FROM pg_dist_partition WHERE partmethod = 'h')`
    : "false";
}

/** Statements on this database that wait for a lock, on whichever node; those whose text is like `pattern`. */
export async function waitingForLocks(on: Pick<pg.Pool, "query">, pattern = "%"): Promise<number> {
  const { rows } = await on.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${activityView}
     WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE $1`,
    [pattern],
  );
  return rows[0]?.count ?? 0;
}

/** A node of a plan as EXPLAIN (FORMAT JSON) tells it. */
interface Explained {
  readonly Plans?: readonly Explained[];
  readonly "Distributed Query"?: {
    readonly Job: {
      readonly Tasks: readonly { readonly "Remote Plan": readonly (readonly { readonly Plan: Explained }[])[] }[];
    };
  };
}

/** A plan's nodes, those of a cluster's shards included: their names lose the shard's number. */
export function planNodes<Node extends Explained>(plan: Node): Node[] {
  const ofShards =
    plan["Distributed Query"]?.Job.Tasks.flatMap((task) => task["Remote Plan"].flat().map(({ Plan }) => Plan)) ?? [];
  const below = [...(plan.Plans ?? []), ...ofShards].flatMap((node) => planNodes(node as Node));
  const names = Object.entries(plan).map(([key, value]) => [
    key,
    key.endsWith(" Name") && typeof value === "string" ? value.replace(/_\d{6,}$/, "") : (value as unknown),
  ]);
  return [Object.fromEntries(names) as Node, ...below];
}

const objectInUse = "55006";

/** Citus keeps a session of its own in each database, which is in the way of a clone; it comes again by itself. */
async function cloneWhenFree(node: string, template: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await administer(node, statement);
    } catch (error) {
      if ((error as { code?: unknown }).code !== objectInUse || attempt === 20) throw error;
      await administer(
        node,
        `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE datname = '${template}'`,
      );
    }
  }
}

async function onEachServer(nodes: Nodes, statement: string): Promise<void> {
  await Promise.all(nodes.map((node) => administer(node, statement)));
}

/** By server: a connection to a database that is always there, kept because every database of a test is made and dropped by one. */
const administrators = new Map<string, pg.Pool>();

async function administer(node: string, statement: string): Promise<void> {
  const url = withDatabase(node, "postgres");
  let administrator = administrators.get(url);
  if (administrator === undefined) {
    administrator = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
    // Its server may end first.
    administrator.on("error", () => {});
    administrators.set(url, administrator);
  }
  await administrator.query(statement);
}

async function query<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(statement, [...values]);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

export function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function addressOf(url: string): [host: string, port: number] {
  const { hostname, port } = new URL(url);
  return [hostname, port === "" ? 5432 : Number(port)];
}
