import { text } from "node:stream/consumers";
import { expect } from "chai";
import type { QueryResult, QueryResultRow } from "pg";
import { QueryError } from "#src/apis/observability/metrics/promql/errors.ts";
import type { Question } from "#src/apis/observability/metrics/threads/messages.ts";
import { QueryThreads } from "#src/apis/observability/metrics/threads/query-threads.ts";
import { Problem } from "#src/http/problem.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { failureOf } from "#test/support/failure-of.ts";

const tenant = { projectId: "0198c1f2-0000-7000-8000-000000000001", environment: "test" } as const;
const asking = (query: string, more: Partial<Question> = {}): Question => ({
  ...{
    tenant,
    text: query,
    when: 1_795_255_200_000,
    limit: 0,
    experimental: false,
    withStatistics: false,
    countsSteps: false,
    msLeft: 60_000,
  },
  ...more,
});

/** A connection of which each statement finds nothing, or fails. */
class EmptyConnection implements QueryConnection {
  readonly statements: string[] = [];
  readonly signal: AbortSignal;
  readonly #failure: Error | undefined;

  constructor(signal = new AbortController().signal, failure?: Error) {
    this.signal = signal;
    this.#failure = failure;
  }

  query<Row extends QueryResultRow>(sql: string): Promise<QueryResult<Row>> {
    this.statements.push(sql);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return Promise.resolve({ rows: [], rowCount: 0, command: "", oid: 0, fields: [] });
  }
}

/**
 * The program of a thread that knows no queries: it ends of `die`, hears nothing any more of `spin`, takes all memory of `grow`, is silent
 * of `wait`, and otherwise tells which queries were ended.
 */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from "node:worker_threads";
  let ended = 0;
  parentPort.on("message", ({ kind, call, question }) => {
    if (kind === "end") parentPort.postMessage({ kind: "ended", call, ended: ended++ });
    else if (kind === "more" || question?.text === "die") process.exit(1);
    else if (question?.text === "spin") while (true);
    else if (question?.text === "grow") for (const all = []; ; ) all.push(new Array(10_000).fill(all.length));
    else if (question?.text !== "wait") parentPort.postMessage({ kind: "evaluated", call, bytes: ended });
  });
`)}`,
);

describe("threads of queries", () => {
  const opened: QueryThreads[] = [];
  const open = (options: ConstructorParameters<typeof QueryThreads>[0] = {}) => {
    const threads = new QueryThreads({ threads: 1, ...options });
    opened.push(threads);
    return threads;
  };
  after(() => Promise.all(opened.map((threads) => threads.close())));

  describe("with their own program", () => {
    let threads: QueryThreads;
    before(() => {
      threads = open();
    });

    it("read on the query's connection and hand back the text of the answer, in pieces", async () => {
      const connection = new EmptyConnection();
      const empty = await threads.evaluate(connection, asking("sum(up) or vector(1)"));
      expect(JSON.parse(await text(empty.read(() => {})))).to.have.nested.property("data.result[0].value[1]", "1");
      expect(connection.statements.join()).to.include("FROM metric");

      const start = 1_795_255_200_000;
      const when = { start, end: start + 10_000_000, step: 1_000 };
      const long = await threads.evaluate(new EmptyConnection(), asking("time()", { when }));
      let ended = 0;
      const pieces: Buffer[] = [];
      for await (const piece of long.read(() => ended++)) pieces.push(piece as Buffer);
      expect(pieces).to.have.length.above(3);
      expect(JSON.parse(Buffer.concat(pieces).toString()).data.result[0].values).to.have.lengthOf(10_001);
      expect(ended).to.equal(1);
    });

    it("throw what is wrong with the query, and what a statement has thrown", async () => {
      const wrong = await failureOf(threads.evaluate(new EmptyConnection(), asking("up{")));
      expect(wrong).to.be.instanceOf(QueryError).with.property("type", "bad_data");
      const failure = new Error("the connection is lost");
      const failed = await failureOf(threads.evaluate(new EmptyConnection(undefined, failure), asking("up")));
      expect(failed).to.equal(failure);
    });

    it("end with the query's signal", async () => {
      const end = new AbortController();
      const many = 'sum_over_time((count_values("n",vector(time())))[3h:1s])';
      const evaluating = failureOf(threads.evaluate(new EmptyConnection(end.signal), asking(many)));
      const reason = new Error("the client has left");
      end.abort(reason);
      expect(await evaluating).to.equal(reason);
      const next = await threads.evaluate(new EmptyConnection(), asking("1"));
      next.close();
    });
  });

  it("that die fail their queries with 503, and are replaced", async () => {
    const threads = open({ program });
    const dying = [asking("wait"), asking("wait"), asking("die")];
    const failures = await Promise.all(dying.map((each) => failureOf(threads.evaluate(new EmptyConnection(), each))));
    for (const failure of failures) expect(failure).to.be.instanceOf(Problem).with.property("status", 503);
    const next = await threads.evaluate(new EmptyConnection(), asking("1"));
    expect(await failureOf(text(next.read(() => {})))).to.be.instanceOf(Problem);
  });

  it("that do not hear the end of a query are replaced, and the queries beside it fail with 503", async () => {
    const threads = open({ program, patienceMs: 50 });
    const end = new AbortController();
    const beside = failureOf(threads.evaluate(new EmptyConnection(), asking("wait")));
    const stuck = failureOf(threads.evaluate(new EmptyConnection(end.signal), asking("spin")));
    const reason = new Error("the client has left");
    end.abort(reason);
    expect(await stuck).to.equal(reason);
    expect(await beside)
      .to.be.instanceOf(Problem)
      .with.property("status", 503);
    (await threads.evaluate(new EmptyConnection(), asking("1"))).close();
  });

  it("that use up their heap fail their queries with 503 and are replaced, while those of others are answered", async () => {
    const threads = open({ program, threads: 2, heapMiB: 16 });
    const grown = failureOf(threads.evaluate(new EmptyConnection(), asking("grow")));
    (await threads.evaluate(new EmptyConnection(), asking("1"))).close();
    expect(await grown)
      .to.be.instanceOf(Problem)
      .with.property("status", 503);
    const next = await Promise.all([1, 2, 3].map(() => threads.evaluate(new EmptyConnection(), asking("1"))));
    for (const each of next) each.close();
  });

  it("are told of queries that nobody waits for", async () => {
    const threads = open({ program });
    const end = new AbortController();
    const evaluating = failureOf(threads.evaluate(new EmptyConnection(end.signal), asking("wait")));
    end.abort(new Error("the client has left"));
    await evaluating;
    const unread = await threads.evaluate(new EmptyConnection(), asking("1"));
    unread.close();
    const after = await threads.evaluate(new EmptyConnection(), asking("1"));
    expect([unread.bytes, after.bytes]).to.deep.equal([1, 2]);
    after.close();
  });
});
