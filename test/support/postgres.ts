/**
 * The PostgreSQL that all tests share: a real one in a temporary folder, durable in nothing, or a cluster (cluster.ts). It starts with the first
 * test that asks for a database; parallel workers find it by an environment variable.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { entities, migrate, migrations } from "#src/schema.ts";
import { openDatabase } from "#src/storage/database.ts";
import { type EmbeddedPostgres, embeddedLogin, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { clusterNodes, type Nodes, openTestCluster } from "./cluster.ts";
import { temporaryFolder } from "./folder.ts";

export const silent = pino({ level: "silent" });

const urlVariable = "ACCORD_TEST_POSTGRES_URL";
let starting: Promise<TestPostgres> | undefined;
let stop: (() => Promise<void>) | undefined;

/** URLs of the migrated template database, which tests clone and nobody opens: of the server's login, and of the owner. */
export interface TestPostgres extends Pick<EmbeddedPostgres, "url" | "ownerUrl"> {
  /** The template as its owner: on a cluster on each node, the coordinator first. */
  readonly nodes: Nodes;
}

export function testPostgres(): Promise<TestPostgres> {
  const known = process.env[urlVariable];
  starting ??= known === undefined ? start() : Promise.resolve(JSON.parse(known) as TestPostgres);
  return starting;
}

export async function stopTestPostgres(): Promise<void> {
  await starting?.catch(() => {});
  const stopping = stop;
  stop = undefined;
  await stopping?.();
}

/** Of the template database, as its owner; null when no test has asked for a database. End it. */
export async function testOwner(): Promise<pg.Pool | null> {
  const server = await starting?.catch(() => undefined);
  if (server === undefined) return null;
  const owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  owner.on("error", () => {});
  return owner;
}

async function start(): Promise<TestPostgres> {
  const servers = clusterNodes();
  const started = servers.length > 0 ? await startOnCluster(servers) : await startOwn();
  process.env[urlVariable] = JSON.stringify(started);
  return started;
}

async function startOnCluster(servers: Nodes): Promise<TestPostgres> {
  const { url, nodes, stop: remove } = await openTestCluster(servers, silent);
  stop = remove;
  return { url, ownerUrl: nodes[0] ?? "", nodes };
}

async function startOwn(): Promise<TestPostgres> {
  const folder = temporaryFolder();
  const server = await startEmbeddedPostgres({
    directory: join(folder, "postgres"),
    log: silent,
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "300",
      max_wal_size: "256MB",
      min_wal_size: "64MB",
      // It would look into every clone in turn.
      autovacuum: "off",
      // Thousands of connections are opened here, each with 4,096 rounds of hashing on both sides.
      scram_iterations: "1",
      // A clone is copied by the kernel, and read by who asks for it.
      file_copy_method: "clone",
      io_method: "sync",
    },
  });
  stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const template = await openDatabase(server.ownerUrl, { entities, migrations, poolSize: 2 });
  await migrate(template, silent, [{ name: embeddedLogin, groups: ["serve", "work"] }]);
  // Each server of an API that wants them would make them in its clone.
  await ensurePartitions(template.pool);
  await template.close();
  return { url: server.url, ownerUrl: server.ownerUrl, nodes: [server.ownerUrl] };
}
