import { expect } from "chai";
import type { PoolClient } from "pg";
import { Problem } from "#src/http/problem.ts";
import { openDatabase } from "#src/storage/database.ts";
import { GroupCommit, type Prepared } from "#src/storage/group-commit.ts";
import { afterCommit } from "#src/storage/transaction.ts";
import { CommitProxy } from "#test/support/commit-proxy.ts";
import { testDatabase } from "#test/support/database.ts";
import { opened } from "#test/support/opened.ts";
import { silent } from "#test/support/postgres.ts";
import { until } from "#test/support/until.ts";

/** A number to be stored; one below zero is what the table refuses. */
type Numbers = readonly [number, ...number[]];

describe("group commit", () => {
  const database = testDatabase({ as: "owner" });
  before(() => database.pool.query("CREATE TABLE numbers (at serial, batch uuid, number integer CHECK (number >= 0))"));
  const way = opened(
    () => CommitProxy.open(database.url),
    ({ proxy }) => proxy.close(),
  );
  const through = opened(() => openDatabase(way.url, { entities: [], migrations: [], log: silent }));
  beforeEach(() => database.pool.query("TRUNCATE numbers"));

  const stored = async () => {
    const { rows } = await database.pool.query<{ number: number }>("SELECT number FROM numbers ORDER BY at");
    return rows.map(({ number }) => number);
  };

  /** Answers each request with the number and how many it was stored with. */
  async function write(client: PoolClient, numbers: Numbers): Promise<Prepared<string, string>> {
    const { rows } = await client.query<{ batch: string }>("SELECT gen_random_uuid() AS batch");
    const [{ batch } = { batch: "" }] = rows;
    await client.query("INSERT INTO numbers (batch, number) SELECT $1, unnest($2::int[])", [batch, numbers]);
    return {
      results: numbers.map((number) => `${number} of ${numbers.length}`),
      saving: [],
      tookPlace: async (next) =>
        (await next.query("SELECT FROM numbers WHERE batch = $1 LIMIT 1", [batch])).rows.length > 0,
    };
  }

  function aGroupCommit(options: Partial<ConstructorParameters<typeof GroupCommit<number, string, string>>[0]> = {}) {
    return new GroupCommit<number, string, string>({
      pool: through.pool,
      maxBatch: 100,
      maxPending: 1_000,
      maxConcurrent: 4,
      lock: async (client) => {
        await client.query("BEGIN; LOCK TABLE numbers IN SHARE ROW EXCLUSIVE MODE");
        return "locked";
      },
      write,
      ...options,
    });
  }

  it("commits without it what a request spoils for the others, in their order", async () => {
    const commits = aGroupCommit();
    const numbers = [0, 1, 2, -3, 4, 5, 6, 7];
    const outcomes = await Promise.allSettled(numbers.map((number) => commits.submit("a", number)));
    expect(outcomes.filter(({ status }) => status === "rejected")).to.have.length(1);
    expect(outcomes[3]).to.have.nested.property("reason.code", "23514");
    expect(await stored()).to.deep.equal([0, 1, 2, 4, 5, 6, 7]);
    // 8, 4, 2, 2, 1, 1 and 4 of them.
    expect(commits.counters).to.deep.equal({ transactions: 7, retries: 0 });
  });

  it("fails all with a Problem, which is about all of them", async () => {
    const problem = new Problem("NOT_FOUND", {});
    const commits = aGroupCommit({ write: () => Promise.reject(problem) });
    const heard = await Promise.all([1, 2].map((number) => commits.submit("a", number).catch((error) => error)));
    expect(heard).to.deep.equal([problem, problem]);
    expect(commits.counters.transactions).to.equal(1);
  });

  it("rejects the request whose result is an error, and commits the others", async () => {
    const none = new Error("none");
    const commits = aGroupCommit({
      async write(client, numbers) {
        const prepared = await write(client, numbers);
        return { ...prepared, results: prepared.results.map((result, index) => (index === 0 ? none : result)) };
      },
    });
    const heard = await Promise.all([1, 2].map((number) => commits.submit("a", number).catch((error) => error)));
    expect(heard).to.deep.equal([none, "2 of 2"]);
  });

  it("commits nothing where there is nothing to save, and tells nobody of a commit", async () => {
    let told = 0;
    const tell = (client: PoolClient) => expect(afterCommit(client, () => told++)).to.equal(true);
    const commits = aGroupCommit({
      async write(client, numbers) {
        tell(client);
        const prepared = await write(client, numbers);
        return { ...prepared, committed: () => void told++, saving: numbers.includes(0) ? null : [] };
      },
    });
    expect(await commits.submit("a", 0)).to.equal("0 of 1");
    expect([await stored(), told]).to.deep.equal([[], 0]);
    await commits.submit("a", 1);
    expect([await stored(), told]).to.deep.equal([[1], 2]);
  });

  for (const fault of ["reset after", "reset before"] as const)
    it(`stores once, and answers as it would have, what had no answer to its COMMIT: ${fault}`, async () => {
      const commits = aGroupCommit();
      void way.proxy.arm(fault);
      expect(await Promise.all([1, 2].map((number) => commits.submit("a", number)))).to.deep.equal([
        "1 of 2",
        "2 of 2",
      ]);
      expect(await stored()).to.deep.equal([1, 2]);
      expect(commits.counters).to.deep.equal({ transactions: 2, retries: 1 });
    });

  it("attempts again what its user has mended, and gives up with 503 when that goes on", async () => {
    let broken = 2;
    const mending = (retryMs: number) =>
      aGroupCommit({
        retryMs,
        write: (client, numbers) => (broken-- > 0 ? Promise.reject(new Error("broken")) : write(client, numbers)),
        failed: () => true,
      });
    expect(await mending(60_000).submit("a", 1)).to.equal("1 of 1");
    broken = 1_000;
    const refused = mending(100).submit("a", 2);
    expect(await refused.catch((error) => error)).to.include({ code: "OVERLOADED" });
    expect(await stored()).to.deep.equal([1]);
  });

  it("takes no more than it may, by count and by weight, and nothing once it drains", async () => {
    const commits = aGroupCommit({ maxPending: 3, weigh: (number) => number, maxPendingWeight: 10, maxBatchWeight: 5 });
    const full = (number: number) => commits.submit("a", number).catch((error: Problem) => error.code);
    const answers = [1, 10, 4, 5, 0].map(full);
    expect(commits.pending).to.deep.equal({ size: 3, weight: 10 });
    const drained = commits.drain();
    answers.push(full(0));
    await drained;
    expect(await Promise.all(answers)).to.deep.equal([
      "1 of 2",
      "OVERLOADED",
      "4 of 2",
      "5 of 1",
      "OVERLOADED",
      "OVERLOADED",
    ]);
    expect(commits.pending).to.deep.equal({ size: 0, weight: 0 });
  });

  it("lets one owner's silent transaction hold up no other's, and its next one neither", async () => {
    const silence = Promise.withResolvers<void>();
    let waiting = 0;
    const commits = aGroupCommit({
      maxConcurrent: 1,
      ownerOf: (group) => group.slice(0, 4),
      lock: async () => "",
      async write(_, [first, ...others]) {
        if (first < 0) {
          waiting++;
          await silence.promise;
        }
        return { results: [first, ...others].map(String), saving: null };
      },
    });
    const slow = [commits.submit("slow events", -1)];
    // Once it was silent for a second, its permit is another's.
    expect(await commits.submit("other", 1)).to.equal("1");
    slow.push(commits.submit("slow spans", -2));
    await until(() => waiting === 2);
    expect(await commits.submit("other", 2)).to.equal("2");
    silence.resolve();
    expect(await Promise.all(slow)).to.deep.equal(["-1", "-2"]);
  });
});
