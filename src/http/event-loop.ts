/**
 * Does long work in slices, one in each iteration of the event loop, so that it does not delay short requests and answers of the
 * database.
 */

/** Bodies with fewer bytes are decoded without a pause. */
export const longBody = 16 * 1024;

/** The approximate length of a slice. Tests that measure steps set it shorter, so that each step is a slice. */
export const sliceLength = { ms: 5 };

/** Work that has had this many slices lets work with fewer slices go first. */
const fewSlices = 8;
/** One iteration in this many goes to work that has had many slices, even while other work waits. */
const turnsToLongWork = 4;

const waiting: { readonly few: (() => void)[]; readonly many: (() => void)[] } = { few: [], many: [] };
let turn = 0;

/** Waits for an iteration of the event loop in which no other sliced work runs. `slices` is how many slices the work has had. */
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
 * Work that can be interrupted wherever it yields. It blocks the event loop between two yields. So it must yield every few records, and
 * before and after each step that takes milliseconds.
 */
export type Sliceable<T> = Generator<void, T, void>;

/** Counts the work between two yields of a Sliceable: `if (pauses.isDue(work)) yield`. */
export class Pauses {
  readonly #most: number;
  #work = 0;

  /** @param most work that is done without a yield. */
  constructor(most: number) {
    this.#most = most;
  }

  isDue(work: number): boolean {
    this.#work += work;
    if (this.#work < this.#most) return false;
    this.#work = 0;
    return true;
  }
}

/** Does the work in slices. The first slice, too, waits for an iteration of its own. Throws what the work throws. */
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

/** Slices for a loop in an asynchronous function: `if (slice.isOver) await slice.next()`. */
export class Slice {
  #end = performance.now() + sliceLength.ms;
  #slices = 1;

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  /** Begins a new slice. Call it after every other `await`, because other work has run meanwhile. */
  begin(): void {
    this.#end = performance.now() + sliceLength.ms;
  }

  async next(): Promise<void> {
    await yieldToEventLoop(this.#slices++);
    this.begin();
  }

  /** Does the work in the rest of this slice and in further slices. Throws what the work throws. */
  async run<T>(work: Sliceable<T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (this.isOver) await this.next();
    }
  }
}

/** Begins the work at once. When it takes longer than a slice, it continues in further slices. Throws what the work throws. */
export function fromNowInSlices<T>(work: Sliceable<T>): Promise<T> {
  return new Slice().run(work);
}

/** Does all of the work now, without pauses. Only for work that is known to be short. Throws what the work throws. */
export function atOnce<T>(work: Sliceable<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
