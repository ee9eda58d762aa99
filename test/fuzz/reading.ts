/** One input read, and what it took. */
import type { Format } from "./format.ts";

/** What a step may take of the processor, in ms: longer, and others would wait for it. */
export const longestStep = 250;

export interface Reading {
  /** Of the longest step: CPU time of the thread, in ms. */
  readonly stepMs: number;
  /** An error that is no refusal, with its stack. */
  readonly fault: string | null;
  readonly isRefused: boolean;
}

export async function readInput(format: Format, input: Buffer): Promise<Reading> {
  const clock = new StepClock();
  try {
    const work = format.read(input);
    if (work instanceof Promise) await turns(work, clock);
    else if (work !== undefined) {
      clock.end();
      while (work.next().done !== true) clock.end();
    }
    clock.end();
    return { stepMs: clock.longest, fault: null, isRefused: false };
  } catch (error) {
    clock.end();
    const isRefused = format.isRefusal(error);
    return { stepMs: clock.longest, fault: isRefused ? null : describe(error), isRefused };
  }
}

/** Work that gives way to others does so from one turn of the event loop to the next. */
async function turns(work: Promise<unknown>, clock: StepClock): Promise<void> {
  let isDone = false;
  const turn = () => {
    clock.end();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work;
  } finally {
    isDone = true;
  }
}

class StepClock {
  longest = 0;
  #since = process.threadCpuUsage();

  end(): void {
    const now = process.threadCpuUsage();
    const ms = (now.user + now.system - this.#since.user - this.#since.system) / 1000;
    this.longest = Math.max(this.longest, ms);
    this.#since = now;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : `Thrown, and no Error: ${String(error)}`;
}

/** KiB that the process has taken at most so far. */
export function peakMemory(): number {
  return process.resourceUsage().maxRSS;
}
