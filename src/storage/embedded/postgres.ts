/**
 * The embedded PostgreSQL, which starts and stops with Accord. Its data folder is created on first use. It listens on a Unix socket, over
 * which a statement takes three quarters of the time that it takes over TCP, and on 127.0.0.1. Both require a password that is random for
 * each installation.
 */
import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";
import { openToAppend, readPlain, replaceFile } from "../plain-files.ts";
import { scramVerifier } from "../scram.ts";
import { StartupError } from "../startup-error.ts";
import { type Home, prepareHome, socketName } from "./home.ts";
import { asStartupError, explain, logSize } from "./postgres-failure.ts";
import { adoptedEnd, type PostgresProcess, processOf, shutDown, waitFor } from "./postgres-process.ts";
import { disown, isPostgresOf, readPostmaster } from "./postmaster.ts";
import { processStartedAt } from "./process-start.ts";
import { Supervisor } from "./supervisor.ts";

export interface EmbeddedPostgresOptions {
  /** The folder of the database. Created when missing; `home.ts` has the rules for root. */
  readonly directory: string;
  /** The TCP port on 127.0.0.1; a free one when left out. */
  readonly port?: number;
  readonly log: Log;
  /** PostgreSQL settings that replace ours, for example `{ shared_buffers: "1GB" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Restarts the server, on the same port, whenever it ends by itself. When left out, its end is only logged. */
  readonly keepRunning?: boolean;
}

export interface EmbeddedPostgres {
  /**
   * The connection URL of the login that serves and works, with its password, for the database `accord`. Never log it. Where there is a Unix
   * socket, the parameter `host` is its folder; without the parameter, the URL is that of the same server over TCP.
   */
  readonly url: string;
  /** The connection URL of the owner of the database, who runs migrations: a superuser. Never log it. */
  readonly ownerUrl: string;
  /** Whether the server was already running, left behind by a process that was killed. */
  readonly adopted: boolean;
  /** Whether the server has ended by itself and has not been restarted yet. */
  isDown(): boolean;
  /** Ends every session, flushes everything and waits until the server has ended. */
  stop(): Promise<void>;
}

/** Settings for a small machine. Commits are durable: fsync and synchronous_commit stay on. */
const defaultSettings: Readonly<Record<string, string>> = {
  // Enough for the indexes that half an hour of events writes to (docs/performance.md). Memory is only used as needed.
  shared_buffers: "256MB",
  max_connections: "100",
  max_wal_size: "2GB",
  min_wal_size: "256MB",
  checkpoint_timeout: "15min",
  // Until a new table is analysed, PostgreSQL has no statistics to choose an index by.
  autovacuum_naptime: "15s",
  // A backup that is not read must not keep log until the disk is full. Beyond this size, the backup fails.
  max_slot_wal_keep_size: "8GB",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements are reported by the code that sent them. This log is about the server itself.
  log_min_messages: "log",
  log_checkpoints: "off",
};

const databaseName = "accord";
/** The login that serves and works. Migrations give it its rights. */
export const embeddedLogin = "accord";
const startTimeoutMs = 300_000;
/** Longest that a killed server's socket may take connections (ms). */
const socketTimeoutMs = 5_000;

/**
 * Starts PostgreSQL, or adopts the one that a killed process has left running on the same data. Throws `StartupError` with one line that
 * says what to do.
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
      ...addresses(home, password, port),
      adopted: adopted !== undefined,
      isDown: () => supervisor.isDown,
      stop: () => supervisor.stop(),
    };
  } catch (error) {
    throw asStartupError(error, home);
  }
}

/** Creates the data folder. That is atomic, so a killed start leaves nothing to repair. */
async function initialise(home: Home, settings: Readonly<Record<string, string>>): Promise<void> {
  if (existsSync(join(home.data, "PG_VERSION"))) return;
  const unfinished = `${home.data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const flags = ["-D", unfinished, "-U", "postgres", `--pwfile=${home.passwordFile}`, "--auth=scram-sha-256"];
  // The built-in C.UTF-8 sorts the same on every machine, so indexes stay valid when the folder is moved to another one.
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
    // Processes of a killed server have its socket open until they notice its end.
    if (!(await waitFor(async () => !(await answers(home, postmaster.port)), socketTimeoutMs)))
      throw new StartupError(
        `A PostgreSQL that cannot be seen from here, in another container perhaps, runs on ${home.data}. Stop it first.`,
      );
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
    const flags = ["-D", home.data, "-p", String(port), "-h", "127.0.0.1", "-k", home.socketFolder ?? ""];
    // Only the owner may connect, as only the owner may read the password.
    flags.push("-c", "unix_socket_permissions=0700");
    for (const [name, value] of Object.entries(settings)) flags.push("-c", `${name}=${value}`);
    await removeSocket(home, port);
    const logged = await logSize(home);
    const logFile = await openToAppend(home.logFile, home.runAs);
    // In a session of its own, so that Ctrl-C in the terminal only reaches this process, which stops the server last.
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
    // Another program may take the free port first, and backends of a killed server need a moment to end.
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

/** Waits until PostgreSQL writes `ready` to postmaster.pid. Returns false when it has ended, or after `timeoutMs`. */
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

function addresses({ socketFolder }: Home, password: string, port: number): Pick<EmbeddedPostgres, "url" | "ownerUrl"> {
  // An adopted server may have been started without a socket.
  const hasSocket = socketFolder !== null && existsSync(join(socketFolder, socketName(port)));
  // The parameter takes the place of the host before it (PostgreSQL documentation, 32.1.1.2).
  const socket = hasSocket ? `?host=${encodeURIComponent(socketFolder)}` : "";
  const at = `127.0.0.1:${port}/${databaseName}${socket}`;
  return {
    url: `postgres://${embeddedLogin}:${loginPassword(password)}@${at}`,
    ownerUrl: `postgres://postgres:${password}@${at}`,
  };
}

/** The login's password, derived from the owner's by a one-way function. */
function loginPassword(password: string): string {
  return createHmac("sha256", password).update(embeddedLogin).digest("base64url");
}

/** Whether a server listens on the socket of the data folder, also one in another container. */
async function answers({ socketFolder }: Home, port: number): Promise<boolean> {
  if (socketFolder === null) return false;
  const socket = connect(join(socketFolder, socketName(port)));
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Removes the socket and the lock file of a killed server. PostgreSQL refuses to start when the lock names a pid that another program has now. */
async function removeSocket({ socketFolder }: Home, port: number): Promise<void> {
  if (socketFolder === null) return;
  const socket = join(socketFolder, socketName(port));
  for (const left of [socket, `${socket}.lock`]) await rm(left, { force: true });
}

function childOptions(home: Home, logFile: number) {
  return {
    ...home.runAs,
    cwd: home.folder,
    // Not our own environment: PGDATA, PGPORT and the like would change the behaviour of the server.
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", logFile, logFile] as ["ignore", number, number],
  };
}

/** The port of the last start, so that processes that joined it find the database again; another one when that is taken. */
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

/** The port of the last start, from PostgreSQL's file postmaster.opts; 0 when it was never started. */
async function lastPort({ data }: Home): Promise<number> {
  const options = (await readPlain(join(data, "postmaster.opts"))) ?? "";
  const port = Number(/"-p" "(\d{1,5})"/.exec(options)?.[1] ?? 0);
  return port < 65_536 ? port : 0;
}
