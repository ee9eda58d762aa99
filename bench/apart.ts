/** A process of its own for the client of a benchmark: it prepares what its plan says, waits for its cue, and does its work. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";

type Answer<Result> = { readonly result: Result } | { readonly failure: string };

/**
 * Has `script`, which calls `onCue`, do its work. What is timed and measured by `watch`, before and after, is the work alone. Throws
 * an error with the message of what the work threw.
 */
export async function apart<Result, T = void>(
  script: string,
  plan: object,
  watch: () => T,
): Promise<Result & { readonly before: T; readonly after: T }> {
  const child = fork(script);
  child.send(plan);
  await once(child, "message");
  const before = watch();
  child.send("go");
  const [answer] = (await once(child, "message")) as [Answer<Result>];
  const after = watch();
  if ("failure" in answer) throw new Error(answer.failure);
  return { ...answer.result, before, after };
}

/** The other side of `apart`, in the process that it starts. */
export function onCue<Plan, Prepared, Result>(
  prepare: (plan: Plan) => Prepared,
  work: (plan: Plan, prepared: Prepared) => Promise<Result>,
): void {
  process.once("message", (plan: Plan) => {
    const prepared = prepare(plan);
    process.once("message", async () => {
      const answer: Answer<Result> = await work(plan, prepared).then(
        (result) => ({ result }),
        (error: Error) => ({ failure: error.message }),
      );
      process.send?.(answer);
      process.disconnect();
    });
    process.send?.("ready");
  });
}

export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface Posted {
  readonly seconds: number;
  /** Of each request until its answer, in ms. */
  readonly times: readonly number[];
}

/** Posts what is in the queues, each in its order over a connection; several connections may share one. Throws when a request is refused. */
export async function postAll(url: string, queues: readonly Iterable<Post>[]): Promise<Posted> {
  const agent = new Agent({ keepAlive: true, maxSockets: queues.length });
  const times: number[] = [];
  const post = ({ headers, body }: Post) =>
    new Promise<void>((resolve, reject) => {
      const sent = performance.now();
      const outgoing = request(url, { method: "POST", agent, headers }, (answer) => {
        answer.resume().once("end", () => {
          times.push(performance.now() - sent);
          if ((answer.statusCode ?? 0) < 300) resolve();
          else reject(new Error(`${url} answered ${answer.statusCode}`));
        });
      });
      outgoing.once("error", reject).end(body);
    });
  const start = performance.now();
  await Promise.all(
    queues.map(async (queue) => {
      for (const one of queue) await post(one);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { seconds, times };
}
