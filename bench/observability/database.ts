/** A PostgreSQL of the benchmark's own: the embedded one as it is installed, durable, with the whole schema. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { entities, migrate, migrations } from "#src/schema.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";

export interface BenchDatabase {
  readonly database: Database;
  readonly url: string;
  /** The process id of PostgreSQL's first process. */
  readonly postmaster: number;
  /** A folder that goes with the database. */
  readonly folder: string;
}

export async function withDatabase(work: (bench: BenchDatabase) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "accord-bench-"));
  // Root's PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  const log = pino({ level: "warn" });
  const server = await startEmbeddedPostgres({ directory: join(folder, "postgres"), log });
  try {
    const database = await openDatabase(server.url, { entities, migrations });
    await migrate(database, log);
    const { rows } = await database.pool.query<{ file: string }>("SELECT pg_read_file('postmaster.pid') AS file");
    const postmaster = Number.parseInt(rows[0]?.file ?? "", 10);
    await work({ database, url: server.url, postmaster, folder });
    await database.close();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
