/**
 * Long work is done in slices, one in each iteration of the event loop, so that it does not delay short requests and the answers
 * of the database.
 */

/** A body of fewer bytes is decoded at once. */
export const longBody = 16 * 1024;

/** Approximate duration of a slice. Tests that measure steps shorten it, so that each step is a slice. */
export const sliceLength = { ms: 5 };

/** Work that has had this many slices lets work with fewer slices go first. */
const fewSlices = 8;
/** One turn in this many goes to work that has had many slices, even while other work waits. */
const turnsToLongWork = 4;

const waiting: { readonly few: (() => void)[]; readonly many: (() => void)[] } = { few: [], many: [] };
let turn = 0;

/** Resolves in an iteration of the event loop that the caller has to itself. `slices`: how many its work has had. */
export function yieldToEventLoop(slices = 0): Promise<void> {
  return new Promise((resolve) => {
    const { few, many } = waiting;
    (slices < fewSlices ? few : many).push(resolve);
    if (few.length + many.length === 1) setImmediate(next);
  });
}

function next(): void {
  const { few, many } = waiting;
  const isTurnOfMany = many.length > 0 && (few.length === 0 || ++turn % turnsToLongWork === 0);
  (isTurnOfMany ? many : few).shift()?.();
  if (few.length + many.length > 0) setImmediate(next);
}

/**
 * Work that says, by yielding, where it may be interrupted. Between two yields it holds the event loop, so it yields
 * every few records, and before and after whatever takes milliseconds.
 */
export type Sliceable<T> = Generator<void, T, void>;

/** Does the work in slices, the first of them in an iteration of its own. Throws what the work throws. */
export async function inSlices<T>(work: Sliceable<T>): Promise<T> {
  for (let slices = 0; ; slices++) {
    await yieldToEventLoop(slices);
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
  #slices = 1;

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  /** Begins a new slice. Call it after waiting for something else, since other work had its turns meanwhile. */
  begin(): void {
    this.#end = performance.now() + sliceLength.ms;
  }

  async next(): Promise<void> {
    await yieldToEventLoop(this.#slices++);
    this.begin();
  }

  /** Does the work in the rest of this slice, and in further slices. Throws what the work throws. */
  async run<T>(work: Sliceable<T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (this.isOver) await this.next();
    }
  }
}

/** Begins the work at once, and continues in further slices when it takes longer than one. Throws what the work throws. */
export function fromNowInSlices<T>(work: Sliceable<T>): Promise<T> {
  return new Slice().run(work);
}

/** Does all of the work now. For work that is known to be short. */
export function atOnce<T>(work: Sliceable<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
