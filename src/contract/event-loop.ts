/**
 * Yielding to the event loop: one long body is decoded in each of its iterations, so that short requests and the
 * database's answers are not kept waiting by all the long bodies that came in with them.
 */

/** A body of fewer bytes is decoded at once. */
export const longBody = 16 * 1024;

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
