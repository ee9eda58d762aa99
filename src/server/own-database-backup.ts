/** The message to operators who run `accord backup` with a database of their own: how to use pg_dump instead. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import type { Config } from "#src/config.ts";

const patienceMs = 10_000;

/** Returns the commands, and whether the installed pg_dump suits the server. */
export async function ownDatabaseAdvice(config: Config): Promise<string> {
  const { migrateDatabaseUrl, databaseUrl = "" } = config;
  const variable = migrateDatabaseUrl === undefined ? "ACCORD_DATABASE_URL" : "ACCORD_MIGRATE_DATABASE_URL";
  const server = await serverVersion(migrateDatabaseUrl ?? databaseUrl);
  const tool = await toolVersion();
  const major = server?.split(".", 1)[0];
  const bucket = config.s3Bucket === undefined ? [] : [`  aws s3 sync s3://${config.s3Bucket} objects/`];
  return [
    `ACCORD_DATABASE_URL names a database of your own (${server === undefined ? "it does not answer" : `PostgreSQL ${server}`}), but accord backup and restore only work with the embedded one.`,
    `Use pg_dump ${major === undefined ? "of its version or a later one" : `${major} or later`}; ${toolAdvice(tool, major)}. With "accord work" stopped, so that no file is deleted meanwhile:`,
    `  pg_dump --format=custom --file=accord.dump "$${variable}"`,
    ...bucket,
    "Keep ACCORD_MASTER_KEY apart from them. How to restore: docs/handbook/running-in-production.md#backups",
  ].join("\n");
}

function toolAdvice(tool: string | undefined, major: string | undefined): string {
  if (tool === undefined) return "there is none here";
  const tooOld = major !== undefined && Number.parseInt(tool, 10) < Number(major);
  return `${tool} is here${tooOld ? ", which is too old" : ""}`;
}

async function serverVersion(url: string): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("SELECT split_part(version(), ' ', 2) AS version");
    return rows[0]?.version;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

async function toolVersion(): Promise<string | undefined> {
  const asked = await promisify(execFile)("pg_dump", ["--version"]).catch(() => undefined);
  return asked === undefined ? undefined : /\d+(\.\d+)*/.exec(asked.stdout)?.[0];
}
