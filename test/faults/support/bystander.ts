/** What others feel while somebody attacks: how long their requests take, and what the server's process takes. */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

export interface BystanderOptions {
  /** Where the observability API is. */
  readonly url: string;
  /** The root of the same server, where the probes are; `url` when left out. */
  readonly probeUrl?: string;
  readonly pid: number;
  /** Of another tenant than the attacker. */
  readonly key: string;
}

export interface Felt {
  /** Of every hundred requests, ninety-nine were answered in this time (ms). */
  readonly ingestP99: number;
  readonly queryP99: number;
  readonly probeP99: number;
  readonly requests: number;
  /** What was answered that is no success. */
  readonly refused: readonly string[];
  /** Most memory that the process had resident, in MB. */
  readonly peakMegabytes: number;
}

const pauseMs = 10;

/** Sends events, reads the latest one, and asks for the probe, again and again, until the attack is over. */
export async function meanwhile(
  attack: Promise<unknown>,
  { url, probeUrl = url, pid, key }: BystanderOptions,
): Promise<Felt> {
  let isOver = false;
  const over = attack.finally(() => {
    isOver = true;
  });
  const refused: string[] = [];
  let peakMegabytes = 0;
  const timed = async (what: string, ask: () => Promise<Response>) => {
    const times: number[] = [];
    while (!isOver) {
      const sent = performance.now();
      const answer = await ask();
      await answer.arrayBuffer();
      times.push(performance.now() - sent);
      if (!answer.ok) refused.push(`${what} ${answer.status}`);
      peakMegabytes = Math.max(peakMegabytes, residentMegabytes(pid));
      await delay(pauseMs);
    }
    return times.toSorted((a, b) => a - b);
  };
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const event = () => JSON.stringify({ level: 30, time: Date.now(), message: "as ever" });
  const [ingests, queries, probes] = await Promise.all([
    timed("ingest", () => fetch(`${url}/api/v1/monitor/ingest`, { method: "POST", headers, body: event() })),
    timed("query", () => fetch(`${url}/api/v1/monitor/events?limit=1`, { headers })),
    timed("healthz", () => fetch(`${probeUrl}/healthz`)),
    over,
  ]);
  return {
    ingestP99: p99(ingests),
    queryP99: p99(queries),
    probeP99: p99(probes),
    requests: ingests.length + queries.length + probes.length,
    refused,
    peakMegabytes,
  };
}

function p99(sorted: readonly number[]): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

/** Linux only. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
