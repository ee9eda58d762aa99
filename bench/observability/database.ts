/** A PostgreSQL of the benchmark's own: the embedded one as it is installed, durable, with the whole schema. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { entities, migrate, migrations } from "#src/schema.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { embeddedLogin, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";

export interface BenchDatabase {
  /** As the server has it. */
  readonly database: Database;
  readonly owner: Database;
  readonly url: string;
  readonly ownerUrl: string;
  /** The process id of PostgreSQL's first process. */
  readonly postmaster: number;
  /** A folder that goes with the database. */
  readonly folder: string;
}

/**
 * `kept` is a folder that stays, for what is filled over several runs; a new one otherwise, which goes in the end. `settings`
 * replace those of the embedded PostgreSQL.
 */
export async function withDatabase(
  work: (bench: BenchDatabase) => Promise<void>,
  kept?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), "accord-bench-"));
  mkdirSync(folder, { recursive: true });
  // Root's PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  const log = pino({ level: "warn" });
  const server = await startEmbeddedPostgres({ directory: join(folder, "postgres"), log, settings });
  try {
    const owner = await openDatabase(server.ownerUrl, { entities, migrations, poolSize: 2 });
    await migrate(owner, log, [{ name: embeddedLogin, groups: ["serve", "work"] }]);
    const database = await openDatabase(server.url, { entities, migrations });
    const { rows } = await owner.pool.query<{ file: string }>("SELECT pg_read_file('postmaster.pid') AS file");
    const postmaster = Number.parseInt(rows[0]?.file ?? "", 10);
    await work({ database, owner, url: server.url, ownerUrl: server.ownerUrl, postmaster, folder });
    await database.close();
    await owner.close();
  } finally {
    await server.stop();
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
