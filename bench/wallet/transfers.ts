/**
 * Transfers over HTTP, committed, against pgbench's built-in TPC-B on the same PostgreSQL: 32 clients on both sides, taking
 * turns; the median of the rounds counts. Then how the rate grows with the number of accounts.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createAccessTokens } from "#src/apis/wallet/access/access-tokens.ts";
import { createIntegrator } from "#src/apis/wallet/integrators.ts";
import { emptyChain } from "#src/apis/wallet/ledger/hash-chain.ts";
import { verifyLedger } from "#src/apis/wallet/ledger/verify.ts";
import { accountNumber } from "#src/apis/wallet/nuban.ts";
import { apart } from "../apart.ts";
import { type BenchDatabase, withDatabase } from "../observability/database.ts";
import { type BenchServer, benchMasterKey, startServer } from "../observability/server.ts";
import { cpuMicros, familyCpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import type { TransferLoad, TransferResult } from "./client.ts";

const rounds = 5;
const seconds = 5;
const clients = 32;
const usualAccounts = 1_000;
const growth = [1_000, 10_000, 100_000, 1_000_000];
const tokenSeconds = 86_400;
/** Serials that no account opened in the ordinary way has. */
const firstSerial = 500_000_000;
const insertSize = 20_000;

/** With the CPU that each transfer took. */
interface Measured extends TransferResult {
  readonly serverMicros: number;
  readonly postgresMicros: number;
}

interface Bench {
  readonly load: (name: string, changes: Partial<TransferLoad>) => Promise<Measured>;
  readonly openAccounts: (count: number) => Promise<void>;
  readonly accounts: string[];
}

export async function benchTransfers(): Promise<void> {
  if (spawnSync("pgbench", ["--version"]).error !== undefined)
    throw new Error("pgbench is missing: apt-get install postgresql (its client tools are enough).");
  await withDatabase(async (database) => {
    const server = await startServer(database, ["serve", "--api", "wallet"]);
    try {
      const bench = await prepare(database, server);
      await againstTpcB(database, bench);
      await whileGrowing(bench);
      const started = performance.now();
      const { postings, differences } = await verifyLedger(database.database.pool);
      const took = (performance.now() - started) / 1000;
      console.log(`  ledger verify: ${postings} postings in ${took.toFixed(1)} s, ${differences.length} differences`);
      for (const difference of differences.slice(0, 5)) console.log(`    ${difference}`);
    } finally {
      await server.stop();
    }
  });
}

async function prepare({ database, owner, postmaster }: BenchDatabase, { baseUrl, pid }: BenchServer): Promise<Bench> {
  const { integrator, consumerKey, consumerSecret } = await createIntegrator(owner, "Bench", new Date());
  const token = await createAccessTokens(benchMasterKey, Date.now).mint(integrator.id, tokenSeconds);
  const credentials = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = `${baseUrl}/api/v1/transfer?wallet-credentials=${encodeURIComponent(credentials)}`;
  const accounts: string[] = [];
  return {
    accounts,
    async load(name, changes) {
      const before = [cpuMicros(pid), familyCpuMicros(postmaster)] as const;
      const plan: TransferLoad = {
        ...{ url, headers, connections: clients, seconds, name, accounts, hotAccounts: 1, hotShare: 0 },
        ...changes,
      };
      const result = await apart<TransferResult>(join(import.meta.dirname, "client.ts"), plan, () => {});
      return {
        ...result,
        serverMicros: (cpuMicros(pid) - before[0]) / result.transfers,
        postgresMicros: (familyCpuMicros(postmaster) - before[1]) / result.transfers,
      };
    },
    async openAccounts(count) {
      while (accounts.length < count) {
        const numbers = Array.from({ length: Math.min(insertSize, count - accounts.length) }, (_, index) =>
          accountNumber(firstSerial + accounts.length + index),
        );
        await database.pool.query(
          `WITH n AS (SELECT unnest($2::text[]) AS account_no),
           numbers AS (INSERT INTO wallet_account_numbers SELECT account_no, $1::uuid FROM n),
           accounts AS (INSERT INTO wallet_accounts
             SELECT $1::uuid, account_no, 'client', 'sav_' || account_no, 'cli_' || account_no, 'Bench', 3, now() FROM n)
           INSERT INTO wallet_balances (integrator_id, account_no, currency, minimum, single_limit, daily_limit, hash)
           SELECT $1::uuid, account_no, 'NGN', -1000000000000, 1000000000000, 1000000000000000, $3 FROM n`,
          [integrator.id, numbers, emptyChain],
        );
        accounts.push(...numbers);
      }
      await owner.pool.query("VACUUM ANALYZE wallet_balances, wallet_accounts, wallet_account_numbers");
    },
  };
}

async function againstTpcB(database: BenchDatabase, { load, openAccounts }: Bench): Promise<void> {
  await openAccounts(usualAccounts);
  pgbench(database, ["-i", "-q", "-s", "10"]);
  const sides = { tpcB: [] as number[], uniform: [] as Measured[], hot: [] as Measured[] };
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    await database.owner.pool.query("CHECKPOINT");
    const tpcB = tpcBRate(pgbench(database, ["-c", String(clients), "-j", "2", "-T", String(seconds)]));
    const uniform = await load(`uniform-${round}`, {});
    const hot = await load(`hot-${round}`, { hotAccounts: 0.2, hotShare: 0.8 });
    if (round === 0) continue;
    sides.tpcB.push(tpcB);
    sides.uniform.push(uniform);
    sides.hot.push(hot);
  }
  const row = (name: string, results: readonly Measured[]) => [
    name,
    median(results.map(({ perSecond }) => perSecond)).toFixed(0),
    median(results.map(({ medianMs }) => medianMs)).toFixed(1),
    median(results.map(({ p99Ms }) => p99Ms)).toFixed(1),
    median(results.map(({ serverMicros }) => serverMicros)).toFixed(0),
    median(results.map(({ postgresMicros }) => postgresMicros)).toFixed(0),
  ];
  table(
    [
      `transfers, ${clients} clients, ${usualAccounts} accounts`,
      "a second",
      "median ms",
      "p99 ms",
      "server's CPU µs",
      "PostgreSQL's",
    ],
    [
      ["pgbench TPC-B (scale 10)", median(sides.tpcB).toFixed(0), "", "", "", ""],
      row("over HTTP, all accounts alike", sides.uniform),
      row("over HTTP, 80 % on 20 % of them", sides.hot),
    ],
  );
  const ratio = (results: readonly TransferResult[]) =>
    median(results.map(({ perSecond }, round) => perSecond / (sides.tpcB[round] ?? 1)));
  budget("transfers / TPC-B, all accounts alike", ratio(sides.uniform), 1);
  budget("transfers / TPC-B, hot accounts", ratio(sides.hot), 1);
}

async function whileGrowing({ load, openAccounts }: Bench): Promise<void> {
  const rows: string[][] = [];
  for (const count of growth) {
    await openAccounts(count);
    await load(`warm-${count}`, { seconds: 1 });
    const { perSecond, medianMs, p99Ms } = await load(`growth-${count}`, {});
    rows.push([count.toLocaleString("en"), perSecond.toFixed(0), medianMs.toFixed(1), p99Ms.toFixed(1)]);
  }
  table(["accounts", "transfers a second", "median ms", "p99 ms"], rows);
}

function pgbench({ ownerUrl: url }: BenchDatabase, args: readonly string[]): string {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const target = [
    "-h",
    searchParams.get("host") ?? hostname,
    "-p",
    port,
    "-U",
    decodeURIComponent(username),
    pathname.slice(1),
  ];
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(password) };
  const { status, stdout, stderr } = spawnSync("pgbench", [...args, ...target], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`pgbench ended with ${status}: ${stderr}`);
  return stdout;
}

function tpcBRate(output: string): number {
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
}
