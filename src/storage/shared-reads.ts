/** Reads that many requests make at the same time, made once for all of them. */
import { Batches } from "./batches.ts";

/** Requests that wait at the same time, and reads that are made at the same time, each of something else. */
const mostWaiting = 10_000;
const mostReads = 8;

/**
 * Calls for a name that is being read wait for the next read of it, and share its result. So every result was read after its call, as
 * if the caller had read it alone: nothing is cached. Throws what `read` throws, and Problem OVERLOADED.
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
