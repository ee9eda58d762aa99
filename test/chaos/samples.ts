/** Samples of metrics: the points of one series, each named by its time, since blocks hold them in a form of their own. */
import { randomUUID } from "node:crypto";
import { type Access, ask, insist, json, type Kind, post } from "./records.ts";

const metric = "chaos_samples";
const samplesPerRequest = 20;
/** A query reads so many at a time (s). */
const windowS = 300;

interface Matrix {
  readonly data: { readonly result: readonly { readonly values: readonly (readonly [number, string])[] }[] };
}

export function samples(): Kind {
  const run = randomUUID();
  const beganMs = Date.now();
  let latestMs = beganMs;
  const attributes = [{ key: "run", value: { stringValue: run } }];
  return {
    name: "samples",
    async send(sending) {
      const times = Array.from({ length: samplesPerRequest }, () => {
        latestMs = Math.max(latestMs + 1, Date.now());
        return latestMs;
      });
      const dataPoints = times.map((ms) => ({ timeUnixNano: `${ms}000000`, asDouble: 1, attributes }));
      const scopeMetrics = [{ metrics: [{ name: metric, gauge: { dataPoints } }] }];
      return await insist(
        "samples",
        sending,
        () => {
          const { baseUrl, apiKey } = sending.access().observability;
          return post(`${baseUrl}/v1/metrics`, { "x-api-key": apiKey }, { resourceMetrics: [{ scopeMetrics }] });
        },
        ({ status }) => (status === 200 ? times.map(String) : undefined),
      );
    },
    async stored(_, access) {
      const names: string[] = [];
      for (let endS = Math.floor(beganMs / 1_000) + windowS; endS - windowS <= latestMs / 1_000; endS += windowS)
        names.push(...(await samplesUntil(endS, run, access)));
      return names;
    },
  };
}

async function samplesUntil(endS: number, run: string, access: Access): Promise<string[]> {
  const { baseUrl, apiKey } = access.observability;
  const query = new URLSearchParams({ query: `${metric}{run="${run}"}[${windowS}s]`, time: String(endS) });
  const { data } = await insist(
    "a query",
    { access: () => access, signal: AbortSignal.timeout(60_000) },
    () => ask(`${baseUrl}/api/v1/prom/query?${query}`, { headers: { "x-api-key": apiKey } }),
    json<Matrix>(200),
  );
  return data.result.flatMap(({ values }) => values.map(([seconds]) => String(Math.round(seconds * 1_000))));
}
