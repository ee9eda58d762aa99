/**
 * The PostgreSQL that all tests share: a real one in a temporary folder, durable in nothing. It starts with the first
 * test that asks for a database; parallel workers find it by an environment variable.
 */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { entities, migrate, migrations } from "#src/schema.ts";
import { openDatabase } from "#src/storage/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";

export const silent = pino({ level: "silent" });

const urlVariable = "ACCORD_TEST_POSTGRES_URL";
let starting: Promise<string> | undefined;
let running: { server: EmbeddedPostgres; folder: string } | undefined;

/** URL of the migrated template database, which tests clone and nobody opens. */
export function testPostgres(): Promise<string> {
  starting ??= Promise.resolve(process.env[urlVariable] ?? start());
  return starting;
}

export async function stopTestPostgres(): Promise<void> {
  await starting?.catch(() => {});
  if (running === undefined) return;
  const { server, folder } = running;
  running = undefined;
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function start(): Promise<string> {
  const folder = mkdtempSync(join(temporaryFolder(), "accord-test-"));
  // Root's PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
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
    },
  });
  running = { server, folder };
  const template = await openDatabase(server.url, { entities, migrations, poolSize: 2 });
  await migrate(template, silent);
  await template.close();
  process.env[urlVariable] = server.url;
  return server.url;
}

/** Memory where there is plenty: a disk may take thirty times as long to clone the template. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize > 2 * 1024 ** 3) return "/dev/shm";
  } catch {
    // Not on this platform.
  }
  return tmpdir();
}
