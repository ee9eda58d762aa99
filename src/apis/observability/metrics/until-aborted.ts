import type { Sliceable } from "#src/http/event-loop.ts";

/** The work, given up where it may be interrupted once the signal is aborted. Throws the signal's reason. */
export function* untilAborted<T>(work: Sliceable<T>, signal: AbortSignal | undefined): Sliceable<T> {
  for (;;) {
    signal?.throwIfAborted();
    const step = work.next();
    if (step.done === true) return step.value;
    yield;
  }
}
