/**
 * Opens the infrastructure of every command: the database, the object store and the master key. Without ACCORD_DATABASE_URL or
 * ACCORD_S3_BUCKET, an installation gets an embedded database or object store in its data folder.
 */
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "#src/config.ts";
import { entities, migrate, migrations, requireMigrated } from "#src/schema.ts";
import { finishRestore } from "#src/storage/backup/activation.ts";
import { type Database, type DatabaseOptions, openDatabase } from "#src/storage/database.ts";
import { DataFolderInUse, dataFolderHolder, lockDataFolder } from "#src/storage/embedded/lock.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { refuseLentSessions } from "#src/storage/lent-sessions.ts";
import { type MasterKey, masterKeyIn, withPrevious } from "#src/storage/master-key.ts";
import { startEmbeddedObjectStore } from "#src/storage/objects/embedded/server.ts";
import { type ObjectStore, openObjectStore } from "#src/storage/objects/object-store.ts";
import { readPlain, refuseLinks, replaceFile } from "#src/storage/plain-files.ts";
import { processName } from "#src/storage/processes.ts";
import type { Group, Login } from "#src/storage/rights.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import { explainOtherVersion } from "./other-version.ts";

export interface Infrastructure {
  /** Connected with the login that serves or works; for commands, with the login of the owner. */
  readonly database: Database;
  /** The same database, connected as the owner of its tables, for migrations and operators. Opened at the first call. */
  readonly owner: () => Promise<Database>;
  /** Brings the schema and the rights in it up to date. Throws StartupError when another version has migrated the database. */
  readonly migrate: () => Promise<void>;
  /** Throws StartupError, which says what to do, when migrations are pending or another version has migrated the database. */
  readonly requireMigrated: () => Promise<void>;
  readonly objects: ObjectStore;
  readonly masterKey: MasterKey;
  /** Whether the database is embedded in the data folder; only then are demo tenants created. */
  readonly embedded: boolean;
  /** Whether the embedded PostgreSQL of this process has crashed and has not been restarted yet. */
  readonly databaseIsDown: () => boolean;
  /** The owner's connection URL, with its password. In an embedded database the owner is a superuser. Never log it. */
  readonly ownerUrl: string;
  /** The folder of the embedded object store; null with an external bucket. */
  readonly objectsFolder: string | null;
  close(): Promise<void>;
}

/** The state that a running installation shares with other commands on the same data folder (file `running.json`, mode 0600). */
interface RunningServers extends Servers {
  /** The process that holds the data folder. A file with another pid was left behind by a process that has ended. */
  readonly pid: number;
}

interface Servers {
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly objects: ObjectStoreAccess;
}

interface ObjectStoreAccess {
  readonly endpoint?: string;
  readonly publicEndpoint?: string;
  readonly region: string;
  readonly bucket: string;
  readonly credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

const embeddedBucket = "accord";
/** How long a command waits for its turn (milliseconds). */
const turnPatienceMs = 60_000;
const objectsFolder = (config: Config) => join(config.dataDir, "objects");
const runningFile = (config: Config) => join(config.dataDir, "running.json");

/**
 * How a process uses the embedded servers of a data folder.
 *
 * - `start` starts them itself, and other processes join.
 * - `serve` joins; it starts them when no process has them.
 * - `work` only joins. Otherwise, when a supervisor restarts it together with `start`, `work` might start the database and `start` would
 *   be refused.
 * - `command` joins, or starts them for itself. No process can join a command, because it ends soon: commands take turns, and `start`
 *   waits for them.
 */
export type Role = "start" | "serve" | "work" | "command";

/** Opens the infrastructure, starting the embedded servers where needed. Throws StartupError with one line of advice. */
export async function openInfrastructure(
  config: Config,
  log: Logger,
  { role, poolSize }: { readonly role: Role; readonly poolSize?: number },
): Promise<Infrastructure> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const embedded = config.databaseUrl === undefined;
    const started = embedded || !hasOwnObjects(config) ? await embeddedServers(config, log, role, closers) : null;
    const { servers = null, postgres } = started ?? {};
    const urls = config.databaseUrl === undefined ? urlsOf(servers as Servers) : ownUrls(config, config.databaseUrl);
    const masterKey = withPrevious(config.masterKey ?? (await masterKeyIn(config.dataDir)), config.masterKeyPrevious);
    const applicationName = processName(role);
    const options = { entities, migrations, log, applicationName, ...(poolSize === undefined ? {} : { poolSize }) };
    const open = async (url: string, chosen: DatabaseOptions) => {
      const own = config.databaseUrl !== undefined;
      const opened = await openDatabase(url, chosen).catch((error: unknown) => {
        if (own) throw unreachable(url, error);
        throw postgres === undefined ? unreachableBeside(config, error) : error;
      });
      closers.push(() => opened.close());
      if (own) await refuseLentSessions(opened.pool);
      return opened;
    };
    const url = urls[loginOfRole[role]];
    const database = await open(url, options);
    let opening: Promise<Database> | undefined;
    const owner = async () => {
      if (url === urls.owner) return database;
      opening ??= open(urls.owner, { ...options, poolSize: 2 });
      return await opening;
    };
    const objects = openObjectStore(hasOwnObjects(config) ? ownObjects(config) : (servers as Servers).objects);
    closers.push(async () => objects.close());
    return {
      database,
      owner,
      migrate: () => explainOtherVersion(config, async () => migrate(await owner(), log, loginsOf(urls))),
      requireMigrated: () => explainOtherVersion(config, () => requireMigrated(database)),
      objects,
      masterKey,
      embedded,
      databaseIsDown: () => postgres?.isDown() ?? false,
      ownerUrl: urls.owner,
      objectsFolder: hasOwnObjects(config) ? null : objectsFolder(config),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The login that each kind of process connects with. */
const loginOfRole = { start: "serve", serve: "serve", work: "work", command: "owner" } as const;

/** The connection URL of each login. In an embedded database, `serve` and `work` share a login. */
type Urls = Readonly<Record<Group | "owner", string>>;

function urlsOf({ databaseUrl, ownerUrl }: Servers): Urls {
  return { serve: databaseUrl, work: databaseUrl, owner: ownerUrl };
}

function ownUrls({ workDatabaseUrl, migrateDatabaseUrl }: Config, databaseUrl: string): Urls {
  return { serve: databaseUrl, work: workDatabaseUrl ?? databaseUrl, owner: migrateDatabaseUrl ?? databaseUrl };
}

/** The logins that get rights. A login that owns the tables has all rights, and is left out. */
function loginsOf({ serve, work, owner }: Urls): Login[] {
  const logins =
    serve === work ? [loginOf(serve, ["serve", "work"])] : [loginOf(serve, ["serve"]), loginOf(work, ["work"])];
  const { username } = new URL(owner);
  return logins.filter(({ name }) => name !== decodeURIComponent(username));
}

function loginOf(url: string, groups: readonly Group[]): Login {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  return password === "" ? { name, groups } : { name, password: decodeURIComponent(password), groups };
}

function hasOwnObjects(config: Config): boolean {
  return config.s3Bucket !== undefined;
}

function ownObjects(config: Config): ObjectStoreAccess {
  const { s3Endpoint, s3PublicEndpoint, s3Bucket, awsRegion, awsAccessKeyId, awsSecretAccessKey, awsSessionToken } =
    config;
  return {
    bucket: s3Bucket ?? "",
    region: awsRegion,
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    ...(s3PublicEndpoint === undefined ? {} : { publicEndpoint: s3PublicEndpoint }),
    ...(awsAccessKeyId === undefined || awsSecretAccessKey === undefined
      ? {}
      : {
          credentials: {
            accessKeyId: awsAccessKeyId,
            secretAccessKey: awsSecretAccessKey,
            ...(awsSessionToken === undefined ? {} : { sessionToken: awsSessionToken }),
          },
        }),
  };
}

/** The error when the operator's own database cannot be reached, without the password in its URL. */
function unreachable(databaseUrl: string, error: unknown): StartupError {
  const { host, pathname } = new URL(databaseUrl);
  const reason = reasonOf(error);
  return new StartupError(`The database ${host}${pathname} cannot be used: ${reason}. See ACCORD_DATABASE_URL.`, error);
}

/** The error when the embedded database of another process cannot be reached. */
function unreachableBeside({ dataDir }: Config, error: unknown): StartupError {
  const what = `The database of the Accord that runs on ${dataDir} cannot be used: ${reasonOf(error)}.`;
  const instead = "That process starts it again as soon as it can; its log says what is in the way";
  return new StartupError(`${what} ${instead}. Try again then, or stop it first.`, error);
}

function reasonOf(error: unknown): string {
  // A host name with several addresses fails with one error for each. The first is shown.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}

async function embeddedServers(
  config: Config,
  log: Logger,
  role: Role,
  closers: (() => Promise<void>)[],
): Promise<{ readonly servers: Servers; readonly postgres?: EmbeddedPostgres }> {
  const joined = await lockOrJoin(config, log, role, closers);
  if (joined !== null) return { servers: joined };
  const [postgres, objects] = await Promise.all([
    config.databaseUrl === undefined
      ? startEmbeddedPostgres({ directory: join(config.dataDir, "postgres"), log, keepRunning: role !== "command" })
      : undefined,
    hasOwnObjects(config) ? ownObjects(config) : startObjects(config, log, closers),
  ]);
  if (postgres !== undefined) closers.push(() => postgres.stop());
  const { url = config.databaseUrl ?? "", ownerUrl = url } = postgres ?? {};
  const servers = { databaseUrl: url, ownerUrl, objects };
  if (role !== "command") {
    const running: RunningServers = { pid: process.pid, ...servers };
    await replaceFile(runningFile(config), JSON.stringify(running));
    closers.push(() => rm(runningFile(config), { force: true }));
  }
  return postgres === undefined ? { servers } : { servers, postgres };
}

/** Locks the data folder, and returns null; or returns the servers of the process that holds it. */
async function lockOrJoin(
  config: Config,
  log: Logger,
  role: Role,
  closers: (() => Promise<void>)[],
): Promise<Servers | null> {
  // With an external database, the data folder holds only files.
  if (role === "work" && config.databaseUrl === undefined) return await joinServers(config, log);
  const deadline = performance.now() + turnPatienceMs;
  for (;;) {
    try {
      const lock = await lockDataFolder(config.dataDir);
      closers.push(() => lock.release());
      await finishRestore(config.dataDir);
      await rm(runningFile(config), { force: true });
      return null;
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const running = await serversOf(config, error.pid);
      if (running !== null && role === "start") throw error;
      if (running !== null) return running;
      // The holder of the lock is a command that ends soon, or a server that is starting.
      if (performance.now() > deadline) throw error;
      await delay(100);
    }
  }
}

/** Waits for a process that holds the data folder, and returns its servers. Throws StartupError when there is none in time. */
async function joinServers(config: Config, log: Logger): Promise<Servers> {
  const deadline = performance.now() + turnPatienceMs;
  for (let turn = 0; performance.now() < deadline; turn++) {
    const holder = await dataFolderHolder(config.dataDir);
    const running = holder === undefined ? null : await serversOf(config, holder);
    if (running !== null) return running;
    if (turn === 0) log.info(`Waiting for the "accord start" of ${config.dataDir}, which has the database`);
    await delay(100);
  }
  throw new StartupError(
    `No "accord start" runs on ${config.dataDir}, and workers have no database of their own. Start it, or set ACCORD_DATABASE_URL.`,
  );
}

async function serversOf(config: Config, holder: number): Promise<Servers | null> {
  const text = await readFile(runningFile(config), "utf8").catch(() => null);
  const running = text === null ? null : (JSON.parse(text) as RunningServers);
  return running?.pid === holder ? running : null;
}

async function startObjects(config: Config, log: Logger, closers: (() => Promise<void>)[]): Promise<ObjectStoreAccess> {
  const { accessKeyId, secretAccessKey, port } = await storeIdentity(config.dataDir);
  const directory = objectsFolder(config);
  await refuseLinks(directory);
  const options = {
    directory,
    host: config.host === "0.0.0.0" || config.host === "::" ? config.host : "127.0.0.1",
    accessKeyId,
    secretAccessKey,
    region: config.awsRegion,
    onError: (error: unknown) => log.error({ err: error }, "the embedded object store failed"),
  };
  // The same port as last time, so that presigned URLs stay valid; another port when that one is taken.
  const store = await startEmbeddedObjectStore({ ...options, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return startEmbeddedObjectStore({ ...options, port: 0 });
  });
  closers.push(() => store.stop());
  if (store.port !== port) await writeStoreIdentity(config.dataDir, { accessKeyId, secretAccessKey, port: store.port });
  const access = {
    endpoint: store.endpoint,
    region: config.awsRegion,
    bucket: embeddedBucket,
    credentials: { accessKeyId, secretAccessKey },
  };
  const client = openObjectStore(access);
  await client.ensureBucket();
  client.close();
  return access;
}

interface StoreIdentity {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly port: number;
}

const storeIdentityFile = (dataDir: string) => join(dataDir, "object-store.json");

async function storeIdentity(dataDir: string): Promise<StoreIdentity> {
  const text = await readPlain(storeIdentityFile(dataDir));
  if (text !== undefined) return JSON.parse(text) as StoreIdentity;
  const identity = {
    accessKeyId: `ACCORD${randomBytes(7).toString("hex").toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString("base64url"),
    port: 0,
  };
  await writeStoreIdentity(dataDir, identity);
  return identity;
}

function writeStoreIdentity(dataDir: string, identity: StoreIdentity): Promise<void> {
  return replaceFile(storeIdentityFile(dataDir), `${JSON.stringify(identity, null, 2)}\n`);
}
