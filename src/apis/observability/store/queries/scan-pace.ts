/** How a search over very many rows is cut into steps, so that it can stop soon after its time is over. */

export interface ScanBudget {
  /** A search starts no further step after this time (milliseconds). */
  readonly scanMs: number;
  /** Rows that the first step looks at, and any step at most. */
  readonly firstStep: number;
  readonly largestStep: number;
}

export const defaultScanBudget: ScanBudget = { scanMs: 1_000, firstStep: 5_000, largestStep: 50_000 };

/** The wanted duration of a step (milliseconds). */
const stepMs = 250;

export class ScanPace {
  readonly #budget: ScanBudget;
  readonly #started = performance.now();
  #stepStarted = this.#started;
  #step: number;

  constructor(budget: ScanBudget) {
    this.#budget = budget;
    this.#step = budget.firstStep;
  }

  /** Rows that the step to come looks at. */
  get step(): number {
    return this.#step;
  }

  /** After a step: whether there is time for another, whose size follows from how fast the last one was. */
  goesOn(): boolean {
    const now = performance.now();
    const { scanMs, firstStep, largestStep } = this.#budget;
    const rowsEachMs = this.#step / Math.max(1, now - this.#stepStarted);
    this.#step = Math.min(Math.max(Math.ceil(rowsEachMs * stepMs), firstStep), largestStep);
    this.#stepStarted = now;
    return now - this.#started <= scanMs;
  }
}
