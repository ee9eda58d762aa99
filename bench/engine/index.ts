/**
 * Validated JSON POSTs a second, a 1 KB body through each contender. Every contender runs in a process of its own;
 * rounds are interleaved, and the median counts, so that a busy moment of the machine strikes all of them alike.
 */
import { join } from "node:path";
import autocannon from "autocannon";
import { cpuMicros, median, startChild } from "../process.ts";
import { budget, table } from "../report.ts";
import type { Contender } from "./contenders.ts";
import { body } from "./document.ts";

const names: readonly Contender[] = [
  "node-http",
  "bare-koa",
  "accord",
  "fastify-openapi-glue",
  "fastify-openapi-glue, equal work",
  "express-openapi-validator",
  "koa-openapi-backend",
];
const rounds = 7;
const secondsPerRound = 3;

export async function benchEngine(): Promise<void> {
  const script = join(import.meta.dirname, "serve.ts");
  const children = await Promise.all(names.map((name) => startChild(script, [name])));
  const rates = new Map<Contender, number[]>(names.map((name) => [name, []]));
  const costs = new Map<Contender, number[]>(names.map((name) => [name, []]));
  try {
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, name] of names.entries()) {
        const child = children[index];
        if (child === undefined) continue;
        const before = cpuMicros(child.pid);
        const { requests, non2xx, errors } = await load(Number(child.firstLine));
        if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx + errors} requests failed`);
        if (round === 0) continue;
        rates.get(name)?.push(requests.total / secondsPerRound);
        costs.get(name)?.push((cpuMicros(child.pid) - before) / requests.total);
      }
    }
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
  const rate = (name: Contender) => median(rates.get(name) ?? []);
  table(
    ["engine: validated POST of 1 KB", "requests/s", "CPU µs/request"],
    names.map((name) => [name, rate(name).toFixed(0), median(costs.get(name) ?? []).toFixed(1)]),
  );
  budget("accord / bare Koa", rate("accord") / rate("bare-koa"), 0.85);
  budget("accord / fastify-openapi-glue", rate("accord") / rate("fastify-openapi-glue"), 0.85);
  const equalWork = rate("fastify-openapi-glue, equal work");
  budget("accord / fastify-openapi-glue with log line, histogram and request ids", rate("accord") / equalWork, 1.2);
}

function load(port: number): Promise<autocannon.Result> {
  return autocannon({
    url: `http://127.0.0.1:${port}/orders`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    connections: 32,
    duration: secondsPerRound,
  });
}
