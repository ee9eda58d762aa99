/**
 * Clients that hold connections and do not read: requests sent ahead, answers left unread, idle connections to the embedded object
 * store. What others feel meanwhile, and the memory that the server keeps once the connections are gone.
 */
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { meanwhile, residentMegabytes } from "#test/faults/support/bystander.ts";
import { table } from "../report.ts";
import type { BenchDatabase } from "./database.ts";
import { type BenchServer, newKey, startServer } from "./server.ts";

/** Longest that others may wait on a quiet machine (ms), and most memory (MB). */
const budgetMs = 250;
const budgetMegabytes = 600;
const heldMs = 5_000;
/** How long after the connections have gone memory is looked at (ms). */
const settleMs = 10_000;

interface Attack {
  readonly name: string;
  readonly connections: number;
  /** What each connection says, and then reads nothing. */
  readonly says: (key: string) => string;
  /** The port that is attacked. */
  readonly port: (bench: BenchDatabase, server: BenchServer) => Promise<number>;
}

const ofServer = async (_: BenchDatabase, { baseUrl }: BenchServer) => Number(new URL(baseUrl).port);
const attacks: readonly Attack[] = [
  {
    name: "100 connections with 100 requests each, unread",
    connections: 100,
    says: (key) => `GET /api/v1/monitor/events?limit=200 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`.repeat(100),
    port: ofServer,
  },
  {
    name: "200 connections with 40 long answers each, unread",
    connections: 200,
    says: () => "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(40),
    port: ofServer,
  },
  {
    name: "1,100 idle connections to the object store",
    connections: 1_100,
    says: () => "",
    port: async ({ folder }) => {
      const running = JSON.parse(await readFile(join(folder, "accord", "running.json"), "utf8")) as {
        readonly objects: { readonly endpoint: string };
      };
      return Number(new URL(running.objects.endpoint).port);
    },
  },
];

/** Each attack on a server that has just started. */
export async function benchConnectionAttacks(bench: BenchDatabase): Promise<void> {
  const rows: string[][] = [];
  for (const attack of attacks) {
    const server = await startServer(bench);
    rows.push(await attacked(bench, server, attack));
    await server.stop();
  }
  console.log("\nConnections that are held, each on a server of its own:");
  table(
    [
      "attack",
      "others' events p99 ms",
      "their queries",
      "probes",
      "others refused",
      "ready",
      "peak MB",
      "MB after closing",
      `${budgetMs} ms, ${budgetMegabytes} MB`,
    ],
    rows,
  );
}

async function attacked(bench: BenchDatabase, server: BenchServer, attack: Attack): Promise<string[]> {
  const { baseUrl: url, pid } = server;
  const [attacker, other] = [await newKey(bench), await newKey(bench)];
  const sockets = await held(await attack.port(bench, server), attack, attack.says(attacker));
  let ready = 0;
  const waiting = delay(heldMs).then(async () => {
    ready = (await fetch(`${url}/readyz`)).status;
  });
  const felt = await meanwhile(waiting, { url, pid, key: other });
  for (const socket of sockets) socket.destroy();
  await delay(settleMs);
  const after = residentMegabytes(pid);
  const isMet =
    Math.max(felt.ingestP99, felt.queryP99, felt.probeP99) < budgetMs &&
    Math.max(felt.peakMegabytes, after) < budgetMegabytes &&
    felt.refused.length === 0 &&
    ready === 200;
  return [
    attack.name,
    felt.ingestP99.toFixed(0),
    felt.queryP99.toFixed(0),
    felt.probeP99.toFixed(0),
    String(felt.refused.length),
    String(ready),
    felt.peakMegabytes.toFixed(0),
    after.toFixed(0),
    isMet ? "met" : "MISSED",
  ];
}

/** Connections that have said this and read nothing. */
function held(port: number, { connections }: Attack, says: string): Promise<Socket[]> {
  return Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(port, "127.0.0.1", () => socket.write(says));
          socket.pause().on("error", () => {});
          socket.once("connect", () => resolve(socket));
        }),
    ),
  );
}
