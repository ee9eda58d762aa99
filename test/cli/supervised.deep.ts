import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { readPostmaster } from "#src/storage/embedded/postmaster.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";
import { Accord } from "./support/accord.ts";

/** As a supervisor does: whatever has ended begins again. */
describe("accord start and work on one data folder", () => {
  const folder = temporaryFolder();
  const env = { ACCORD_DATA_DIR: folder };
  const running: Accord[] = [];
  after(async () => {
    await Promise.all(running.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  const begin = (command: string): Accord => {
    const begun = new Accord([command], { env });
    running.push(begun);
    return begun;
  };

  const kill = async (one: Accord): Promise<void> => {
    running.splice(running.indexOf(one), 1);
    await one.stop("SIGKILL");
  };

  const holder = () => Number(readFileSync(join(folder, "lock"), "utf8").split(" ")[0]);

  /** How many workers listen for jobs: `start` is one. */
  async function workers(): Promise<number> {
    const { databaseUrl } = JSON.parse(readFileSync(join(folder, "running.json"), "utf8")) as { databaseUrl: string };
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const { rowCount } = await client.query(`SELECT FROM pg_stat_activity WHERE query ILIKE 'LISTEN%jobs:insert%'`);
      return rowCount ?? 0;
    } finally {
      await client.end();
    }
  }

  it("leave the folder to start, also when work begins first and everything is killed again and again", async () => {
    for (let round = 0; round < 2; round++) {
      const work = begin("work");
      await until(() => work.output.includes("Waiting for the"));
      const start = begin("start");
      await start.listening();
      expect(holder()).to.equal(start.process.pid);
      await until(async () => (await workers()) === 2);
      if (round === 0) {
        const postmaster = await readPostmaster(join(folder, "postgres", "data"));
        process.kill(postmaster?.pid ?? 0, "SIGKILL");
      }
      await Promise.all([kill(work), kill(start)]);
    }
  });

  it("go on together when start alone is killed, with its database", async () => {
    const start = begin("start");
    await start.listening();
    const work = begin("work");
    await until(async () => (await workers()) === 2);
    const before = await readPostmaster(join(folder, "postgres", "data"));
    process.kill(before?.pid ?? 0, "SIGKILL");
    await kill(start);
    const again = begin("start");
    await again.listening();
    expect((await readPostmaster(join(folder, "postgres", "data")))?.port).to.equal(before?.port);
    await until(async () => (await workers()) === 2);
    expect(work.process.exitCode).to.equal(null);
  });
});
