/** The client process of a benchmark: gets its requests, waits for its cue, and sends them. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { median } from "../process.ts";

export interface Post {
  readonly idempotencyKey: string;
  /** JSON. */
  readonly body: string;
}

export interface ClientPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly posts: readonly Post[];
}

export interface ClientResult {
  readonly seconds: number;
  /** Until the answer (ms). */
  readonly medianMs: number;
}

/** Sends everything from a process of its own, `watch` before and after. Throws when a request was refused. */
export async function sendApart<T>(
  plan: ClientPlan,
  watch: () => T,
): Promise<ClientResult & { readonly before: T; readonly after: T }> {
  const child = fork(fileURLToPath(import.meta.url));
  await once(child, "message");
  child.send(plan);
  await once(child, "message");
  const before = watch();
  child.send("go");
  const [result] = (await once(child, "message")) as [ClientResult | { readonly refused: string }];
  const after = watch();
  if ("refused" in result) throw new Error(`A request was refused: ${result.refused}`);
  return { ...result, before, after };
}

async function sendAll({ url, headers, connections, posts }: ClientPlan): Promise<ClientResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const send = ({ idempotencyKey, body }: Post) =>
    new Promise<void>((resolve, reject) => {
      const sent = performance.now();
      const options = { method: "POST", agent, headers: { ...headers, "idempotency-key": idempotencyKey } };
      const outgoing = request(url, options, (answer) => {
        answer.resume().once("end", () => {
          times.push(performance.now() - sent);
          if (answer.statusCode === 201) resolve();
          else reject(new Error(String(answer.statusCode)));
        });
      });
      outgoing.once("error", reject).end(body);
    });
  const queue = posts.values();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const post of queue) await send(post);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { seconds, medianMs: median(times) };
}

if (import.meta.main) {
  process.send?.("ready");
  const [plan] = (await once(process, "message")) as [ClientPlan];
  process.send?.("loaded");
  await once(process, "message");
  process.send?.(await sendAll(plan).catch((error: Error) => ({ refused: error.message })));
  process.disconnect();
}
