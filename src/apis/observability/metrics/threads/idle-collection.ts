/**
 * Garbage of a thread that has nothing to do. V8 collects when something is allocated, so a thread that has answered large queries would
 * keep what they took until the next one.
 */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void;

/** Time without a message after which a thread counts as idle (milliseconds). */
const idleMs = 500;
/** What the heap has to have grown by since the last collection to be worth another (bytes). */
const worthCollecting = 32 * 1024 * 1024;

export class IdleCollection {
  readonly #collect: Collect;
  #timer: NodeJS.Timeout | undefined;
  #kept = heapBytes();

  constructor() {
    // Node has no function for it. The flag shows one to contexts that are made from now on; those that exist are left as they are.
    setFlagsFromString("--expose-gc");
    this.#collect = runInNewContext("gc") as Collect;
  }

  /** Collects once no message has come for a while and `isIdle` holds. To be called with each message. */
  expect(isIdle: () => boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!isIdle() || heapBytes() < this.#kept + worthCollecting) return;
      this.#collect({ type: "major", flavor: "last-resort" });
      this.#kept = heapBytes();
    }, idleMs);
  }
}

/** What the heap of this thread takes of the process's memory. */
function heapBytes(): number {
  return getHeapStatistics().total_physical_size;
}
