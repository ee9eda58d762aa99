/** Spans and logs over HTTP, committed: how many a second of CPU is good for, the server's and all of PostgreSQL's together. */
import { cpuMicros, familyCpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import { withDatabase } from "./database.ts";
import type { LoadPlan } from "./load.ts";
import { load, newKey, startServer } from "./server.ts";

const rounds = 5;
const requests = 300;
const connections = 8;
const kinds = [
  "spans as protobuf",
  "spans as json",
  "logs as protobuf",
  "logs as json",
] as const satisfies readonly LoadPlan["kind"][];

interface Cost {
  /** µs of CPU a record. */
  readonly server: number;
  readonly postgres: number;
  readonly recordsPerSecond: number;
}

export function benchSpans(): Promise<void> {
  return withDatabase(async (bench) => {
    const server = await startServer(bench);
    const key = await newKey(bench);
    const costs = new Map<string, Cost[]>(kinds.map((kind) => [kind, []]));
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const kind of kinds) {
        await bench.owner.pool.query("TRUNCATE span_blocks, span_heads, log_blocks, log_heads");
        await bench.owner.pool.query("CHECKPOINT");
        const sent = await load({ kind, baseUrl: server.baseUrl, key, requests, connections }, () => ({
          server: cpuMicros(server.pid),
          postgres: familyCpuMicros(bench.postmaster),
        }));
        if (round === 0) continue;
        costs.get(kind)?.push({
          server: (sent.after.server - sent.before.server) / sent.records,
          postgres: (sent.after.postgres - sent.before.postgres) / sent.records,
          recordsPerSecond: sent.records / sent.seconds,
        });
      }
    }
    await server.stop();
    const middle = (kind: string, of: (cost: Cost) => number) => median((costs.get(kind) ?? []).map(of));
    const perCpuSecond = (kind: string) => middle(kind, ({ server: ours, postgres }) => 1e6 / (ours + postgres));
    table(
      [`batches of 512, gzip`, "records/CPU s", "server's CPU µs", "PostgreSQL's CPU µs", "records/s"],
      kinds.map((kind) => [
        kind,
        perCpuSecond(kind).toFixed(0),
        middle(kind, (cost) => cost.server).toFixed(1),
        middle(kind, (cost) => cost.postgres).toFixed(1),
        middle(kind, (cost) => cost.recordsPerSecond).toFixed(0),
      ]),
    );
    budget("spans as protobuf per CPU second", perCpuSecond("spans as protobuf"), 100_000);
    budget("spans as JSON per CPU second", perCpuSecond("spans as json"), 45_000);
  });
}
