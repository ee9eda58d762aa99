/**
 * Long work is done in slices, one in each iteration of the event loop, so that it does not delay short requests and the answers
 * of the database.
 */

/** A body of fewer bytes is decoded at once. */
export const longBody = 16 * 1024;

/** Approximate duration of a slice. Tests that measure steps shorten it, so that each step is a slice. */
export const sliceLength = { ms: 5 };

const waiting: (() => void)[] = [];

/** Resolves in an iteration of the event loop that the caller has to itself. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/**
 * Work that says, by yielding, where it may be interrupted. Between two yields it holds the event loop, so it yields
 * every few records, and before and after whatever takes milliseconds.
 */
export type Sliceable<T> = Generator<void, T, void>;

/** Does the work in slices, the first of them in an iteration of its own. Throws what the work throws. */
export async function inSlices<T>(work: Sliceable<T>): Promise<T> {
  for (;;) {
    await yieldToEventLoop();
    const end = performance.now() + sliceLength.ms;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
  }
}

/** The slices of a loop in an asynchronous function: `if (slice.isOver) await slice.next()`. */
export class Slice {
  #end = performance.now() + sliceLength.ms;

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  async next(): Promise<void> {
    await yieldToEventLoop();
    this.#end = performance.now() + sliceLength.ms;
  }
}

/** Does the work, beginning now: what is longer than a slice goes on in slices. Throws what the work throws. */
export async function fromNowInSlices<T>(work: Sliceable<T>): Promise<T> {
  const slice = new Slice();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (slice.isOver) await slice.next();
  }
}

/** Does all of the work now: for what is known to be short. */
export function atOnce<T>(work: Sliceable<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
