/**
 * Events over HTTP, committed, against COPY of the very same events as rows into an empty table with their key. Both sides take turns on
 * one machine and one database, each after a checkpoint; the median of the rounds counts.
 */
import { join } from "node:path";
import { cpuMicros, familyCpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import { withDatabase } from "./database.ts";
import { copySeconds, emptyEvents, makePlainEvents } from "./plain-events.ts";
import { load, newKey, startServer } from "./server.ts";

const rounds = 7;
const requests = 1_000;
const connections = 16;

export function benchEvents(): Promise<void> {
  return withDatabase(async (bench) => {
    const { pool } = bench.owner;
    const file = join(bench.folder, "events.copy");
    const server = await startServer(bench);
    const key = await newKey(bench);
    const ingested: number[] = [];
    const copied: number[] = [];
    const cpu: Record<"server" | "postgres", number[]> = { server: [], postgres: [] };
    const waits: number[] = [];
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      await emptyEvents(pool);
      const sent = await load({ kind: "events", baseUrl: server.baseUrl, key, requests, connections }, () => ({
        server: cpuMicros(server.pid),
        postgres: familyCpuMicros(bench.postmaster),
      }));
      await makePlainEvents(pool);
      const seconds = await copySeconds(pool, file);
      if (round === 0) continue;
      ingested.push(sent.records / sent.seconds);
      copied.push(sent.records / seconds);
      for (const part of ["server", "postgres"] as const)
        cpu[part].push((sent.after[part] - sent.before[part]) / sent.records);
      waits.push(sent.medianMs);
    }
    await server.stop();
    table(
      ["events, batches of 100", "rows/s", "server's CPU µs/row", "PostgreSQL's", "median ms/request"],
      [
        [
          `HTTP, ${connections} connections`,
          median(ingested).toFixed(0),
          median(cpu.server).toFixed(1),
          median(cpu.postgres).toFixed(1),
          median(waits).toFixed(0),
        ],
        ["one COPY of the same rows", median(copied).toFixed(0), "", "", ""],
      ],
    );
    const ratios = ingested.map((rate, round) => rate / (copied[round] ?? 0));
    console.log(`  ratios: ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")}`);
    budget("event ingest / COPY", median(ratios), 1);
  });
}
