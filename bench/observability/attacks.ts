/**
 * What others feel while one client attacks: the slowest hundredth of another tenant's events, of its queries and of the
 * probes, and the server's memory. The attacker is a process of its own.
 */
import { type AttackName, attack, attackNames } from "#test/faults/support/attacks.ts";
import { meanwhile } from "#test/faults/support/bystander.ts";
import { table } from "../report.ts";
import { benchConnectionAttacks } from "./connection-attacks.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { type BenchServer, newKey, startServer } from "./server.ts";
import { benchSymbolAttacks } from "./symbol-attacks.ts";

const times: Readonly<Record<AttackName, number>> = {
  "a million bad lines in 2 KB of gzip": 100,
  "as many bad lines as a body may have": 20,
  "2 MB of empty lists": 50,
  "exports with one long number": 10,
  "20 MB exports of bad spans": 5,
  "gzip bombs": 150,
  "gzip bombs of protobuf": 150,
  "searches that find nothing": 60,
  "reads of a long trace": 60,
  "patterns over a long label": 300,
  "queries that are no queries": 300,
  "64 KB labels": 30,
  "2 KB labels of two tenants": 15,
  "colliding series": 9,
  "half-sent bodies": 1_000,
  "answers that nobody reads": 200,
};
/** Longest that others may wait on a quiet machine (ms), and most memory (MB). */
const budgetMs = 250;
const budgetMegabytes = 600;

/** Each attack on a server that has just started, then all of them on one server, which keeps what it does not give back. */
export function benchAttacks(): Promise<void> {
  return withDatabase(async (bench) => {
    const alone: string[][] = [];
    for (const name of attackNames) {
      const server = await startServer(bench);
      alone.push(await attacked(bench, server, name));
      await server.stop();
    }
    console.log("\nEach on a server of its own:");
    table(columns, alone);
    const together: string[][] = [];
    const server = await startServer(bench);
    for (const name of attackNames) together.push(await attacked(bench, server, name));
    await server.stop();
    console.log("\nOne after the other on one server:");
    table(columns, together);
    await benchSymbolAttacks(bench);
    await benchConnectionAttacks(bench);
  });
}

const columns = [
  "attack",
  "answered",
  "others' events p99 ms",
  "their queries",
  "probes",
  "others refused",
  "peak MB",
  `${budgetMs} ms, ${budgetMegabytes} MB`,
];

async function attacked(bench: BenchDatabase, { baseUrl: url, pid }: BenchServer, name: AttackName): Promise<string[]> {
  const [attacker, secondKey, other] = [await newKey(bench), await newKey(bench), await newKey(bench)];
  const attacking = attack({ name, url, key: attacker, secondKey, times: times[name] });
  const felt = await meanwhile(attacking, { url, pid, key: other });
  const isMet =
    Math.max(felt.ingestP99, felt.queryP99, felt.probeP99) < budgetMs &&
    felt.peakMegabytes < budgetMegabytes &&
    felt.refused.length === 0;
  const answered = Object.entries(await attacking).map(([status, count]) => `${count} × ${status}`);
  return [
    `${times[name]} × ${name}`,
    answered.join(", "),
    felt.ingestP99.toFixed(0),
    felt.queryP99.toFixed(0),
    felt.probeP99.toFixed(0),
    String(felt.refused.length),
    felt.peakMegabytes.toFixed(0),
    isMet ? "met" : "MISSED",
  ];
}
