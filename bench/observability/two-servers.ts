/**
 * One project's events over one server and over two, committed, on one PostgreSQL: as fast as they get, where the machine or
 * PostgreSQL may be the limit, and with a sixteenth of a core for each server, where the servers are. Rounds of all take turns.
 */
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { cpuMicros, familyCpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { emptyEvents } from "./plain-events.ts";
import { type BenchServer, load, newKey, startServer } from "./server.ts";

const rounds = 3;
const requests = 300;
const connections = 48;
/** What a held server gets, so that PostgreSQL and the clients have the rest of a small machine. */
const heldCores = 1 / 16;
const holdEveryMs = 5;

interface Setting {
  readonly name: string;
  readonly servers: 1 | 2;
  readonly isHeld: boolean;
}

const settings: readonly Setting[] = [
  { name: "one server with a sixteenth of a core", servers: 1, isHeld: true },
  { name: "two with a sixteenth each", servers: 2, isHeld: true },
  { name: "one server", servers: 1, isHeld: false },
  { name: "two", servers: 2, isHeld: false },
];

interface Result {
  readonly rowsPerSecond: number;
  /** Of CPU, on average. */
  readonly serverCores: number;
  readonly postgresCores: number;
  /** µs of CPU, all servers' and PostgreSQL's. */
  readonly perRow: number;
}

export function benchTwoServers(): Promise<void> {
  return withDatabase(async (bench) => {
    await ensurePartitions(bench.database.pool);
    const key = await newKey(bench);
    const servers = [await startServer(bench), await startServer(bench)];
    const results = new Map<Setting, Result[]>(settings.map((setting) => [setting, []]));
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const setting of settings) {
        await emptyEvents(bench.owner.pool);
        const result = await measure(bench, key, servers.slice(0, setting.servers), setting);
        if (round > 0) results.get(setting)?.push(result);
      }
    }
    for (const server of servers) await server.stop();
    const middle = (setting: Setting, of: (result: Result) => number) => median((results.get(setting) ?? []).map(of));
    table(
      ["one project's events", "rows/s", "servers' cores", "PostgreSQL's cores", "CPU µs/row"],
      settings.map((setting) => [
        setting.name,
        middle(setting, ({ rowsPerSecond }) => rowsPerSecond).toFixed(0),
        middle(setting, ({ serverCores }) => serverCores).toFixed(2),
        middle(setting, ({ postgresCores }) => postgresCores).toFixed(2),
        middle(setting, ({ perRow }) => perRow).toFixed(1),
      ]),
    );
    const ratio = (one: Setting | undefined, two: Setting | undefined) =>
      one === undefined || two === undefined
        ? 0
        : median(
            (results.get(two) ?? []).map(
              ({ rowsPerSecond }, round) => rowsPerSecond / (results.get(one)?.[round]?.rowsPerSecond ?? 0),
            ),
          );
    budget("two servers / one, where the servers are the limit", ratio(settings[0], settings[1]), 1.3);
    console.log(`  where they are not: ${ratio(settings[2], settings[3]).toFixed(2)}`);
  });
}

async function measure(
  bench: BenchDatabase,
  key: string,
  servers: readonly BenchServer[],
  { isHeld }: Setting,
): Promise<Result> {
  const letGo = isHeld ? servers.map(({ pid }) => hold(pid)) : [];
  const watch = () => ({
    at: performance.now(),
    servers: servers.reduce((sum, { pid }) => sum + cpuMicros(pid), 0),
    postgres: familyCpuMicros(bench.postmaster),
  });
  const sent = await Promise.all(
    servers.map(({ baseUrl }) => {
      const share = { requests: requests / servers.length, connections: connections / servers.length };
      return load({ kind: "events", baseUrl, key, ...share }, watch);
    }),
  ).finally(() => {
    for (const stop of letGo) stop();
  });
  const first = sent.reduce((one, { before }) => (before.at < one.at ? before : one), watch());
  const last = sent.reduce((one, { after }) => (after.at > one.at ? after : one), first);
  const records = sent.reduce((sum, { records }) => sum + records, 0);
  const { rows } = await bench.database.pool.query<{ count: string }>("SELECT sum(items) AS count FROM event_blocks");
  if (Number(rows[0]?.count) !== records) throw new Error(`${rows[0]?.count} of ${records} events are there`);
  const micros = (last.at - first.at) * 1000;
  const [ours, postgres] = [last.servers - first.servers, last.postgres - first.postgres];
  return {
    rowsPerSecond: (records * 1e6) / micros,
    serverCores: ours / micros,
    postgresCores: postgres / micros,
    perRow: (ours + postgres) / records,
  };
}

/** Lets a process have this part of a core and no more, until the returned function is called. */
function hold(pid: number): () => void {
  const begun = performance.now();
  const before = cpuMicros(pid);
  const timer = setInterval(() => {
    const used = (cpuMicros(pid) - before) / 1000;
    process.kill(pid, used > heldCores * (performance.now() - begun) ? "SIGSTOP" : "SIGCONT");
  }, holdEveryMs);
  return () => {
    clearInterval(timer);
    process.kill(pid, "SIGCONT");
  };
}
