/** Logs of one project, stored with nobody following and with 50 readers, in turns: what the readers cost those who send. */
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { cpuMicros, familyCpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { type BenchServer, load, newKey, startServer } from "./server.ts";

const rounds = 6;
const requests = 500;
const connections = 16;
const readers = 50;
/** What readers ask for, in turn. */
const filters = ["", "", "minSeverity=17", "", "q=orders", "", "service=service-0", "", "q=nosuchword", ""];

interface Result {
  readonly rowsPerSecond: number;
  /** µs of CPU. */
  readonly serverPerRow: number;
  readonly postgresPerRow: number;
  readonly told: number;
}

export function benchTail(): Promise<void> {
  return withDatabase(async (bench) => {
    await ensurePartitions(bench.database.pool);
    const server = await startServer(bench);
    const [none, many]: [Result[], Result[]] = [[], []];
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const [count, results] of round % 2 === 0
        ? ([
            [0, none],
            [readers, many],
          ] as const)
        : ([
            [readers, many],
            [0, none],
          ] as const)) {
        const result = await measure(bench, server, count);
        if (round > 0) results.push(result);
      }
    }
    await server.stop();
    const middle = (results: readonly Result[], of: (result: Result) => number) => median(results.map(of));
    table(
      ["logs of one project", "rows/s", "server's CPU µs/row", "PostgreSQL's", "records told"],
      [["nobody follows", none] as const, [`${readers} readers`, many] as const].map(([name, results]) => [
        name,
        middle(results, ({ rowsPerSecond }) => rowsPerSecond).toFixed(0),
        middle(results, ({ serverPerRow }) => serverPerRow).toFixed(2),
        middle(results, ({ postgresPerRow }) => postgresPerRow).toFixed(2),
        middle(results, ({ told }) => told).toFixed(0),
      ]),
    );
    const pairs = (of: (result: Result) => number) =>
      median(many.map((result, round) => of(result) / of(none[round] ?? result)));
    budget(
      `rows/s with ${readers} readers / with none`,
      pairs(({ rowsPerSecond }) => rowsPerSecond),
      0.95,
    );
    console.log(
      `  CPU of a row: ${pairs(({ serverPerRow, postgresPerRow }) => serverPerRow + postgresPerRow).toFixed(3)} ×`,
    );
  });
}

async function measure(bench: BenchDatabase, server: BenchServer, count: number): Promise<Result> {
  const key = await newKey(bench);
  const leaving = new AbortController();
  let told = 0;
  const read = async (filter: string | undefined) => {
    const answer = await fetch(`${server.baseUrl}/api/v1/monitor/tail/logs?${filter}`, {
      headers: { "x-api-key": key },
      signal: leaving.signal,
    });
    if (answer.status !== 200 || answer.body === null) throw new Error(`${answer.status}: ${await answer.text()}`);
    const over = (async () => {
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
        told += Buffer.from(chunk).toString("latin1").split("\nevent: log\n").length - 1;
    })().catch(() => {});
    return { over };
  };
  const reading: Promise<void>[] = [];
  // One after the other: a project has a few queries at a time.
  for (let index = 0; index < count; index++) reading.push((await read(filters[index % filters.length])).over);
  const watch = () => ({
    at: performance.now(),
    server: cpuMicros(server.pid),
    postgres: familyCpuMicros(bench.postmaster),
  });
  const plan = { kind: "logs as json", baseUrl: server.baseUrl, key, requests, connections } as const;
  const { records, before, after } = await load(plan, watch);
  leaving.abort();
  await Promise.all(reading);
  return {
    rowsPerSecond: (records * 1_000) / (after.at - before.at),
    serverPerRow: (after.server - before.server) / records,
    postgresPerRow: (after.postgres - before.postgres) / records,
    told,
  };
}
