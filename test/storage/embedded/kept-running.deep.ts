import { spawnSync } from "node:child_process";
import { renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { pino } from "pino";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { readPostmaster } from "#src/storage/embedded/postmaster.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";

describe("an embedded PostgreSQL that is kept running", () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let lines: string[];

  const start = async (): Promise<void> => {
    lines = [];
    const log = pino(
      { level: "info" },
      { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) },
    );
    const settings = { shared_buffers: "16MB", min_wal_size: "32MB", max_wal_size: "64MB" };
    server = await startEmbeddedPostgres({ directory: folder, log, settings, keepRunning: true });
  };
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const postmaster = async (): Promise<number> => (await readPostmaster(join(folder, "data")))?.pid ?? 0;

  async function ask(sql: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: server.ownerUrl });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows[0]?.answer;
    } finally {
      await client.end();
    }
  }
  const answers = () =>
    ask("SELECT answer FROM kept").then(
      (answer) => answer === 42,
      () => false,
    );
  const told = (text: RegExp) => lines.some((line) => text.test(line));

  it("runs again by itself at the same address when it was killed, again and again", async () => {
    await start();
    await ask("CREATE TABLE kept AS SELECT 42 AS answer");
    for (let times = 1; times <= 2; times++) {
      const killed = await postmaster();
      process.kill(killed, "SIGKILL");
      await until(async () => (await postmaster()) !== killed && (await answers()));
      await until(() => lines.filter((line) => line.endsWith("runs again")).length === times);
      expect(server.isDown()).to.equal(false);
    }
    expect(told(/stopped by itself \(SIGKILL\); it is started again/)).to.equal(true);
  });

  it("is down and says why for as long as it cannot start, and runs again when it can", async () => {
    await start();
    await ask("CREATE TABLE kept AS SELECT 42 AS answer");
    const control = join(folder, "data", "global", "pg_control");
    renameSync(control, `${control}.away`);
    process.kill(await postmaster(), "SIGKILL");
    await until(() => told(/is started again until that succeeds: .*pg_control/));
    expect(server.isDown()).to.equal(true);
    renameSync(`${control}.away`, control);
    await until(answers);
    await until(() => !server.isDown());
    expect(lines.filter((line) => /until that succeeds/.test(line))).to.have.length(1);
  });

  it("is not started again once it is to stop", async () => {
    await start();
    const control = join(folder, "data", "global", "pg_control");
    renameSync(control, `${control}.away`);
    process.kill(await postmaster(), "SIGKILL");
    await until(() => told(/until that succeeds/));
    await server.stop();
    renameSync(`${control}.away`, control);
    expect(told(/runs again/)).to.equal(false);
  });

  describe("on a disk of its own", () => {
    const mount = (...parameters: string[]) => spawnSync("mount", parameters).status === 0;
    let mounted = false;
    beforeEach(() => {
      mounted = mount("-t", "tmpfs", "-o", "size=400m,mode=755", "accord-test", folder);
    });
    afterEach(async () => {
      await server.stop();
      if (mounted) spawnSync("umount", ["-l", folder]);
    });

    it("recovers when there is room again after the disk was full", async () => {
      // Only root can mount a disk; what the server then does, the tests above show everywhere.
      if (!mounted) console.log("      no disk could be mounted, which takes root: it is not filled");
      await start();
      await ask("CREATE TABLE kept AS SELECT 42 AS answer");
      if (!mounted) return;
      const { bavail, bsize } = statfsSync(folder);
      const filler = join(folder, "filler");
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
      process.kill(await postmaster(), "SIGKILL");
      await until(() => told(/until that succeeds: The disk is full/));
      expect(server.isDown()).to.equal(true);
      rmSync(filler);
      await until(answers);
    });
  });
});
