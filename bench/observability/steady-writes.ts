/** The client process that writes at a fixed rate, whatever else the server does. */
import { onCue } from "../apart.ts";
import { bodiesOf } from "./write-load.ts";

export interface SteadyPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Requests of 2,000 samples each. */
  readonly requests: number;
  readonly everyMs: number;
  /** The time of the first samples, in ms; those of each further request are 15 s later. */
  readonly from: number;
}

export interface SteadyResult {
  /** From when a request was due until it was answered, in ms. */
  readonly latencies: readonly number[];
  readonly refused: number;
}

async function sendAll({ url, headers, everyMs }: SteadyPlan, bodies: readonly Buffer[]): Promise<SteadyResult> {
  const given = { "content-type": "application/x-protobuf", "content-encoding": "snappy", ...headers };
  const start = performance.now() + everyMs;
  let refused = 0;
  const latencies = await Promise.all(
    bodies.map(async (body, at) => {
      const due = start + at * everyMs;
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      const answer = await fetch(url, { method: "POST", headers: given, body: new Uint8Array(body) });
      await answer.arrayBuffer();
      if (!answer.ok) refused++;
      return performance.now() - due;
    }),
  );
  return { latencies, refused };
}

onCue(({ requests, from }: SteadyPlan) => bodiesOf({ scrapes: requests, from }, 0), sendAll);
