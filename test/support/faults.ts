/** Trouble with the database, for as long as some work takes. */
import pg from "pg";
import type { TestDatabase } from "./database.ts";
import { until } from "./until.ts";

/** Does something while a table cannot be found, which no request survives that needs it: a mistake of ours. */
export async function whileMissing<T>({ pool }: TestDatabase, table: string, work: () => Promise<T>): Promise<T> {
  await pool.query(`ALTER TABLE ${table} RENAME TO ${table}_hidden`);
  try {
    return await work();
  } finally {
    await pool.query(`ALTER TABLE ${table}_hidden RENAME TO ${table}`);
  }
}

/** Does something while the database takes no connections. */
export async function whileAway<T>({ pool, url }: TestDatabase, work: () => Promise<T>): Promise<T> {
  const name = new URL(url).pathname.slice(1);
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const elsewhere = new pg.Client({ connectionString: maintenance.href });
  await elsewhere.connect();
  try {
    await elsewhere.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await elsewhere.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    return await work();
  } finally {
    await elsewhere.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    await elsewhere.end();
    await until(() =>
      pool.query("SELECT 1").then(
        () => true,
        () => false,
      ),
    );
  }
}
