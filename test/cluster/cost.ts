/** What a request costs the database in CPU, on the cluster and on one PostgreSQL of the same programs, in turns. */
import { randomBytes, randomUUID } from "node:crypto";
import { insist, type Kind, post, type Sending } from "#test/chaos/records.ts";
import { salesKinds } from "#test/chaos/sales.ts";
import { familyCpuMicros, median } from "../../bench/process.ts";
import { Cluster } from "./cluster.ts";
import { generous, Installation } from "./installation.ts";
import type { Programs } from "./programs.ts";
import { forSeconds } from "./records.ts";
import type { Report } from "./report.ts";

/** The first round only warms up. */
const rounds = 3;
const idleSeconds = 5;
const batchSize = 100;

interface Work {
  readonly name: string;
  readonly times: number;
  readonly send: (sending: Sending) => Promise<unknown>;
}

const telemetry = (path: string, body: () => unknown) => (sending: Sending) =>
  insist(
    path,
    sending,
    () => {
      const { baseUrl, apiKey } = sending.access().observability;
      return post(`${baseUrl}${path}`, { "x-api-key": apiKey }, body());
    },
    ({ status }) => (status === 200 || status === 202 ? true : undefined),
  );

function spans(): unknown {
  const nano = `${Date.now()}000000`;
  const span = () => ({
    traceId: randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    name: "cost",
    kind: 2,
    startTimeUnixNano: nano,
    endTimeUnixNano: nano,
  });
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "cost" } }] };
  return { resourceSpans: [{ resource, scopeSpans: [{ spans: Array.from({ length: batchSize }, span) }] }] };
}

const event = () => ({ eventId: randomUUID(), level: 30, time: Date.now(), message: "cost" });

/** With credentials of its own, which are of one installation. */
function works(): readonly Work[] {
  const { transfers, purchases } = salesKinds();
  const of = ({ send }: Kind) => send;
  return [
    {
      name: "an event by itself",
      times: 200,
      send: telemetry("/api/v1/monitor/ingest", () => [event()]),
    },
    {
      name: `a batch of ${batchSize} events`,
      times: 80,
      send: telemetry("/api/v1/monitor/ingest", () => Array.from({ length: batchSize }, event)),
    },
    { name: `a batch of ${batchSize} spans`, times: 80, send: telemetry("/v1/traces", spans) },
    { name: "a transfer and a look at it", times: 80, send: of(transfers) },
    { name: "a form, a quote and its purchase", times: 30, send: of(purchases) },
  ];
}

/** Microseconds of CPU: of the coordinator, or the only server, and of all workers. */
interface Cost {
  readonly first: number;
  readonly workers: number;
}

interface Side {
  readonly cluster: Cluster;
  readonly installation: Installation;
  readonly works: readonly Work[];
}

export async function runCost(
  cluster: Cluster,
  installation: Installation,
  programs: Programs,
  report: Report,
): Promise<void> {
  const alone = await Cluster.alone(programs);
  let beside: Installation | undefined;
  try {
    await alone.accord("bin/accord migrate");
    beside = await Installation.open(alone);
    // What comes each minute, or when it likes, would be counted with whatever it falls on.
    await installation.stop();
    for (const { nodes } of [alone, cluster])
      for (const node of nodes)
        await node.run('psql -d accord -c "ALTER SYSTEM SET autovacuum = off" -c "SELECT pg_reload_conf()"');
    await installation.start(generous, false);
    await beside.start(generous, false);
    const sides = [
      { cluster: alone, installation: beside, works: works() },
      { cluster, installation, works: works() },
    ] as const;
    for (const [index, { name }] of sides[0].works.entries())
      await report.of(`CPU of ${name}`, async () => {
        const costs: [Cost[], Cost[]] = [[], []];
        for (let round = 0; round <= rounds; round++)
          for (const [side, of] of costs.entries()) {
            const cost = await costOf(sides[side === 0 ? 0 : 1], index);
            if (round > 0) of.push(cost);
          }
        const [plain, first, workers] = [
          costs[0].map((cost) => cost.first),
          costs[1].map((cost) => cost.first),
          costs[1].map((cost) => cost.workers),
        ].map(median) as [number, number, number];
        const times = ((first + workers) / plain).toFixed(2);
        return `one PostgreSQL ${plain.toFixed(0)} µs; coordinator ${first.toFixed(0)} and workers ${workers.toFixed(0)}, ${times} times`;
      });
  } finally {
    for (const node of cluster.nodes)
      await node.run('psql -d accord -c "ALTER SYSTEM RESET autovacuum" -c "SELECT pg_reload_conf()"');
    await installation.stop();
    await installation.start(generous);
    await beside?.close();
    alone.remove();
  }
}

/** Of one request, without what the servers use when there are none. */
async function costOf({ cluster, installation, works }: Side, index: number): Promise<Cost> {
  const work = works[index];
  if (work === undefined) throw new Error(`There is no work ${index}`);
  const sending = { access: () => installation.access, signal: AbortSignal.timeout(120_000) };
  const idle = await used(cluster, () => forSeconds(idleSeconds));
  const busy = await used(cluster, async () => {
    for (let count = 0; count < work.times; count++) await work.send(sending);
  });
  const net = (part: "first" | "workers") => (busy.cost[part] - (idle.cost[part] / idle.ms) * busy.ms) / work.times;
  return { first: net("first"), workers: net("workers") };
}

async function used(cluster: Cluster, work: () => Promise<unknown>): Promise<{ cost: Cost; ms: number }> {
  const now = () => cluster.nodes.map(({ postmaster }) => familyCpuMicros(postmaster));
  const began = performance.now();
  const before = now();
  await work();
  const [first = 0, ...workers] = now().map((micros, node) => micros - (before[node] ?? 0));
  const sum = workers.reduce((all, micros) => all + micros, 0);
  return { cost: { first, workers: sum }, ms: performance.now() - began };
}
