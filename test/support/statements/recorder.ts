/**
 * Writes down every distinct statement that a process of the tests sends to PostgreSQL, whichever way it takes: TypeORM, the
 * pools, the queue and COPY all end in `pg`. They are judged together when the tests are over (verdict.ts).
 */
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import pg from "pg";

/** Names the file that the processes of a run append to. */
export const recordVariable = "ACCORD_TEST_STATEMENTS";

/** Whose statement it is: the program's, or one that a test made up to look at the database or to prepare it. */
export type Issuer = "program" | "test";

export interface RecordedStatement {
  readonly text: string;
  readonly issuer: Issuer;
  /** The test file that was running, and the place in the code that sent it. */
  readonly during: string;
  readonly from: string;
  /** Whether a transaction was open before it; told of NOTIFY alone. */
  readonly inTransaction: boolean;
}

const project = process.cwd();
/** Code that passes on what other code says. */
const door =
  /^(?:src\/storage\/(?:connections|steady-client|query-pool|records|written-statements|copy|transaction)|src\/http\/(?:cursor|numbered-page)|test\/support\/statements\/.*)\.ts$/;
const place = /\(?((?:file:\/\/)?\/[^()]+?):(\d+):\d+\)?$/;

/** A statement that tests have sent so often, and the program never, is one of tests. */
const mostTimes = 50;

let testFile = "";

/** Names the test file whose statements come next. */
export function recordDuring(file: string): void {
  testFile = relative(project, file);
}

/** From now on, what goes through `pg` in this process is appended to `file`. */
export function recordStatements(file: string): void {
  const known: Record<Issuer, Set<string>> = { program: new Set(), test: new Set() };
  /** How often each statement of tests came. To ask who sends it costs more than the statement, and is not done for ever. */
  const timesOfTests = new Map<string, number>();
  function record(client: object, statement: unknown): void {
    const said = textOf(statement);
    if (said === null || known.program.has(said)) return;
    const text = withoutValues(said);
    const inTransaction = /notify/i.test(text) && hasTransaction(client);
    const key = inTransaction ? `${text} in a transaction` : text;
    if (known.program.has(key)) return;
    const times = timesOfTests.get(key) ?? 0;
    if (times === mostTimes) return;
    const { issuer, from } = origin();
    if (issuer === "test") timesOfTests.set(key, times + 1);
    // What a test asked a pool for comes by once more when the pool has found a connection, and nobody is on the stack then.
    if (known[issuer].has(key) || (isDriver(from) && known.test.has(key))) return;
    known[issuer].add(key);
    const recorded: RecordedStatement = { text, issuer, during: testFile, from, inTransaction };
    appendFileSync(file, `${JSON.stringify(recorded)}\n`);
  }
  // A pool waits for a connection before it sends anything: then nobody knows any more who asked.
  for (const prototype of [pg.Pool.prototype, pg.Client.prototype] as { query: (...given: unknown[]) => unknown }[]) {
    const { query } = prototype;
    prototype.query = function (...given) {
      record(this, given[0]);
      return query.apply(this, given);
    };
  }
}

function textOf(statement: unknown): string | null {
  if (typeof statement === "string") return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === "string" ? text : null;
}

/** Messages of several statements hold their values: each distinct one becomes a number, so that equal ones stay equal. */
function withoutValues(text: string): string {
  // An apostrophe in a comment begins no value.
  if (!text.includes("'") || text.includes("--")) return text;
  const numbers = new Map<string, number>();
  return text
    .replace(/'(?:[^']|'')*'/g, (value) => {
      const number = numbers.get(value) ?? numbers.size + 1;
      numbers.set(value, number);
      // What is shorter is part of the statement: a state, an environment, a format.
      return value.length < 18 ? value : `'${number}'`;
    })
    .replace(/(?<![\w$'.])\d{2,}(?![\w'.])/g, "10");
}

function hasTransaction(client: object): boolean {
  return "getTransactionStatus" in client && (client as pg.PoolClient).getTransactionStatus() === "T";
}

/** The nearest code of the project on the stack. Without any, a library speaks for the program. */
function origin(): { issuer: Issuer; from: string } {
  // A deep stack costs several times as much as the few frames that mostly suffice.
  return nearest(stackOf(10)) ?? nearest(stackOf(60)) ?? { issuer: "program", from: libraryOn(stackOf(60)) };
}

function stackOf(frames: number): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  return stack;
}

function nearest(stack: string): { issuer: Issuer; from: string } | undefined {
  for (const line of stack.split("\n").slice(1)) {
    const [, path, row] = place.exec(line.trim()) ?? [];
    if (path === undefined) continue;
    const file = relative(project, path.replace("file://", ""));
    if (!/^(?:src|test|bench)\//.test(file) || door.test(file)) continue;
    return { issuer: file.startsWith("src/") ? "program" : "test", from: `${file}:${row}` };
  }
  return undefined;
}

function libraryOn(stack: string): string {
  const libraries = [...stack.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(([, name = ""]) => name);
  return libraries.find((name) => !isDriver(name)) ?? libraries[0] ?? "nobody";
}

function isDriver(name: string): boolean {
  return /^pg(?:$|-)/.test(name);
}
