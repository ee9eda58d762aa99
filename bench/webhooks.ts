/**
 * Webhooks, on an embedded PostgreSQL of its own with durability on, sent to receivers in a process of their own:
 * - deliveries per second to one receiver at ten endpoints of one owner;
 * - how long healthy endpoints wait when a third of 10,000 endpoints never answers, and when it refuses connections.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { startDispatcher } from "#src/webhooks/dispatcher.ts";
import { checkEndpoint, createEndpoint } from "#src/webhooks/endpoints.ts";
import { emitEvents } from "#src/webhooks/events.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import { openWebhooks } from "#src/webhooks/webhooks.ts";
import { withDatabase } from "./observability/database.ts";
import { budget, table } from "./report.ts";

const masterKey = Buffer.alloc(32, 7);
const log = pino({ level: "warn" });

/** What the receivers' process reports. */
interface Tally {
  readonly received: number;
  /** Milliseconds from the event to its arrival, sorted. */
  readonly delays: number[];
}

export function benchWebhooks(): Promise<void> {
  return withDatabase(async ({ database, owner }) => {
    const receivers = await startReceivers();
    try {
      await throughput(database, receivers);
      await fairness(database, owner, receivers, "hang");
      await fairness(database, owner, receivers, "refuse");
    } finally {
      receivers.stop();
    }
  });
}

async function throughput(database: Database, receivers: Receivers): Promise<void> {
  const events = 2_000;
  const endpoints = 10;
  const webhooks = openWebhooks({ database, masterKey, allowLoopback: true, eventNames: [], apiVersion: "1.0.0" });
  const owner: Owner = { ownerId: crypto.randomUUID(), environment: "live" };
  const checked = await checkEndpoint(webhooks, { url: receivers.healthy, events: ["*"] });
  for (let count = 0; count < endpoints; count++)
    await inTransaction(webhooks.database, (transaction) => createEndpoint(webhooks, owner, checked, transaction));
  await clients(16, events, () => emit(database, owner));
  await receivers.reset();
  const dispatcher = startDispatcher({ database, masterKey, log, allowLoopback: true });
  const startedAt = performance.now();
  while ((await open(database)) > 0) await pause(50);
  const seconds = (performance.now() - startedAt) / 1000;
  await dispatcher.stop();
  const { received } = await receivers.tally();
  console.log(`\n${received} deliveries to ${endpoints} endpoints of one receiver in ${seconds.toFixed(1)} s`);
  budget("deliveries a second", received / seconds, 1_000);
}

async function fairness(
  database: Database,
  owner: Database,
  receivers: Receivers,
  trouble: "hang" | "refuse",
): Promise<void> {
  const endpoints = 10_000;
  const eventsPerSecond = 300;
  await owner.pool.query("TRUNCATE webhook_endpoints, webhook_secrets, webhook_deliveries, webhook_endpoint_queues");
  const webhooks = openWebhooks({ database, masterKey, allowLoopback: true, eventNames: [], apiVersion: "1.0.0" });
  const owners = Array.from(
    { length: endpoints },
    (): Owner => ({ ownerId: crypto.randomUUID(), environment: "live" }),
  );
  await clients(16, endpoints, async (index) => {
    const url = index % 3 > 0 ? receivers.healthy : trouble === "hang" ? receivers.hanging : "http://127.0.0.1:9/";
    const owner = owners[index];
    const checked = await checkEndpoint(webhooks, { url, events: ["*"] });
    if (owner !== undefined)
      await inTransaction(webhooks.database, (transaction) => createEndpoint(webhooks, owner, checked, transaction));
  });
  await receivers.reset();
  const dispatcher = startDispatcher({ database, masterKey, log, allowLoopback: true });
  const startedAt = performance.now();
  await clients(4, endpoints, async (index) => {
    const owner = owners[index];
    await pause(startedAt + (index / eventsPerSecond) * 1000 - performance.now());
    if (owner !== undefined) await emit(database, owner);
  });
  const healthy = owners.filter((_, index) => index % 3 > 0).length;
  let tally = await receivers.tally();
  const deadline = performance.now() + 60_000;
  while (tally.received < healthy && performance.now() < deadline) {
    await pause(200);
    tally = await receivers.tally();
  }
  await dispatcher.stop();
  const at = (share: number) => tally.delays[Math.floor(tally.delays.length * share)] ?? Number.POSITIVE_INFINITY;
  console.log(
    `\n${endpoints} endpoints, ${eventsPerSecond} events a second, every third endpoint ` +
      `${trouble === "hang" ? "never answers" : "refuses connections"}: ${tally.received} of ${healthy} arrived`,
  );
  table(
    ["delay of the others", "ms"],
    [
      ["median", at(0.5).toFixed(0)],
      ["p99", at(0.99).toFixed(0)],
      ["longest", at(0.9999).toFixed(0)],
    ],
  );
  budget("5 s over the p99 delay", 5_000 / at(0.99), 1);
}

function emit(database: Database, owner: Owner): Promise<unknown> {
  const resource = { type: "policy", providerId: "acme", id: crypto.randomUUID() };
  const data = { sentAt: Date.now(), text: "x".repeat(500) };
  return inTransaction(database, (transaction) =>
    emitEvents(transaction, owner, [{ type: "policy.issued", apiVersion: "1.0.0", resource, data }], new Date()),
  );
}

async function open({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL",
  );
  return rows[0]?.count ?? 0;
}

async function clients(count: number, total: number, run: (index: number) => Promise<unknown>): Promise<void> {
  const indexes = Array.from({ length: total }, (_, index) => index).values();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const index of indexes) await run(index);
    }),
  );
}

function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

interface Receivers {
  readonly healthy: string;
  readonly hanging: string;
  reset(): Promise<void>;
  tally(): Promise<Tally>;
  stop(): void;
}

async function startReceivers(): Promise<Receivers> {
  const child = fork(fileURLToPath(import.meta.url), ["receivers"]);
  const [urls] = (await once(child, "message")) as [{ healthy: string; hanging: string }];
  const ask = async (what: string) => {
    child.send(what);
    const [answer] = (await once(child, "message")) as [Tally];
    return answer;
  };
  return {
    ...urls,
    reset: async () => void (await ask("reset")),
    tally: () => ask("tally"),
    stop: () => child.kill(),
  };
}

/** The receivers' process: one server that answers at once, and one that never does. */
async function receive(): Promise<void> {
  let received = 0;
  let delays: number[] = [];
  const healthy = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received++;
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { sentAt: number } };
      delays.push(Date.now() - data.sentAt);
      response.writeHead(204).end();
    });
  });
  const hanging = createServer(() => {});
  const urls: string[] = [];
  for (const server of [healthy, hanging]) {
    server.listen(0, "127.0.0.1", 4_096);
    await once(server, "listening");
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }
  process.on("message", (what) => {
    if (what === "reset") [received, delays] = [0, []];
    process.send?.({ received, delays: delays.toSorted((a, b) => a - b) });
  });
  process.send?.({ healthy: urls[0], hanging: urls[1] });
}

if (process.argv[2] === "receivers" && process.send !== undefined) await receive();
