/** The fuzzing of one format: spells of inputs in one process after the other, and what becomes of a failure. */
import type { Format } from "./format.ts";
import { Judge, type Verdict, writeInput } from "./judge.ts";
import { Random } from "./random.ts";
import { DeadSubjectError, SubjectProcess } from "./subject-process.ts";

/** How long a failure is made smaller, and after how many a format is left. */
const shrinkMs = 15_000;
const mostFindings = 3;
/** How long a process is left alone, in ms. */
const spellMs = 5_000;

export interface RunOptions {
  readonly seed: number;
  /** A folder for files of this run, and one for what it has found. */
  readonly work: string;
  readonly findings: string;
  /** Aborted by whoever wants to see what there is by then. */
  readonly signal: AbortSignal;
}

/** One format's share of the time. */
export class FormatRun {
  readonly #format: Format;
  readonly #options: RunOptions;
  readonly #judge: Judge;
  readonly #failed = new Set<string>();
  #turn = 0;
  #refused = 0;
  #slowestMs = 0;
  #peakKiB = 0;

  constructor(format: Format, options: RunOptions) {
    this.#format = format;
    this.#options = options;
    this.#judge = new Judge(format, options.work);
  }

  /** Returns how many failures there were, which have been told. */
  async run(ms: number): Promise<number> {
    const { signal } = this.#options;
    const end = performance.now() + ms;
    do await this.#spell(end);
    while (!signal.aborted && performance.now() < end && this.#failed.size < mostFindings);
    await this.#judge.close();
    this.#tell();
    return this.#failed.size;
  }

  /** Until a process has found something, or died. */
  async #spell(end: number): Promise<void> {
    const { work, seed, signal } = this.#options;
    const subject = await SubjectProcess.start(this.#format, work);
    try {
      do {
        const ms = Math.min(spellMs, end - performance.now());
        const ran = await subject.ask({ kind: "run", seed, turn: this.#turn, ms });
        this.#turn = ran.turn;
        this.#refused += ran.refused;
        this.#slowestMs = Math.max(this.#slowestMs, ran.slowestMs);
        this.#peakKiB = Math.max(this.#peakKiB, ran.peakKiB);
        if (ran.found !== null) {
          await this.#suspect(ran.turn - 1);
          if (ran.found === "memory") return;
        }
      } while (!signal.aborted && performance.now() < end);
    } catch (error) {
      if (!(error instanceof DeadSubjectError)) throw error;
      this.#turn = error.turn + 1;
      await this.#suspect(error.turn);
    } finally {
      await subject.stop();
    }
  }

  /** Reads the input of a turn again alone, and tells of it when it is at fault. */
  async #suspect(turn: number): Promise<void> {
    const whole = this.#format.generate(new Random(this.#options.seed, turn));
    const verdict = await this.#judge.of(whole);
    if (verdict === null || this.#failed.has(verdict.kind)) return;
    this.#failed.add(verdict.kind);
    const small = await this.#judge.shrunk(whole, verdict, shrinkMs);
    this.#tellFailure(turn, small, verdict);
  }

  #tellFailure(turn: number, small: Buffer, { detail }: Verdict): void {
    const { name } = this.#format;
    const { seed, findings } = this.#options;
    const path = writeInput(findings, `${name}-${seed}-${turn}`, small);
    console.log(`\n${name}: FAILED with seed ${seed} at input ${turn}, of which ${small.length} bytes are left:`);
    if (small.length <= 1_500) console.log(small.toString("base64"));
    console.log(`${detail}\nAgain: npm run fuzz -- --format ${name} --input ${path}\n`);
  }

  #tell(): void {
    const [slowest, peak] = [`${this.#slowestMs.toFixed(0)} ms`, `${Math.round(this.#peakKiB / 1024)} MiB`];
    const counts = `${String(this.#turn).padStart(10)}${String(this.#refused).padStart(10)}`;
    console.log(`${this.#format.name.padEnd(16)}${counts}${slowest.padStart(15)}${peak.padStart(10)}`);
  }
}
