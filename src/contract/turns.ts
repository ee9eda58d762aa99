/**
 * Long bodies take turns: one is decoded per turn of the event loop, so that short requests and the database's answers
 * are not kept waiting by all the long bodies that came in with them.
 */

/** A body of fewer bytes is decoded at once. */
export const longBody = 16 * 1024;

const waiting: (() => void)[] = [];

/** Resolves when it is the caller's turn to compute. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
