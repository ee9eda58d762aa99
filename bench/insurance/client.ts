/** The client process of the merchant's benchmark: makes purchases. */
import { onCue, type Post, postAll } from "../apart.ts";
import { median } from "../process.ts";

export interface ClientPlan {
  readonly url: string;
  readonly connections: number;
  readonly posts: readonly Post[];
}

export interface ClientResult {
  readonly seconds: number;
  /** Until the answer (ms). */
  readonly medianMs: number;
}

onCue(
  ({ posts }: ClientPlan) => posts.values(),
  async ({ url, connections }, posts): Promise<ClientResult> => {
    const { seconds, times } = await postAll(url, Array(connections).fill(posts));
    return { seconds, medianMs: median(times) };
  },
);
