// SQL: runs the statements that the threads ask for; they are written where the threads read.
/**
 * Threads that evaluate queries, so that nothing else waits while one calculates. A query keeps its connection, its deadline and
 * its turn here; the thread asks for rows and hands back the bytes of the answer.
 */
import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { Problem } from "#src/http/problem.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { readInTime } from "../../presenters/streamed-text.ts";
import { QueryError } from "../promql/errors.ts";
import type { FromThread, Question, Row, ToThread } from "./messages.ts";

export interface QueryThreadsOptions {
  /** How many there are at most; by the processors of the machine when left out. */
  readonly threads?: number;
  /** The program of a thread, for tests. */
  readonly program?: URL;
  /** Of JavaScript's own heap in a thread, in MiB: labels and texts. Samples and values lie beside it, bounded by each query's budget. */
  readonly heapMiB?: number;
  /** A thread that does not hear that a query ends is given up after so long (milliseconds): no step of a query takes that long. */
  readonly patienceMs?: number;
}

/** An answer in a thread. */
export interface EvaluatedAnswer {
  /** Bytes that are held until the result has been read or given up. */
  readonly bytes: number;
  /** Its text, made as fast as it is read. `done` is called once when it is closed, which happens in time. */
  read(done: () => void): Readable;
  /** Gives it up unread. */
  close(): void;
}

/** One is left for what takes requests. */
const usualThreads = Math.max(1, Math.min(2, availableParallelism() - 1));
const usualHeapMiB = 1_024;
const usualPatienceMs = 10_000;
/** Of new objects in a thread, a third of what they may take, in MiB: the process's own setting would count otherwise. */
const semiSpaceMiB = 16;
/** Bytes that wait for the reader of an answer. */
const readAhead = 64 * 1024;

export class QueryThreads {
  readonly #threads: (QueryThread | undefined)[];
  readonly #options: ThreadOptions;

  constructor({
    threads = usualThreads,
    program = new URL("thread.ts", import.meta.url),
    heapMiB = usualHeapMiB,
    patienceMs = usualPatienceMs,
  }: QueryThreadsOptions = {}) {
    this.#threads = Array.from({ length: threads });
    this.#options = { program, heapMiB, patienceMs };
  }

  /**
   * Evaluates in the thread that has least to do, with statements on the connection. Throws QueryError as evaluation does, what a
   * statement has thrown, the signal's reason when it is aborted, and Problem OVERLOADED when the thread has died, of which a repeat
   * is safe.
   */
  async evaluate(connection: QueryConnection, question: Question): Promise<EvaluatedAnswer> {
    return await this.#leastBusy().evaluate(connection, question);
  }

  /** Forgets the remembered state of the database, which may not be true any more. */
  forget(): void {
    for (const thread of this.#threads) thread?.tell({ kind: "forget" });
  }

  /** Ends them, and what they do. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread?.stop()));
  }

  #leastBusy(): QueryThread {
    let least = 0;
    for (const [at, thread] of this.#threads.entries()) {
      if (thread?.isAlive !== true) this.#threads[at] = undefined;
      if ((this.#threads[at]?.queries ?? 0) < (this.#threads[least]?.queries ?? 0)) least = at;
    }
    const chosen = this.#threads[least] ?? new QueryThread(this.#options);
    this.#threads[least] = chosen;
    return chosen;
  }
}

type ThreadOptions = Required<Omit<QueryThreadsOptions, "threads">>;

/** This side's state of a query in a thread. */
interface RunningQuery {
  readonly hear: (message: FromThread) => void;
  readonly fail: (error: unknown) => void;
}

class QueryThread {
  readonly #worker: Worker;
  readonly #running = new Map<number, RunningQuery>();
  /** Queries that were told to end, with what happens when they do not. */
  readonly #ending = new Map<number, NodeJS.Timeout>();
  readonly #patienceMs: number;
  #calls = 0;
  isAlive = true;

  constructor({ program, heapMiB, patienceMs }: ThreadOptions) {
    this.#patienceMs = patienceMs;
    // Of heaps that are made from now on; a worker's resourceLimits for the same give way to a setting of the process.
    setFlagsFromString(`--max-semi-space-size=${semiSpaceMiB}`);
    this.#worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMiB } });
    this.#worker.unref();
    this.#worker.on("message", (message: FromThread) => this.#hear(message));
    // An error is always followed by the exit.
    let cause: unknown;
    this.#worker.on("error", (error) => {
      cause = error;
    });
    this.#worker.on("exit", () => {
      this.isAlive = false;
      const detail = "The thread that evaluated the query has ended.";
      for (const { fail } of this.#running.values())
        fail(new Problem("OVERLOADED", { detail, headers: { "Retry-After": "1" }, cause }));
      this.#running.clear();
      for (const timer of this.#ending.values()) clearTimeout(timer);
    });
  }

  #hear(message: FromThread): void {
    if (message.kind !== "ended") this.#running.get(message.call)?.hear(message);
    else {
      clearTimeout(this.#ending.get(message.call));
      this.#ending.delete(message.call);
    }
  }

  get queries(): number {
    return this.#running.size;
  }

  tell(message: ToThread, transferred: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transferred);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  async evaluate(connection: QueryConnection, question: Question): Promise<EvaluatedAnswer> {
    const { signal } = connection;
    signal.throwIfAborted();
    const call = this.#calls++;
    const evaluated = Promise.withResolvers<number>();
    let ofStatement: { readonly error: unknown } | undefined;
    let statements: Promise<unknown> = Promise.resolve();
    const hear = (message: FromThread) => {
      if (message.kind === "evaluated") evaluated.resolve(message.bytes);
      else if (message.kind === "failed") evaluated.reject(ofStatement?.error ?? errorOf(message.failure));
      else if (message.kind === "statement")
        statements = this.#run(connection, message).catch((error: unknown) => {
          ofStatement = { error };
          this.tell({ kind: "rows", call, statement: message.statement, rows: null });
        });
    };
    const onAbort = () => evaluated.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    this.#running.set(call, { hear, fail: evaluated.reject });
    this.tell({ kind: "evaluate", call, question });
    try {
      const bytes = await evaluated.promise;
      await statements;
      return this.#answer(call, bytes);
    } catch (error) {
      this.#end(call);
      // The thread does not wait for its statements, but the connection is free only after them. Those of an aborted query are cancelled.
      await statements;
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  async #run(connection: QueryConnection, asked: FromThread & { readonly kind: "statement" }): Promise<void> {
    const { call, statement, sql, values } = asked;
    const { rows } = await connection.query<Row>(sql, values);
    // Several statements at once have no rows that anybody asks for.
    const found: readonly Row[] = rows ?? [];
    this.tell({ kind: "rows", call, statement, rows: found }, wholeBuffers(found));
  }

  #answer(call: number, bytes: number): EvaluatedAnswer {
    const close = () => this.#end(call);
    return { bytes, close, read: (done) => this.#read(call, done) };
  }

  #read(call: number, done: () => void): Readable {
    const stream = new Readable({
      highWaterMark: readAhead,
      read: () => this.tell({ kind: "more", call }),
      destroy: (error, callback) => {
        this.#end(call);
        callback(error);
      },
    });
    const hear = (message: FromThread) => {
      if (message.kind === "piece") stream.push(message.piece);
      else if (message.kind === "failed") stream.destroy(errorOf(message.failure));
    };
    // It may have died since.
    if (!this.isAlive) stream.destroy(new Error("the thread of the query has ended"));
    this.#running.set(call, { hear, fail: (error) => stream.destroy(error as Error) });
    return readInTime(stream.once("close", done));
  }

  #end(call: number): void {
    if (!this.#running.delete(call) || !this.isAlive) return;
    this.tell({ kind: "end", call });
    this.#ending.set(call, setTimeout(() => this.stop(), this.#patienceMs).unref());
  }
}

function errorOf({ type, message }: (FromThread & { readonly kind: "failed" })["failure"]): Error {
  return type === null ? new Error(`A thread failed: ${message}`) : new QueryError(type, message);
}

/** The memory of long values, which can be handed over instead of being copied: pg reads each into its own. */
function wholeBuffers(rows: readonly Row[]): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  for (const row of rows)
    for (const value of Object.values(row))
      if (value instanceof Uint8Array && value.byteLength > 0 && value.byteLength === value.buffer.byteLength)
        found.add(value.buffer as ArrayBuffer);
  return [...found];
}
