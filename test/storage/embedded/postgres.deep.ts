import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { readPostmaster } from "#src/storage/embedded/postmaster.ts";
import { processStartedAt } from "#src/storage/embedded/process-start.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { freePort, throughPort } from "#test/support/ports.ts";
import { silent } from "#test/support/postgres.ts";
import { otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

const startAndSayUrl = `
  import { startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const { ownerUrl: url } = await startEmbeddedPostgres({ directory: process.argv[2], log });
  say(url);
  if (process.argv[3] === "exit") process.exit(0);
  if (process.argv[3] === "run-out") throw new Error("an error that nobody catches");
  setInterval(() => {}, 1000);`;

describe("embedded PostgreSQL", () => {
  let folder: string;
  let prepared: string;
  let server: EmbeddedPostgres | undefined;

  before(async () => {
    prepared = temporaryFolder();
    await (await startEmbeddedPostgres({ directory: prepared, log: silent })).stop();
  });
  after(() => rmSync(prepared, { recursive: true }));
  beforeEach(() => {
    folder = temporaryFolder();
    // A copy, as of a project folder, is as good as a first start and faster.
    cpSync(prepared, folder, { recursive: true });
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    rmSync(folder, { recursive: true });
  });

  async function start(options: { port?: number; settings?: Record<string, string> } = {}): Promise<EmbeddedPostgres> {
    server = await startEmbeddedPostgres({ directory: folder, log: silent, ...options });
    return server;
  }

  async function ask(url: string, sql: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query(sql);
      return Object.values(rows[0] ?? {})[0];
    } finally {
      await client.end();
    }
  }

  const refusal = () => start().catch(({ message }: Error) => message);

  it("is a durable PostgreSQL 18 in UTF-8 with checksums, heard on 127.0.0.1 and its own socket only", async () => {
    const { ownerUrl: url } = await start();
    expect(await ask(url, "SELECT inet_server_addr() IS NULL"), "by its socket").to.equal(true);
    expect(statSync(join(folder, `.s.PGSQL.${new URL(url).port}`)).mode & 0o777).to.equal(0o700);
    expect(await ask(throughPort(url, Number(new URL(url).port)), "SELECT inet_server_addr()")).to.equal("127.0.0.1");
    const facts: Record<string, string> = {
      data_checksums: "on",
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      server_encoding: "UTF8",
      listen_addresses: "127.0.0.1",
      unix_socket_directories: folder,
      max_wal_size: "2GB",
      TimeZone: "UTC",
    };
    expect(await ask(url, "SHOW server_version")).to.match(/^18\./);
    for (const [name, value] of Object.entries(facts)) expect(await ask(url, `SHOW ${name}`), name).to.equal(value);
  });

  for (const [what, name] of [
    ["is too long", "long".repeat(25)],
    ["has a comma", "one,two"],
    ["has a quotation mark", 'a "b" c'],
  ] as const)
    it(`is heard on 127.0.0.1 only where the path of its socket ${what}`, async () => {
      const parent = folder;
      folder = join(parent, name);
      cpSync(prepared, folder, { recursive: true });
      try {
        const { ownerUrl: url } = await start();
        expect(url).not.to.include("host=");
        expect(await ask(url, "SHOW unix_socket_directories")).to.equal("");
      } finally {
        await server?.stop();
        server = undefined;
        folder = parent;
      }
    });

  it("has its socket in a folder whose path needs escaping in a URL", async () => {
    const parent = folder;
    folder = join(parent, "ä & b ?c#d%");
    cpSync(prepared, folder, { recursive: true });
    try {
      const { ownerUrl: url } = await start();
      expect(await ask(url, "SELECT inet_server_addr() IS NULL")).to.equal(true);
    } finally {
      await server?.stop();
      server = undefined;
      folder = parent;
    }
  });

  it("starts although another process has the pid that the socket of a killed one names", async () => {
    const port = await freePort();
    writeFileSync(join(folder, `.s.PGSQL.${port}`), "");
    writeFileSync(
      join(folder, `.s.PGSQL.${port}.lock`),
      `${process.pid}\n${join(folder, "data")}\n0\n${port}\n${folder}\n`,
    );
    const { url } = await start({ port });
    expect(await ask(url, "SELECT inet_server_addr() IS NULL")).to.equal(true);
  });

  it("asks for a password that only the owner can read", async () => {
    const { ownerUrl: url } = await start();
    const { password } = new URL(url);
    expect(readFileSync(join(folder, "password"), "utf8").trim()).to.equal(password);
    expect(statSync(join(folder, "password")).mode & 0o777).to.equal(0o600);
    const wrong = new URL(url);
    wrong.password = "wrong";
    const failure = await ask(wrong.href, "SELECT 1").catch((error: Error) => error.message);
    expect(failure).to.match(/password authentication failed/);
  });

  it("keeps its data and password over a stop, and leaves no process behind", async () => {
    const first = await start();
    await ask(first.ownerUrl, "CREATE TABLE kept AS SELECT 42 AS answer");
    const postmaster = await readPostmaster(join(folder, "data"));
    await first.stop();
    expect(processStartedAt(postmaster?.pid ?? 0)).to.equal(undefined);
    const second = await start({ settings: { work_mem: "7MB" } });
    expect(second.adopted).to.equal(false);
    expect(await ask(second.ownerUrl, "SELECT answer FROM kept")).to.equal(42);
    expect(await ask(second.ownerUrl, "SHOW work_mem")).to.equal("7MB");
    expect(new URL(second.url).password).to.equal(new URL(first.url).password);
  });

  it("is adopted after kill -9 of its process, sessions and all", async () => {
    const killed = otherProcess(startAndSayUrl, folder);
    const url = await killed.line();
    const session = new pg.Client({ connectionString: url });
    await session.connect();
    await killed.kill("SIGKILL");
    const adopted = await start();
    expect(adopted).to.deep.include({ adopted: true, ownerUrl: url });
    expect((await session.query("SELECT 1 AS one")).rows).to.deep.equal([{ one: 1 }]);
    await session.end();
    const postmaster = await readPostmaster(join(folder, "data"));
    await adopted.stop();
    expect(processStartedAt(postmaster?.pid ?? 0)).to.equal(undefined);
  });

  it("is restarted after kill -9 when another port is wanted", async () => {
    const killed = otherProcess(startAndSayUrl, folder);
    const old = new URL(await killed.line());
    await killed.kill("SIGKILL");
    const port = await freePort();
    const { adopted, ownerUrl: url } = await start({ port });
    expect(adopted).to.equal(false);
    expect(new URL(url).port).to.equal(String(port)).and.not.equal(old.port);
  });

  for (const [how, end] of [
    ["exits without stopping it", "exit"],
    ["dies of an error", "run-out"],
  ] as const) {
    it(`goes down with a process that ${how}`, async () => {
      const careless = otherProcess(startAndSayUrl, folder, end);
      await careless.line();
      await until(async () => (await readPostmaster(join(folder, "data"))) === undefined);
    });
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`stops when ${signal} ends a process that has no listener for it`, async () => {
      const ended = otherProcess(startAndSayUrl, folder, "stay");
      await ended.line();
      await ended.kill(signal);
      await until(async () => (await readPostmaster(join(folder, "data"))) === undefined);
    });
  }

  it("stops when a second signal ends a process that listened for the first", async () => {
    const ended = otherProcess(`process.once("SIGINT", () => say("heard"));\n${startAndSayUrl}`, folder, "stay");
    await ended.line();
    ended.process.kill("SIGINT");
    expect(await ended.line()).to.equal("heard");
    await ended.kill("SIGINT");
    await until(async () => (await readPostmaster(join(folder, "data"))) === undefined);
  });

  it("recovers when the server itself was killed", async () => {
    const first = await start();
    await ask(first.ownerUrl, "CREATE TABLE kept AS SELECT 42 AS answer");
    const postmaster = await readPostmaster(join(folder, "data"));
    process.kill(postmaster?.pid ?? 0, "SIGKILL");
    await first.stop();
    expect(await ask((await start()).ownerUrl, "SELECT answer FROM kept")).to.equal(42);
  });

  it("starts although its pid file names a process that is something else by now", async () => {
    await (await start()).stop();
    const other = otherProcess("setInterval(() => {}, 1000);");
    const pidFile = join(folder, "data", "postmaster.pid");
    writeFileSync(pidFile, `${other.pid}\n${folder}/data\n0\n5432\n\n127.0.0.1\n\nready\n`);
    expect((await start()).adopted).to.equal(false);
    await other.kill("SIGKILL");
  });

  it("waits until the processes of a killed server have closed its socket", async () => {
    await (await start()).stop();
    writeFileSync(join(folder, "data", "postmaster.pid"), `999999\n${folder}/data\n0\n5432\n\n127.0.0.1\n\nready\n`);
    const left = createServer((socket) => {
      socket.destroy();
      left.close();
    });
    await new Promise<void>((resolve) => left.listen(join(folder, ".s.PGSQL.5432"), resolve));
    expect((await start()).adopted).to.equal(false);
  });

  it("does not start beside a server that it cannot see, as in another container, but that answers on the folder's socket", async () => {
    await (await start()).stop();
    const pidFile = join(folder, "data", "postmaster.pid");
    const left = `999999\n${folder}/data\n0\n5432\n\n127.0.0.1\n\nready\n`;
    writeFileSync(pidFile, left);
    const unseen = createServer();
    await new Promise<void>((resolve) => unseen.listen(join(folder, ".s.PGSQL.5432"), resolve));
    try {
      expect(await refusal()).to.include("A PostgreSQL that cannot be seen from here");
      expect(readFileSync(pidFile, "utf8")).to.equal(left);
    } finally {
      await new Promise((resolve) => unseen.close(resolve));
    }
  });

  it("is not misled by what an interrupted first start left", async () => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    mkdirSync(join(folder, "data.unfinished"));
    writeFileSync(join(folder, "data.unfinished", "PG_VERSION"), "18\n");
    expect(await ask((await start()).ownerUrl, "SELECT 1")).to.equal(1);
  });

  it("does not start a second server where sessions of a killed one still live", async () => {
    const killed = otherProcess(startAndSayUrl, folder);
    const session = new pg.Client({ connectionString: await killed.line() });
    session.on("error", () => {});
    await session.connect();
    await session.query("CREATE TABLE kept AS SELECT 42 AS answer");
    const { rows } = await session.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const [backend = { pid: 0 }] = rows;
    const postmaster = await readPostmaster(join(folder, "data"));
    process.kill(backend.pid, "SIGSTOP");
    await killed.kill("SIGKILL");
    process.kill(postmaster?.pid ?? 0, "SIGKILL");
    await until(() => processStartedAt(postmaster?.pid ?? 0) === undefined);
    let isAwake = false;
    const waking = setTimeout(() => {
      isAwake = true;
      process.kill(backend.pid, "SIGCONT");
    }, 600);
    const { ownerUrl: url } = await start();
    // A session that ends leaves the shared memory before its process is gone.
    expect(isAwake).to.equal(true);
    await until(() => processStartedAt(backend.pid) === undefined);
    expect(await ask(url, "SELECT answer FROM kept")).to.equal(42);
    clearTimeout(waking);
    await session.end().catch(() => {});
  });

  it("gives the server a login of its own, which is no superuser and does not reveal the owner's password", async () => {
    const { url, ownerUrl } = await start();
    expect(
      await ask(
        url,
        "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS any FROM pg_roles WHERE rolname = current_user",
      ),
    ).to.equal(false);
    expect(url).not.to.include(new URL(ownerUrl).password);
    const refusal = await ask(url, "SET session_replication_role = replica").catch((error: unknown) => error);
    expect(refusal).to.include({ code: "42501" });
  });

  it("says that the password is missing rather than locking itself out", async () => {
    rmSync(join(folder, "password"));
    expect(await refusal()).to.match(/password .* is missing: restore it from a backup/);
  });

  it("names the port that is in use", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    try {
      const refused = await start({ port }).catch(({ message }: Error) => message);
      expect(refused).to.equal(`Port ${port} on 127.0.0.1 is in use: the embedded PostgreSQL needs it.`);
    } finally {
      taken.close();
    }
  });

  it("says which setting it does not take, in one line", async () => {
    const refused = await start({ settings: { shared_buffers: "lots" } }).catch(({ message }: Error) => message);
    expect(refused).to.match(/^The embedded PostgreSQL did not start: .*shared_buffers.*$/);
  });

  it("says when the folder cannot be made", async () => {
    const kept = folder;
    folder = "/dev/null/postgres";
    const refused = await refusal();
    folder = kept;
    expect(refused).to.equal("The data folder /dev/null/postgres cannot be created: ENOTDIR.");
  });
});
