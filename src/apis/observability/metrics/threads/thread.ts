/**
 * The program of a thread that evaluates queries: it reads samples, calculates, and makes the text of the answer. It has no
 * connection: its statements are run on the query's own, by the thread that takes requests.
 */
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { QueryResult, QueryResultRow } from "pg";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { presentResult } from "../../presenters/metric-result.ts";
import { pieces } from "../../presenters/streamed-text.ts";
import { readerOfEverything } from "../joined-reader.ts";
import { QueryError } from "../promql/errors.ts";
import { evaluateAt, evaluateOver, type Result } from "../promql/evaluate.ts";
import { parseQuery } from "../promql/syntax/parser.ts";
import { asParameter } from "../promql/time.ts";
import { PostgresMetricReader } from "../reader.ts";
import { SeriesSources } from "../series-catalog.ts";
import { TenantSource } from "../tenant-source.ts";
import { IdleCollection } from "./idle-collection.ts";
import type { Failure, FromThread, Question, Row, ToThread } from "./messages.ts";

const port = parentPort;
if (port === null) throw new Error("this is the program of a thread");

// Where processors are scarce, requests go first. Elsewhere than on Linux this would be the priority of the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const sources = new SeriesSources({ keptBytes: 128 * 1024 * 1024, unindexedBytes: 64 * 1024 * 1024 });
const queries = new Map<number, ThreadQuery>();
/** Why a query ends that nobody waits for: never seen by anybody. */
const unwanted = new Error("nobody waits for the query");

const idle = new IdleCollection();

function tell(message: FromThread, transferred: ArrayBuffer[] = []): void {
  port?.postMessage(message, transferred);
}

class ThreadConnection implements QueryConnection {
  readonly signal: AbortSignal;
  readonly #call: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly Row[]>>();
  #statements = 0;

  constructor(call: number, signal: AbortSignal) {
    this.#call = call;
    this.signal = signal;
    signal.addEventListener("abort", () => {
      for (const { reject } of this.#waiting.values()) reject(signal.reason);
    });
  }

  async query<Found extends QueryResultRow>(sql: string, values?: unknown[]): Promise<QueryResult<Found>> {
    this.signal.throwIfAborted();
    const statement = this.#statements++;
    // Its answer says nothing, and what comes next on the connection comes after it.
    if (sql === "ROLLBACK") {
      tell({ kind: "statement", call: this.#call, statement, sql, values });
      return { rows: [], rowCount: 0, command: sql, oid: 0, fields: [] };
    }
    const answered = Promise.withResolvers<readonly Row[]>();
    this.#waiting.set(statement, answered);
    tell({ kind: "statement", call: this.#call, statement, sql, values });
    const rows = (await answered.promise) as Found[];
    return { rows, rowCount: rows.length, command: "", oid: 0, fields: [] };
  }

  answer(statement: number, rows: readonly Row[] | null): void {
    const waiting = this.#waiting.get(statement);
    this.#waiting.delete(statement);
    if (rows === null) waiting?.reject(new Error("the statement failed"));
    else waiting?.resolve(rows.map(withBuffers));
  }
}

/** Bytes come as plain arrays of them. */
function withBuffers(row: Row): Row {
  const revived: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(row))
    if (value instanceof Uint8Array) revived[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return revived;
}

class ThreadQuery {
  readonly connection: ThreadConnection;
  readonly #call: number;
  readonly #end = new AbortController();
  #pieces: Iterator<string> | undefined;

  constructor(call: number) {
    this.#call = call;
    this.connection = new ThreadConnection(call, this.#end.signal);
  }

  async evaluate(question: Question): Promise<void> {
    const call = this.#call;
    try {
      const result = await resultOf(question, this.connection);
      if (this.#end.signal.aborted) return;
      this.#pieces = pieces(presentResult(result, question.withStatistics));
      tell({ kind: "evaluated", call, bytes: result.bytes });
    } catch (error) {
      queries.delete(call);
      if (!this.#end.signal.aborted) tell({ kind: "failed", call, failure: failureOf(error) });
    }
  }

  more(): void {
    try {
      const next = this.#pieces?.next();
      if (next === undefined || next.done === true) {
        queries.delete(this.#call);
        tell({ kind: "piece", call: this.#call, piece: null });
        return;
      }
      const piece = new TextEncoder().encode(next.value);
      tell({ kind: "piece", call: this.#call, piece }, [piece.buffer]);
    } catch (error) {
      queries.delete(this.#call);
      tell({ kind: "failed", call: this.#call, failure: failureOf(error) });
    }
  }

  end(): void {
    this.#end.abort(unwanted);
  }
}

function endQuery(call: number): void {
  queries.get(call)?.end();
  queries.delete(call);
  tell({ kind: "ended", call });
}

function resultOf(
  { tenant, text, when, experimental, ...asked }: Question,
  connection: ThreadConnection,
): Promise<Result> {
  const reader = readerOfEverything(new PostgresMetricReader(connection, sources), connection);
  const options = { ...asked, source: new TenantSource(reader, tenant), signal: connection.signal, text };
  const node = asParameter("query", () => parseQuery(text, { experimental }));
  return typeof when === "number" ? evaluateAt(node, when, options) : evaluateOver(node, when, options);
}

function failureOf(error: unknown): Failure {
  if (error instanceof QueryError) return { type: error.type, message: error.message };
  return { type: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

port.on("message", (message: ToThread) => {
  switch (message.kind) {
    case "evaluate": {
      const query = new ThreadQuery(message.call);
      queries.set(message.call, query);
      void query.evaluate(message.question);
      break;
    }
    case "rows":
      queries.get(message.call)?.connection.answer(message.statement, message.rows);
      break;
    case "more":
      queries.get(message.call)?.more();
      break;
    case "end":
      endQuery(message.call);
      break;
    default:
      sources.forget();
  }
  idle.expect(() => queries.size === 0);
});
