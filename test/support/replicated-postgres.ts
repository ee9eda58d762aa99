/** A primary and a standby that follows it, both real, to be failed over from one to the other. */
import { spawnSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { readPostmaster } from "#src/storage/embedded/postmaster.ts";
import { temporaryFolder } from "./folder.ts";
import { silent } from "./postgres.ts";
import { until } from "./until.ts";

export class ReplicatedPostgres {
  readonly #folder: string;
  readonly #servers: readonly EmbeddedPostgres[];
  /** Of the primary, as the server logs in. */
  readonly primaryUrl: string;
  /** Of the standby, likewise. */
  readonly standbyUrl: string;
  readonly #primaryOwnerUrl: string;
  readonly #standbyOwnerUrl: string;

  private constructor(primary: EmbeddedPostgres, standby: EmbeddedPostgres, folder: string) {
    this.primaryUrl = primary.url;
    this.standbyUrl = standby.url;
    this.#primaryOwnerUrl = primary.ownerUrl;
    this.#standbyOwnerUrl = standby.ownerUrl;
    this.#folder = folder;
    this.#servers = [standby, primary];
  }

  /**
   * `prepare` fills the primary, as its owner, before the standby is made of a copy of it. A synchronous standby has on disk what the
   * primary acknowledges.
   */
  static async start(
    { synchronous }: { readonly synchronous: boolean },
    prepare: (ownerUrl: string) => Promise<void>,
  ): Promise<ReplicatedPostgres> {
    const folder = temporaryFolder();
    const [primaryFolder, standbyFolder] = [join(folder, "primary"), join(folder, "standby")];
    const settings = synchronous ? { synchronous_standby_names: "standby" } : {};
    const first = await startEmbeddedPostgres({ directory: primaryFolder, log: silent });
    await prepare(first.ownerUrl).finally(() => first.stop());
    const copied = spawnSync("cp", ["-a", primaryFolder, standbyFolder], { encoding: "utf8" });
    if (copied.status !== 0) throw new Error(copied.stderr);

    const primary = await startEmbeddedPostgres({ directory: primaryFolder, log: silent, settings });
    const { port, password } = new URL(primary.ownerUrl);
    const connection = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`;
    appendFileSync(join(standbyFolder, "data", "postgresql.auto.conf"), `primary_conninfo = '${connection}'\n`);
    writeFileSync(join(standbyFolder, "data", "standby.signal"), "");
    const standby = await startEmbeddedPostgres({ directory: standbyFolder, log: silent });
    const replicated = new ReplicatedPostgres(primary, standby, folder);
    await replicated.#streaming();
    return replicated;
  }

  /** Waits until the standby has received all that the primary has written by now. */
  async caughtUp(): Promise<void> {
    const written = await onServer(this.#primaryOwnerUrl, async (client) => {
      const { rows } = await client.query<{ at: string }>("SELECT pg_current_wal_flush_lsn()::text AS at");
      return rows[0]?.at;
    });
    await onServer(this.#standbyOwnerUrl, (client) =>
      until(async () => {
        const { rows } = await client.query("SELECT pg_last_wal_receive_lsn() >= $1::pg_lsn AS received", [written]);
        return rows[0]?.received === true;
      }),
    );
  }

  /** From now on the primary is alone: what it commits reaches no standby. Not for a synchronous one, which is waited for. */
  async cutOff(): Promise<void> {
    await onServer(this.#standbyOwnerUrl, async (client) => {
      await client.query("ALTER SYSTEM SET primary_conninfo = ''");
      await client.query("SELECT pg_reload_conf()");
    });
    await onServer(this.#primaryOwnerUrl, (client) =>
      until(async () => (await client.query("SELECT FROM pg_stat_replication")).rowCount === 0),
    );
  }

  /** The primary is killed, and the standby takes its place. */
  async failOver(): Promise<void> {
    const postmaster = await readPostmaster(join(this.#folder, "primary", "data"));
    process.kill(postmaster?.pid ?? 0, "SIGKILL");
    await onServer(this.#standbyOwnerUrl, (client) => client.query("SELECT pg_promote()"));
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await server.stop();
  }

  async #streaming(): Promise<void> {
    await onServer(this.#primaryOwnerUrl, (client) =>
      until(async () => {
        const { rowCount } = await client.query("SELECT FROM pg_stat_replication WHERE state = 'streaming'");
        return rowCount === 1;
      }),
    );
  }
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
