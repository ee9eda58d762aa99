/**
 * A real PostgreSQL that starts with Accord and stops with it. Its data folder is made on first use; it listens only
 * on 127.0.0.1 and asks for a password that is random per installation.
 */
import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";
import { openToAppend, readPlain, replaceFile } from "../plain-files.ts";
import { scramVerifier } from "../scram.ts";
import { StartupError } from "../startup-error.ts";
import { type Home, prepareHome } from "./home.ts";
import { asStartupError, explain, logSize } from "./postgres-failure.ts";
import { adoptedEnd, type PostgresProcess, processOf, shutDown, waitFor } from "./postgres-process.ts";
import { disown, isPostgresOf, readPostmaster } from "./postmaster.ts";
import { processStartedAt } from "./process-start.ts";
import { Supervisor } from "./supervisor.ts";

export interface EmbeddedPostgresOptions {
  /** The folder for the database. Made when missing; see `home.ts` for root. */
  readonly directory: string;
  /** The TCP port on 127.0.0.1; a free one when left out. */
  readonly port?: number;
  readonly log: Log;
  /** PostgreSQL settings that replace ours, for example `{ shared_buffers: "1GB" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Starts the server again, on the same port, whenever it ends by itself; that is only logged when left out. */
  readonly keepRunning?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection URL with the password, for the database `accord`, of the login that serves and works. Never log it. */
  readonly url: string;
  /** The same for the owner of the database, who migrates: a superuser. */
  readonly ownerUrl: string;
  /** True when a server was found running, left behind by a process that was killed. */
  readonly adopted: boolean;
  /** Whether it has ended by itself and does not run again yet. */
  isDown(): boolean;
  /** Ends every session, writes everything down and waits until the server is gone. */
  stop(): Promise<void>;
}

/** For a small machine, and durable: fsync and synchronous_commit stay on. */
const defaultSettings: Readonly<Record<string, string>> = {
  // Holds the indexes that a half-hour of events writes to (docs/performance.md); used only as far as there is something to hold.
  shared_buffers: "256MB",
  max_connections: "100",
  max_wal_size: "2GB",
  min_wal_size: "256MB",
  checkpoint_timeout: "15min",
  // Until a new table is analysed, PostgreSQL guesses which of its indexes is good.
  autovacuum_naptime: "15s",
  // A backup that nobody reads from must not keep log until the disk is full: past this it fails.
  max_slot_wal_keep_size: "8GB",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements are reported by the code that sent them; the log keeps what the server itself does.
  log_min_messages: "log",
  log_checkpoints: "off",
};

const databaseName = "accord";
/** The login that serves and works; its rights come with the migrations. */
export const embeddedLogin = "accord";
const startTimeoutMs = 300_000;

/**
 * Starts PostgreSQL, or adopts the one that a killed process left running on the same data. Throws `StartupError`
 * with one line that says what to do when it cannot.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = await prepareHome(options);
  const settings = { ...defaultSettings, ...options.settings };
  try {
    const password = await readOrMakePassword(home);
    await initialise(home, settings);
    const adopted = await adopt(home, password, options);
    const server = adopted ?? (await start(home, password, settings, options));
    const { keepRunning = false, log } = options;
    const { port } = server;
    const startAgain = (signal: AbortSignal) => start(home, password, settings, { port, signal });
    const supervisor = new Supervisor(server, {
      name: "The embedded PostgreSQL",
      startAgain: keepRunning ? startAgain : null,
      log,
    });
    return {
      ...addresses(password, port),
      adopted: adopted !== undefined,
      isDown: () => supervisor.isDown,
      stop: () => supervisor.stop(),
    };
  } catch (error) {
    throw asStartupError(error, home);
  }
}

/** The data folder appears whole or not at all, so a start that was killed half-way leaves nothing to repair. */
async function initialise(home: Home, settings: Readonly<Record<string, string>>): Promise<void> {
  if (existsSync(join(home.data, "PG_VERSION"))) return;
  const unfinished = `${home.data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const flags = ["-D", unfinished, "-U", "postgres", `--pwfile=${home.passwordFile}`, "--auth=scram-sha-256"];
  // The built-in C.UTF-8 sorts alike on every machine, so indexes survive a move to another one.
  flags.push("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  if (settings.fsync === "off") flags.push("--no-sync");
  const log = await openToAppend(home.logFile, home.runAs);
  try {
    const child = spawn(home.binaries.initdb, flags, childOptions(home, log.fd));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", resolve);
    });
    if (code !== 0) throw new StartupError(await explain(home, 0));
  } finally {
    await log.close();
  }
  await rename(unfinished, home.data);
}

async function adopt(
  home: Home,
  password: string,
  { port, log }: EmbeddedPostgresOptions,
): Promise<PostgresProcess | undefined> {
  const postmaster = await readPostmaster(home.data);
  if (postmaster === undefined) return undefined;
  const { pid } = postmaster;
  if (!isPostgresOf(postmaster, home.data)) {
    await disown(home);
    return undefined;
  }
  const gone = () => processStartedAt(pid) === undefined;
  const usable = (port === undefined || port === postmaster.port) && (await waitUntilReady(home, pid, gone, 30_000));
  if (usable) {
    await ensureDatabase(password, postmaster.port);
    log.info(`Adopted the embedded PostgreSQL that was still running on port ${postmaster.port}`);
    return processOf(pid, postmaster.port, adoptedEnd(pid));
  }
  log.info(`Restarting the embedded PostgreSQL that was still running (process ${pid})`);
  await shutDown(pid);
  return undefined;
}

async function start(
  home: Home,
  password: string,
  settings: Readonly<Record<string, string>>,
  { port: wantedPort, signal }: Pick<EmbeddedPostgresOptions, "port"> & { readonly signal?: AbortSignal },
): Promise<PostgresProcess> {
  for (let attempt = 1; ; attempt++) {
    const port = wantedPort ?? (await freePort(attempt === 1 ? await lastPort(home) : 0));
    const flags = ["-D", home.data, "-p", String(port), "-h", "127.0.0.1", "-k", ""];
    for (const [name, value] of Object.entries(settings)) flags.push("-c", `${name}=${value}`);
    const logged = await logSize(home);
    const logFile = await openToAppend(home.logFile, home.runAs);
    // Its own session: Ctrl-C in the terminal reaches us alone, and we stop it after our own work is done.
    const child = spawn(home.binaries.postgres, flags, { ...childOptions(home, logFile.fd), detached: true });
    let hasEnded = false;
    const ended = new Promise<string>((resolve) => {
      child.on("exit", (code, by) => resolve(String(by ?? code)));
      child.on("error", ({ message }) => resolve(message));
    }).finally(() => {
      hasEnded = true;
    });
    await logFile.close();
    const { pid } = child;
    const over = () => hasEnded || signal?.aborted === true;
    if (pid !== undefined && (await waitUntilReady(home, pid, over, startTimeoutMs))) {
      child.unref();
      const server = processOf(pid, port, ended);
      await ensureDatabase(password, port).catch((error) => server.stop().then(() => Promise.reject(error)));
      return server;
    }
    child.kill("SIGQUIT");
    await ended;
    const reason = await explain(home, logged, port);
    // Another program may take the free port first, and backends of a killed server need a moment to notice.
    const passing = (wantedPort === undefined && reason.includes("in use")) || reason.includes("still in use");
    if (!passing || attempt === 20) throw new StartupError(reason);
    await delay(250);
  }
}

/** Stops the PostgreSQL that a killed process has left running on a data folder, if there is one. */
export async function stopLeftPostgres(home: Pick<Home, "data">): Promise<void> {
  const postmaster = await readPostmaster(home.data);
  if (postmaster !== undefined && isPostgresOf(postmaster, home.data)) await shutDown(postmaster.pid);
}

/** PostgreSQL writes `ready` into postmaster.pid when it takes connections. False when `ended` or too late. */
async function waitUntilReady(home: Home, pid: number, ended: () => boolean, timeoutMs: number): Promise<boolean> {
  let ready = false;
  await waitFor(async () => {
    const postmaster = await readPostmaster(home.data);
    ready = !ended() && postmaster?.pid === pid && postmaster.status === "ready";
    return ready || ended();
  }, timeoutMs);
  return ready;
}

async function ensureDatabase(password: string, port: number): Promise<void> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", password, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
    const { rowCount: logins } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [embeddedLogin]);
    if (logins === 0) {
      const verifier = scramVerifier(loginPassword(password));
      await client.query(`CREATE ROLE ${embeddedLogin} LOGIN PASSWORD '${verifier}'`);
    }
  } finally {
    await client.end();
  }
}

async function readOrMakePassword(home: Home): Promise<string> {
  const found = await readPlain(home.passwordFile);
  if (found !== undefined && found.trim() !== "") return found.trim();
  if (existsSync(join(home.data, "PG_VERSION"))) {
    throw new StartupError(`The database password ${home.passwordFile} is missing: restore it from a backup.`);
  }
  const password = randomBytes(24).toString("base64url");
  await replaceFile(home.passwordFile, `${password}\n`, { owner: home.runAs });
  return password;
}

function addresses(password: string, port: number): Pick<EmbeddedPostgres, "url" | "ownerUrl"> {
  const at = `127.0.0.1:${port}/${databaseName}`;
  return {
    url: `postgres://${embeddedLogin}:${loginPassword(password)}@${at}`,
    ownerUrl: `postgres://postgres:${password}@${at}`,
  };
}

/** Follows from the owner's, which it does not give away. */
function loginPassword(password: string): string {
  return createHmac("sha256", password).update(embeddedLogin).digest("base64url");
}

function childOptions(home: Home, logFile: number) {
  return {
    ...home.runAs,
    cwd: home.folder,
    // Nothing of ours leaks in: PGDATA, PGPORT and the like would change what the server does.
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", logFile, logFile] as ["ignore", number, number],
  };
}

/** The port of last time, so that processes which joined then find the database again; another when someone took it. */
async function freePort(wanted: number): Promise<number> {
  const server = createServer();
  const listening = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  await listening(wanted).catch(() => listening(0));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free TCP port on 127.0.0.1.");
  return address.port;
}

/** PostgreSQL notes how it was started last (postmaster.opts). 0 when it never was. */
async function lastPort({ data }: Home): Promise<number> {
  const options = (await readPlain(join(data, "postmaster.opts"))) ?? "";
  const port = Number(/"-p" "(\d{1,5})"/.exec(options)?.[1] ?? 0);
  return port < 65_536 ? port : 0;
}
