/** Accord over the cluster: two servers and a worker, each a process of its own, and beside them what is outside: insurers, a clearing house, files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { apiNames } from "#src/apis/index.ts";
import { loadConfig } from "#src/config.ts";
import { entities, migrations } from "#src/schema.ts";
import { seedDemo, startSandbox } from "#src/server/demo.ts";
import { openInfrastructure } from "#src/server/infrastructure.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import type { Access } from "#test/chaos/records.ts";
import { Accord, accord, type Finished } from "#test/cli/support/accord.ts";
import { freePort } from "#test/support/ports.ts";
import { silent } from "#test/support/postgres.ts";
import { until } from "#test/support/until.ts";

const plenty = "1000000000";
/** Load is not refused for its rate. */
export const generous = {
  ACCORD_LOG_LEVEL: "warn",
  ACCORD_QUOTA_EVENTS: plenty,
  ACCORD_QUOTA_OTLP_REQUESTS: plenty,
  ACCORD_QUOTA_INSURANCE_REQUESTS: plenty,
  ACCORD_QUOTA_WALLET_REQUESTS: plenty,
} as const;

type Settings = Readonly<Record<string, string>>;

const readyMs = 120_000;

export class Installation {
  readonly #settings: Settings;
  readonly #ports: readonly number[];
  readonly #closeOutside: () => Promise<void>;
  /** Every process there has been. */
  readonly #begun: Accord[] = [];
  readonly #running: Accord[] = [];
  /** Requests go to the servers in turns. */
  #turn = 0;

  private constructor(settings: Settings, ports: readonly number[], closeOutside: () => Promise<void>) {
    this.#settings = settings;
    this.#ports = ports;
    this.#closeOutside = closeOutside;
  }

  /** Makes the demo tenants, of a database that is migrated and distributed. Nothing serves them yet. */
  static async open({ settings }: { readonly settings: Settings }): Promise<Installation> {
    const ports = [await freePort(), await freePort()];
    const config = loadConfig(settings);
    // The object store is this process's, and the servers join it: their ends are not its own.
    const infrastructure = await openInfrastructure(config, silent, { role: "serve" });
    const sandbox = await startSandbox(infrastructure, config, silent);
    await seedDemo(infrastructure, config, apiNames, urlAt(ports[0]), sandbox.addresses, silent);
    return new Installation(settings, ports, async () => {
      await sandbox.close();
      await infrastructure.close();
    });
  }

  /** Begins the servers, and the worker unless told not to, and waits until they are ready. */
  async start(settings: Readonly<Record<string, string>> = {}, works = true): Promise<void> {
    const env = { ...this.#settings, ...settings };
    const servers = this.#ports.map((port) => ["serve", "--port", String(port)]);
    for (const command of works ? [...servers, ["work"]] : servers) {
      const begun = new Accord(command, { env });
      this.#begun.push(begun);
      this.#running.push(begun);
      // The first makes what the others find.
      if (this.#running.length === 1) await begun.listening();
    }
    await this.ready();
  }

  async ready(): Promise<void> {
    const ask = (port: number) => fetch(`${urlAt(port)}/readyz`).catch(() => null);
    await until(async () => {
      const ended = this.#running.find(({ process }) => process.exitCode !== null);
      if (ended !== undefined) throw new Error(`A process has ended:\n${ended.output.slice(-4_000)}`);
      return (await Promise.all(this.#ports.map(ask))).every((answer) => answer?.status === 200);
    }, readyMs);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((one) => one.stop()));
  }

  /** Of one server, then of the other. */
  get access(): Access {
    const text = readFileSync(join(this.#dataDir, "demo.json"), "utf8");
    const port = this.#ports[this.#turn++ % this.#ports.length];
    return JSON.parse(text.replaceAll(urlAt(this.#ports[0]), urlAt(port))) as Access;
  }

  /** As the owner of the database. */
  async database(): Promise<Database> {
    const { ACCORD_MIGRATE_DATABASE_URL: url = "" } = this.#settings;
    return await openDatabase(url, { entities, migrations, poolSize: 3 });
  }

  /** Of the quotes that the sandbox insurers turned into policies. */
  quotesSoldByInsurers(): string[] {
    return readFileSync(join(this.#dataDir, "sandbox-insurers.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => (JSON.parse(line) as { policy?: { quoteId: string } }).policy?.quoteId ?? []);
  }

  verifyLedger(): Promise<Finished> {
    return accord(["ledger", "verify"], { env: this.#settings });
  }

  /** What the processes said last, for whoever looks for the cause of trouble. */
  lastWords(): string {
    return this.#running.map(({ output }) => output.slice(-2_000)).join("\n---\n");
  }

  /** What any process has logged of a request. */
  logged(requestId: string): string[] {
    return this.#begun.flatMap(({ output }) => output.split("\n").filter((line) => line.includes(requestId)));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#closeOutside();
  }

  get #dataDir(): string {
    return this.#settings.ACCORD_DATA_DIR ?? "";
  }
}

const urlAt = (port: number | undefined): string => `http://127.0.0.1:${port}`;
