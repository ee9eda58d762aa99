import { join } from "node:path";
import { entities, migrate, migrations } from "#src/schema.ts";
import { type DatabaseOptions, openDatabase } from "#src/storage/database.ts";
import { type EmbeddedPostgres, embeddedLogin, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { readPostmaster } from "#src/storage/embedded/postmaster.ts";
import { asTestDatabase, type TestDatabase } from "./database.ts";
import { temporaryFolder } from "./folder.ts";
import { silent } from "./postgres.ts";

/** A PostgreSQL of the test's own, which keeps what it has committed when it is killed. */
export class MortalPostgres {
  readonly #directory = join(temporaryFolder(), "postgres");
  #running: EmbeddedPostgres | undefined;
  #port: number | undefined;

  async start(): Promise<string> {
    const port = this.#port === undefined ? {} : { port: this.#port };
    this.#running = await startEmbeddedPostgres({ directory: this.#directory, log: silent, ...port });
    this.#port = Number(new URL(this.#running.url).port);
    return this.#running.url;
  }

  get ownerUrl(): string {
    if (this.#running === undefined) throw new Error("PostgreSQL does not run");
    return this.#running.ownerUrl;
  }

  /** Starts it with the whole schema, and opens that as the server does. */
  async open(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
    const url = await this.start();
    await this.migrate();
    return asTestDatabase(
      await openDatabase(url, { entities, migrations, log: silent, ...options }),
      url,
      this.ownerUrl,
    );
  }

  /** Gives it the whole schema, as the owner. */
  async migrate(): Promise<void> {
    const owner = await openDatabase(this.ownerUrl, { entities, migrations, poolSize: 2 });
    await migrate(owner, silent, [{ name: embeddedLogin, groups: ["serve", "work"] }]);
    await owner.close();
  }

  /** Kills the server's first process; its sessions notice by themselves. */
  async kill(): Promise<void> {
    const postmaster = await readPostmaster(join(this.#directory, "data"));
    if (postmaster === undefined) throw new Error("PostgreSQL does not run");
    process.kill(postmaster.pid, "SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
