import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { pino } from "pino";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type Job } from "#src/jobs/job.ts";
import { type RunningJobs, startJobs } from "#src/jobs/runner.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { emptiedDatabase } from "#test/support/database.ts";
import { whileAway } from "#test/support/faults.ts";
import { silent } from "#test/support/postgres.ts";
import { until } from "#test/support/until.ts";
import { withMethods } from "#test/support/with-methods.ts";

interface Parcel {
  readonly number: number;
}

describe("jobs", () => {
  const database = emptiedDatabase();
  let running: RunningJobs[];
  let seen: number[];
  const note = declareJob<Parcel>({
    name: "note",
    run: async ({ number }) => {
      seen.push(number);
    },
  });
  const unused = declareJob<Parcel>({ name: "unused", run: async () => {} });

  beforeEach(() => {
    running = [];
    seen = [];
  });
  afterEach(() => Promise.all(running.map((jobs) => jobs.stop())));

  async function work(...jobs: Job<never>[]): Promise<RunningJobs> {
    const started = await startJobs(database, jobs, { log: silent, pollInterval: 50 });
    running.push(started);
    await started.ready();
    return started;
  }

  async function waiting(): Promise<{ attempts: number; last_error: string | null; delay: number }[]> {
    const { rows } = await database.pool.query(
      `SELECT attempts, last_error, extract(epoch FROM run_at - updated_at)::float8 AS delay FROM graphile_worker.jobs`,
    );
    return rows;
  }

  it("never runs a job whose transaction was rolled back, and runs a committed one", async () => {
    await work(note);
    await inTransaction(database, async ({ client }) => {
      await enqueue(client, note, { number: 1 });
      throw new Error("no");
    }).catch(() => {});
    await inTransaction(database, ({ client }) => enqueue(client, note, { number: 2 }));
    await until(async () => (await waiting()).length === 0 && seen.length > 0);
    expect(seen).to.deep.equal([2]);
  });

  it("runs every committed job exactly once with two processes at work", async () => {
    await work(note);
    await work(note);
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    await inTransaction(database, async ({ client }) => {
      for (const number of numbers) await enqueue(client, note, { number });
    });
    await until(async () => (await waiting()).length === 0);
    expect(seen.toSorted((a, b) => a - b)).to.deep.equal(numbers);
  });

  it("wakes a worker that looks by itself once an hour", async () => {
    const jobs = await startJobs(database, [note], { log: silent, pollInterval: 3_600_000 });
    running.push(jobs);
    await jobs.ready();
    await inTransaction(database, ({ client }) => enqueue(client, note, { number: 1 }));
    await until(() => seen.length === 1);
    await enqueue(database.pool, note, { number: 2 });
    await until(() => seen.length === 2);
  });

  it("notifies nobody within a transaction, where all other commits would wait for its own", async () => {
    const listener = await database.owner.connect();
    const heard: string[] = [];
    listener.on("notification", ({ channel, payload = "" }) => heard.push(`${channel} ${payload}`));
    try {
      await listener.query('LISTEN "jobs:insert"; LISTEN marker');
      // What the queue itself is asked for in the same session is announced as ever.
      for (const sql of [
        "SELECT FROM graphile_worker.add_job($1)",
        "SELECT FROM enqueue_job($1, '{}', null, null, 1, null, 0)",
        "SELECT FROM enqueue_flagged_job($1, '{}', null, null, 1, null, 0, '{flag}')",
      ])
        for (let time = 0; time < 6; time++) await database.owner.query(sql, ["note"]);
      await database.owner.query("NOTIFY marker");
      await until(() => heard.includes("marker "));
      expect(heard).to.have.length(7);
      await inTransaction(database, async ({ client }) => {
        for (const number of [1, 2, 3]) await enqueue(client, note, { number });
      });
      await until(() => heard.length > 7);
      expect(heard.slice(7)).to.deep.equal(['jobs:insert {"count":3}']);
    } finally {
      listener.release(true);
    }
  });

  it("keeps one waiting job per key, with the latest payload and time", async () => {
    await enqueue(database.pool, note, { number: 1 }, { jobKey: "k", runAt: new Date(Date.now() + 3_600_000) });
    await enqueue(database.pool, note, { number: 2 }, { jobKey: "k" });
    await work(note);
    await until(async () => (await waiting()).length === 0);
    expect(seen).to.deep.equal([2]);
  });

  describe("of owners", () => {
    interface Errand {
      readonly owner: string;
      readonly number: number;
    }
    let begun: string[];
    let blocked: PromiseWithResolvers<void>;
    const errand = declareJob<Errand>({
      name: "errand",
      owner: ({ owner }) => owner,
      run: async ({ owner, number }) => {
        begun.push(`${owner}${number}`);
        if (owner === "slow") await blocked.promise;
      },
    });
    beforeEach(() => {
      begun = [];
      blocked = Promise.withResolvers();
    });
    afterEach(() => blocked.resolve());

    it("run one at a time for each owner, however many an owner has and however many slots are free", async () => {
      for (let number = 0; number < 12; number++) await enqueue(database.pool, errand, { owner: "slow", number });
      await work(errand, note);
      await until(() => begun.length > 0);
      for (const number of [1, 2, 3]) await enqueue(database.pool, errand, { owner: "quick", number });
      await enqueue(database.pool, note, { number: 1 });
      await until(() => seen.length === 1 && begun.length === 4);
      expect(begun).to.have.members(["slow0", "quick1", "quick2", "quick3"]);
      blocked.resolve();
      await until(async () => (await waiting()).length === 0);
      expect(begun).to.have.length(15);
    });

    it("take no slot of another pool", async () => {
      const slowPool = { name: "slow", concurrency: 2 };
      const slow = declareJob<Errand>({ name: "slow-errand", pool: slowPool, run: () => blocked.promise });
      for (let number = 0; number < 12; number++) await enqueue(database.pool, slow, { owner: "anybody", number });
      await work(slow, note);
      await enqueue(database.pool, note, { number: 1 });
      await until(async () => seen.length === 1 && (await waiting()).length === 12);
    });
  });

  it("retries a failing job later and later, and succeeds in the end", async () => {
    const stubborn = declareJob<Parcel>({
      name: "stubborn",
      run: async ({ number }, { attempt }) => {
        if (attempt < 3) throw new Error(`not at attempt ${attempt}`);
        seen.push(number);
      },
    });
    await work(stubborn);
    await enqueue(database.pool, stubborn, { number: 7 });
    const delays: number[] = [];
    for (const attempt of [1, 2]) {
      await until(async () => (await waiting())[0]?.last_error?.includes(`attempt ${attempt}`) ?? false);
      delays.push((await waiting())[0]?.delay ?? 0);
      await database.pool.query("UPDATE graphile_worker._private_jobs SET run_at = now()");
    }
    await until(async () => (await waiting()).length === 0);
    expect(seen).to.deep.equal([7]);
    expect(delays[0]).to.be.within(1, 4);
    expect(delays[1]).to.be.within(5, 10);
  });

  it("gives a job up after its last attempt and keeps the reason", async () => {
    const hopeless = declareJob<Parcel>({
      name: "hopeless",
      maxAttempts: 1,
      run: async () => {
        throw new Error("never");
      },
    });
    await work(hopeless);
    await enqueue(database.pool, hopeless, { number: 1 });
    await until(async () => (await waiting())[0]?.last_error === "never");
    const { rows } = await database.pool.query(
      "SELECT attempts = max_attempts AS over FROM graphile_worker.jobs WHERE locked_at IS NULL",
    );
    expect(rows).to.deep.equal([{ over: true }]);
  });

  it("runs a cron job by the clock", async () => {
    const everyMinute = declareJob<object>({
      name: "every-minute",
      cron: "* * * * *",
      cronCatchUp: 120_000,
      run: async () => {
        seen.push(1);
      },
    });
    // Known for ten minutes and last run three minutes ago, as after a restart.
    await database.pool.query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ('every-minute', now() - interval '10 min', now() - interval '3 min')`,
    );
    await work(everyMinute);
    await until(async () => seen.length > 0);
  });

  it("stops only after the jobs that run have ended, and leaves the rest in the queue", async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const slow = declareJob<Parcel>({
      name: "slow",
      pool: { name: "alone", concurrency: 1 },
      run: async ({ number }) => {
        started.resolve();
        await finish.promise;
        seen.push(number);
      },
    });
    const jobs = await startJobs(database, [slow], { log: silent });
    await jobs.ready();
    await enqueue(database.pool, slow, { number: 1 });
    await started.promise;
    let stopped = false;
    const stopping = jobs.stop().then(() => {
      stopped = true;
    });
    await enqueue(database.pool, slow, { number: 2 });
    expect(stopped).to.equal(false);
    finish.resolve();
    await stopping;
    expect(seen).to.deep.equal([1]);
    expect(await waiting()).to.have.length(1);
    expect(jobs.listening()).to.equal(false);
  });

  it("leaves no pool running when one of them cannot start", async () => {
    const other = declareJob<Parcel>({ name: "other", pool: { name: "other", concurrency: 1 }, run: async () => {} });
    let connections = 0;
    const refusing = withMethods(database.pool, {
      connect: (...given: []) =>
        ++connections === 2 ? Promise.reject(new Error("no more connections")) : database.pool.connect(...given),
    });
    const starting = startJobs({ ...database, pool: refusing }, [note, other], { log: silent });
    expect(await starting.catch(({ message }: Error) => message)).to.equal("no more connections");
    await until(() => database.pool.totalCount === database.pool.idleCount);
  });

  it("stops when it is told to while a pool is started again", async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const long = declareJob<Parcel>({
      name: "long",
      run: async () => {
        begun.resolve();
        await finish.promise;
      },
    });
    const connecting = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    let restarts = false;
    const slow = withMethods(database.pool, {
      async connect(...given: []) {
        if (restarts) {
          connecting.resolve();
          await go.promise;
        }
        return await database.pool.connect(...given);
      },
    });
    const said: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => said.push(line) });
    const jobs = await startJobs({ ...database, pool: slow }, [long], { log, pollInterval: 50 });
    await enqueue(database.pool, long, { number: 0 });
    await begun.promise;
    await whileAway(database, async () => {
      finish.resolve();
      await until(() => said.some((line) => line.includes("Failed to complete jobs")));
      restarts = true;
    });
    await connecting.promise;
    const stopping = jobs.stop();
    go.resolve();
    await stopping;
    await until(() => database.pool.totalCount === database.pool.idleCount);
  });

  it("stops at once although its clock waits for a database that fails it", async () => {
    const hourly = declareJob<Parcel>({ name: "hourly", cron: "0 * * * *", run: async () => {} });
    await (await work(hourly)).stop();
    const table = "graphile_worker._private_known_crontabs";
    await database.owner.query(`ALTER TABLE ${table} RENAME TO away`);
    const waits: number[] = [];
    const log = pino({
      hooks: {
        logMethod([, message]) {
          waits.push(Number(/restarting in ([\d.]+)ms/.exec(String(message))?.[1] ?? 0));
        },
      },
    });
    const jobs = await startJobs(database, [hourly], { log });
    await jobs.ready();
    await until(() => waits.some((wait) => wait > 3_000));
    const waited = delay(Math.max(...waits), "the clock's wait", { ref: false });
    expect(await Promise.race([jobs.stop().then(() => "the stop"), waited]), "what was over first").to.equal(
      "the stop",
    );
    await database.owner.query("ALTER TABLE graphile_worker.away RENAME TO _private_known_crontabs");
  });

  it("goes on though the first look for jobs failed", async () => {
    const table = "graphile_worker._private_tasks";
    await enqueue(database.pool, note, { number: 1 });
    await database.owner.query(`ALTER TABLE ${table} RENAME TO away`);
    const failed = Promise.withResolvers<void>();
    const log = pino(
      { level: "debug" },
      { write: (line: string) => (line.includes("Failed to acquire job") ? failed.resolve() : undefined) },
    );
    const jobs = await startJobs(database, [note], { log, pollInterval: 50 });
    running.push(jobs);
    await failed.promise;
    await database.owner.query("ALTER TABLE graphile_worker.away RENAME TO _private_tasks");
    await until(() => seen.length > 0 && jobs.listening());
  });

  it("goes on when the database comes back after dropping every connection", async () => {
    const jobs = await work(note, unused);
    await inTransaction(database, ({ client }) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
      ),
    );
    await enqueue(database.pool, note, { number: 1 });
    await until(async () => seen.length > 0 && (await waiting()).length === 0);
    await until(() => jobs.listening());
    await jobs.stop();
    await jobs.stop();
  });

  it("goes on, and says that it listens, after one job ended while the database was away and others later", async () => {
    const begun: number[] = [];
    const ends = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const long = declareJob<Parcel>({
      name: "long",
      run: async ({ number }) => {
        begun.push(number);
        await ends[number]?.promise;
      },
    });
    const said: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => said.push(line) });
    const jobs = await startJobs(database, [long, note], { log, pollInterval: 50 });
    running.push(jobs);
    for (const number of ends.keys()) await enqueue(database.pool, long, { number });
    await until(() => begun.length === ends.length);
    await whileAway(database, async () => {
      ends[0]?.resolve();
      await until(() => said.some((line) => line.includes("Failed to complete jobs")));
    });
    ends[1]?.resolve();
    await until(async () => (await waiting()).length === 2);
    ends[2]?.reject(new Error("no"));
    await enqueue(database.pool, note, { number: 1 });
    await until(() => seen.includes(1) && jobs.listening());
  });

  it("frees the jobs of a process that was killed, and not those of a living one", async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const slow = declareJob<Parcel>({
      name: "slow",
      run: async () => {
        started.resolve();
        await finish.promise;
      },
    });
    await work(slow);
    await enqueue(database.pool, slow, { number: 1 });
    await started.promise;
    await enqueue(database.pool, note, { number: 2 });
    // Both jobs were taken an hour ago; the second by a worker that no session answers for.
    await database.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 hour',
         locked_by = coalesce(locked_by, 'worker-of-a-dead-process')`,
    );
    await work(note);
    await until(async () => seen.length > 0);
    const held = async () => {
      const { rows } = await database.pool.query(
        "SELECT task_identifier FROM graphile_worker.jobs WHERE locked_at IS NOT NULL",
      );
      return rows.map(({ task_identifier }) => task_identifier);
    };
    // The freed job's end is written a moment after it ran.
    await until(async () => (await held()).length < 2);
    expect(await held()).to.deep.equal(["slow"]);
    finish.resolve();
  });
});
