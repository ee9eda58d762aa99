/**
 * What others feel while two projects attack with symbols: besides what `attacks.ts` measures, how long the crash of a third project
 * waits to be readable and a job that has nothing to do with symbols to be done, and the memory of all processes together.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { meanwhile } from "#test/faults/support/bystander.ts";
import {
  attackWithSymbols,
  type SymbolAttackName,
  SymbolClient,
  symbolAttackNames,
} from "#test/faults/support/symbol-attacks.ts";
import { table } from "../report.ts";
import type { BenchDatabase } from "./database.ts";
import { type BenchServer, newKey, startServer } from "./server.ts";

const times: Readonly<Record<SymbolAttackName, number>> = {
  "source maps of 60 MiB": 3,
  "archives and stacks without end": 6,
};
/** Longest that others may wait on a quiet machine (ms), their crashes and jobs (ms), and most memory (MB). */
const budgetMs = 250;
const jobBudgetMs = 15_000;
const budgetMegabytes = 600;

const columns = [
  "two projects, each",
  "completions",
  "others' events p99 ms",
  "their queries",
  "probes",
  "refused",
  "a third's crash readable, worst ms",
  "another job, worst ms",
  "all processes, peak MB",
  `${budgetMs} ms, ${jobBudgetMs} ms, ${budgetMegabytes} MB`,
];

/** Each on a server of all APIs that has just started and runs their jobs as well. */
export async function benchSymbolAttacks(bench: BenchDatabase): Promise<void> {
  const lines: string[][] = [];
  for (const name of symbolAttackNames) {
    const server = await startServer(bench, ["start"]);
    lines.push(await attacked(bench, server, name));
    await server.stop();
  }
  console.log("\nWith symbols, on a server that also works:");
  table(columns, lines);
}

async function attacked(
  bench: BenchDatabase,
  { baseUrl, pid }: BenchServer,
  name: SymbolAttackName,
): Promise<string[]> {
  const url = `${baseUrl}/observability`;
  const keys = [await newKey(bench), await newKey(bench)];
  const third = new SymbolClient(url, await newKey(bench));
  await third.uploadMap(Buffer.from('{"version":3,"sources":["basket.ts"],"names":[],"mappings":"AAAA,oBAWQA"}'));
  await readable(third);
  let isOver = false;
  const attacking = attackWithSymbols({ name, url, keys, times: times[name] }).finally(() => {
    isOver = true;
  });
  const worst = async (once: () => Promise<unknown>) => {
    let longest = 0;
    while (!isOver) {
      const started = performance.now();
      await once();
      longest = Math.max(longest, performance.now() - started);
    }
    return longest;
  };
  let peak = 0;
  const [felt, crash, job] = await Promise.all([
    meanwhile(attacking, { url, probeUrl: baseUrl, pid, key: await newKey(bench) }),
    worst(() => readable(third)),
    worst(() => jobDone(bench)),
    worst(async () => {
      peak = Math.max(peak, familyMegabytes(pid));
      await delay(50);
    }),
  ]);
  const isMet =
    Math.max(felt.ingestP99, felt.queryP99, felt.probeP99) < budgetMs &&
    Math.max(crash, job) < jobBudgetMs &&
    peak < budgetMegabytes &&
    felt.refused.length === 0;
  const answered = Object.entries(await attacking).map(([status, count]) => `${count} × ${status}`);
  return [
    `${times[name]} × ${name}`,
    answered.join(", "),
    ...[felt.ingestP99, felt.queryP99, felt.probeP99].map((ms) => ms.toFixed(0)),
    String(felt.refused.length),
    crash.toFixed(0),
    job.toFixed(0),
    peak.toFixed(0),
    isMet ? "met" : "MISSED",
  ];
}

async function readable(client: SymbolClient): Promise<void> {
  const eventId = await client.crash("https://shop.example/main.js");
  while ((await client.statusOf(eventId)) !== "complete") await delay(20);
}

/** Of the pool that settlements are in. */
async function jobDone({ owner: { pool } }: BenchDatabase): Promise<void> {
  const key = crypto.randomUUID();
  await pool.query("SELECT graphile_worker.add_job('purge-request-budgets', '{}', job_key => $1)", [key]);
  for (;;) {
    const { rows } = await pool.query("SELECT FROM graphile_worker._private_jobs WHERE key = $1", [key]);
    if (rows.length === 0) return;
    await delay(20);
  }
}

/** What a process and its children hold, in MB; pages that several share count once. Linux only. */
function familyMegabytes(parent: number): number {
  let kilobytes = 0;
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (pid !== parent && Number(/^PPid:\s+(\d+)$/m.exec(fileOf(pid, "status"))?.[1]) !== parent) continue;
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(fileOf(pid, "smaps_rollup"))?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** Empty for a process that has ended meanwhile. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
