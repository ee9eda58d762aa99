/** One node of the cluster: a PostgreSQL of its own folder and port, and what happens to its machine. */
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import pg from "pg";
import { freePort } from "#test/support/ports.ts";
import { until } from "#test/support/until.ts";
import type { Programs } from "./programs.ts";

/** Of a small machine, durable in nothing: processes die here, and no power is cut. */
const small = {
  fsync: "off",
  full_page_writes: "off",
  shared_buffers: "64MB",
  max_wal_size: "512MB",
  listen_addresses: "'127.0.0.1'",
  unix_socket_directories: "''",
  timezone: "UTC",
  jit: "off",
  // What a killed server shared with its sessions lies in its folder, which is removed.
  dynamic_shared_memory_type: "mmap",
  // Two tests' databases at once and the installation's own.
  max_locks_per_transaction: "256",
};

/** Longest that a command on a node may take, the move of all its shards for instance (milliseconds). */
const patienceMs = 30 * 60_000;

export interface NodeOptions {
  readonly name: string;
  /** The folder of all nodes. */
  readonly folder: string;
  readonly programs: Programs;
  readonly password: string;
}

export class Node {
  readonly name: string;
  port: number;
  readonly folder: string;
  readonly #programs: Programs;
  readonly #password: string;

  private constructor({ name, folder, programs, password }: NodeOptions, port: number) {
    this.name = name;
    this.port = port;
    this.folder = join(folder, name);
    this.#programs = programs;
    this.#password = password;
    mkdirSync(this.folder, { mode: 0o700 });
    const { uid, gid } = programs.user;
    if (uid !== undefined && gid !== undefined) chownSync(this.folder, uid, gid);
    alive.add(this);
  }

  /** A machine without any data. */
  static async empty(options: NodeOptions): Promise<Node> {
    return new Node(options, await freePort());
  }

  /** One that runs, as a package of PostgreSQL leaves it. */
  static async initialise(options: NodeOptions): Promise<Node> {
    const node = await Node.empty(options);
    await node.run(
      `initdb -U postgres --auth=scram-sha-256 --pwfile=<(echo "$POSTGRES_PASSWORD") --no-sync --encoding=UTF8 \
       --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8`,
    );
    node.configure(small);
    // Logins of tests have passwords that no node knows.
    writeFileSync(join(node.#data, "pg_hba.conf"), `host all /^accord_test_ 127.0.0.1/32 trust\n`);
    await node.run("pg_ctl start -w -l server.log");
    return node;
  }

  /** Adds settings to those of the guide. */
  configure(settings: Readonly<Record<string, string>>): void {
    const lines = Object.entries({ ...settings, port: String(this.port) }).map(
      ([name, value]) => `${name} = ${value}\n`,
    );
    appendFileSync(join(this.#data, "postgresql.conf"), lines.join(""));
  }

  /** Runs lines of a shell on this machine as the user of PostgreSQL; what they print. Throws with it when one fails. */
  async run(commands: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { bin, user } = this.#programs;
    const shell = spawn("bash", ["-euo", "pipefail", "-c", commands], {
      ...user,
      cwd: this.folder,
      env: {
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        HOME: this.folder,
        LC_ALL: "C",
        PGDATA: this.#data,
        PGHOST: "127.0.0.1",
        PGPORT: String(this.port),
        PGUSER: "postgres",
        POSTGRES_PASSWORD: this.#password,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: patienceMs,
    });
    let printed = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
    // A server that a command has started may keep the output open.
    const code = await new Promise((resolve) => shell.once("exit", resolve));
    if (code !== 0)
      throw new Error(`On ${this.name}, ended with ${code}:\n${commands}\n${printed}\n${this.lastWords()}`);
    return printed;
  }

  start(): Promise<string> {
    return this.run("pg_ctl start -w -l server.log");
  }

  /** The machine gets the address of one that is gone. */
  async takeAddressOf(gone: Node): Promise<void> {
    await this.run("pg_ctl stop -w -m fast");
    this.port = gone.port;
    this.configure({});
    await this.start();
  }

  /** The first process. */
  get postmaster(): number {
    return this.#pids()[0] ?? 0;
  }

  /** The machine ends: all processes at once. */
  kill(): void {
    // The first process would begin others again, so it comes first.
    for (const pid of this.#pids()) send(pid, "SIGKILL");
    rmSync(join(this.#data, "postmaster.pid"), { force: true });
  }

  /** The machine is silent: connections stay open, and nobody answers. */
  halt(): void {
    for (const pid of this.#pids()) send(pid, "SIGSTOP");
  }

  resume(): void {
    for (const pid of this.#pids()) send(pid, "SIGCONT");
  }

  /** Nothing of it is left. */
  remove(): void {
    this.kill();
    alive.delete(this);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** As a superuser. */
  url(database = "accord"): string {
    return `postgres://postgres:${this.#password}@127.0.0.1:${this.port}/${database}`;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  async answers(): Promise<void> {
    await until(() =>
      this.query("SELECT 1")
        .then(() => true)
        .catch(() => false),
    );
  }

  lastWords(): string {
    const log = join(this.folder, "server.log");
    return existsSync(log) ? readFileSync(log, "utf8").slice(-2_000) : "";
  }

  get #data(): string {
    return join(this.folder, "data");
  }

  /** The first process, and its children. */
  #pids(): number[] {
    const file = join(this.#data, "postmaster.pid");
    const first = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
    if (!(first > 0)) return [];
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(first)], { encoding: "utf8" });
    return [
      first,
      ...stdout
        .split("\n")
        .map(Number)
        .filter((pid) => pid > 0),
    ];
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Whatever happens to a run, no server outlives it. */
const alive = new Set<Node>();
process.once("exit", () => {
  for (const node of alive) node.kill();
});
