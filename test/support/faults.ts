/** Trouble with the database, for as long as some work takes. */
import pg from "pg";
import type { TestDatabase } from "./database.ts";
import { until } from "./until.ts";

/** The databases (by URL) that are in trouble now. */
const inTrouble = new Map<string, number>();

/** Whether a test has given the database trouble, so that answers of 500 are what it wants. */
export const isInTrouble = ({ url }: TestDatabase): boolean => inTrouble.has(url);

async function whileInTrouble<T>({ url }: TestDatabase, work: () => Promise<T>): Promise<T> {
  inTrouble.set(url, (inTrouble.get(url) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const others = (inTrouble.get(url) ?? 1) - 1;
    if (others === 0) inTrouble.delete(url);
    else inTrouble.set(url, others);
  }
}

/** Does something while a table cannot be found, which no request survives that needs it: a mistake of ours. */
export async function whileMissing<T>(database: TestDatabase, table: string, work: () => Promise<T>): Promise<T> {
  const { owner } = database;
  await owner.query(`ALTER TABLE ${table} RENAME TO ${table}_hidden`);
  try {
    return await whileInTrouble(database, work);
  } finally {
    await owner.query(`ALTER TABLE ${table}_hidden RENAME TO ${table}`);
  }
}

/** Does something while the database takes no connections. */
export function whileAway<T>(database: TestDatabase, work: () => Promise<T>): Promise<T> {
  return whileAltered(database, "WITH ALLOW_CONNECTIONS false", "WITH ALLOW_CONNECTIONS true", work);
}

/** Does something while the database takes no writes, as before a standby is promoted. */
export function whileReadOnly<T>(database: TestDatabase, work: () => Promise<T>): Promise<T> {
  const setting = "default_transaction_read_only";
  return whileAltered(database, `SET ${setting} = on`, `RESET ${setting}`, work);
}

/** Does something while the database is altered, from its first session on to its last. */
async function whileAltered<T>(
  database: TestDatabase,
  alter: string,
  restore: string,
  work: () => Promise<T>,
): Promise<T> {
  const { pool, owner, url, ownerUrl } = database;
  const name = new URL(url).pathname.slice(1);
  const maintenance = new URL(ownerUrl);
  maintenance.pathname = "/postgres";
  const elsewhere = new pg.Client({ connectionString: maintenance.href });
  await elsewhere.connect();
  /** Those that know nothing of the change yet. */
  const endSessions = async () => {
    const { rows } = await elsewhere.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
    const left = `FROM pg_stat_activity WHERE datname = $1 AND backend_start <= $2::text::timestamptz AND backend_type = 'client backend'`;
    const parameters = [name, rows[0]?.now];
    // They are only told: on a busy machine one ends when the work is done, under whoever uses it then. And one that was
    // just connecting is listed later.
    await until(
      async () => (await elsewhere.query(`SELECT pg_terminate_backend(pid) ${left}`, parameters)).rowCount === 0,
    );
  };
  try {
    await elsewhere.query(`ALTER DATABASE ${name} ${alter}`);
    await endSessions();
    return await whileInTrouble(database, work);
  } finally {
    await elsewhere.query(`ALTER DATABASE ${name} ${restore}`);
    await endSessions();
    await elsewhere.end();
    // The owner's pool has two connections, and may not know yet that both are gone.
    await until(() =>
      Promise.all([pool, owner, owner].map((each) => each.query("SELECT 1"))).then(
        () => true,
        () => false,
      ),
    );
  }
}
