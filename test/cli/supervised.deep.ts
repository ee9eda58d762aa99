import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { stopLeftPostgres } from "#src/storage/embedded/postgres.ts";
import { readPostmaster } from "#src/storage/embedded/postmaster.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";
import { Accord } from "./support/accord.ts";

/** As a supervisor does: whatever has ended begins again. */
describe("accord start and work on one data folder", () => {
  const running: Accord[] = [];
  let folder: string;
  let data: string;
  /** Sessions of one process that listen for jobs: one for each of its pools. */
  let listenersOfOne: number;

  before(async () => {
    makeFolder();
    const url = await begin("start").listening();
    await until(async () => (await fetch(`${url}/readyz`)).ok);
    listenersOfOne = await listeners();
    expect(listenersOfOne).to.be.at.least(1);
    await clear();
  });
  beforeEach(makeFolder);
  // After the last test also what a failed `before` has left.
  afterEach(clear);
  after(clear);

  function makeFolder(): void {
    folder = temporaryFolder();
    data = join(folder, "postgres", "data");
  }

  /** Ends everything on the folder, a database that killed processes have left included, and removes it. */
  async function clear(): Promise<void> {
    await Promise.all(running.splice(0).map((one) => one.stop()));
    await stopLeftPostgres({ data });
    rmSync(folder, { recursive: true, force: true });
  }

  function begin(command: string): Accord {
    const begun = new Accord([command], { env: { ACCORD_DATA_DIR: folder } });
    running.push(begun);
    return begun;
  }

  const kill = async (one: Accord): Promise<void> => {
    running.splice(running.indexOf(one), 1);
    await one.stop("SIGKILL");
  };

  const holder = () => Number(readFileSync(join(folder, "lock"), "utf8").split(" ")[0]);

  /** How many sessions listen for jobs. */
  async function listeners(): Promise<number> {
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

  /** Waits until `start` and `work` both listen for jobs, in all of their pools. */
  async function bothWork(): Promise<void> {
    await until(async () => (await listeners()) === 2 * listenersOfOne);
  }

  it("leave the folder to start, also when work begins first and everything is killed again and again", async () => {
    for (let round = 0; round < 2; round++) {
      const work = begin("work");
      await until(() => work.output.includes("Waiting for the"));
      const start = begin("start");
      await start.listening();
      expect(holder()).to.equal(start.process.pid);
      await bothWork();
      if (round === 0) {
        const postmaster = await readPostmaster(data);
        process.kill(postmaster?.pid ?? 0, "SIGKILL");
      }
      await Promise.all([kill(work), kill(start)]);
    }
  });

  it("go on together when start alone is killed, with its database", async () => {
    const start = begin("start");
    await start.listening();
    const work = begin("work");
    await bothWork();
    const before = await readPostmaster(data);
    process.kill(before?.pid ?? 0, "SIGKILL");
    await kill(start);
    const again = begin("start");
    await again.listening();
    expect((await readPostmaster(data))?.port).to.equal(before?.port);
    await bothWork();
    expect(work.process.exitCode).to.equal(null);
  });
});
