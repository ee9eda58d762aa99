/** Reads that many requests make at the same time, made once for all of them. */
import { Batches } from "./batches.ts";

/** Requests that wait at the same time, and reads that are made at the same time, each of something else. */
const mostWaiting = 10_000;
const mostReads = 8;

/**
 * Those who ask for the same while it is being read wait for the next reading, and share that. So what anybody gets was read
 * after they had asked, as if they had read it by themselves: nothing is remembered. Throws what `read` throws, and Problem
 * OVERLOADED.
 */
export function sharedReads<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const batches = new Batches<null, T>({
    async run(name, asked) {
      const found = await read(name);
      return asked.map(() => found);
    },
    maxBatch: mostWaiting,
    maxPending: mostWaiting,
    maxConcurrent: mostReads,
  });
  return (name) => batches.submit(name, null);
}
