/** Whether an input is at fault: read alone, in a process that has nothing else to do, and then made smaller. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Format } from "./format.ts";
import { longestStep } from "./reading.ts";
import { DeadSubjectError, SubjectProcess } from "./subject-process.ts";

export interface Verdict {
  /** What is wrong, in a form that stays the same for inputs that fail alike. */
  readonly kind: string;
  readonly detail: string;
}

/** How often a slow or large input is read: what is slow once only was the machine's fault. */
const repetitions = 3;

export class Judge {
  readonly #format: Format;
  readonly #folder: string;
  #subject: SubjectProcess | undefined;

  constructor(format: Format, folder: string) {
    this.#format = format;
    this.#folder = folder;
  }

  /** Null for an input that is read or refused as it should be. */
  async of(input: Buffer): Promise<Verdict | null> {
    const once = await this.#read(input);
    if (once === null || !isMeasured(once)) return once;
    // Measured: it has to be so each time, in a new process.
    for (let count = 1; count < repetitions; count++) {
      await this.close();
      if (!isMeasured(await this.#read(input))) return null;
    }
    return once;
  }

  /** The smallest input that fails in the same way, of those that were tried within so many ms. */
  async shrunk(input: Buffer, verdict: Verdict, ms: number): Promise<Buffer> {
    const end = performance.now() + ms;
    let smallest = input;
    for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < smallest.length && performance.now() < end; ) {
        const smaller = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
        if ((await this.#read(smaller))?.kind === verdict.kind) smallest = smaller;
        else at += size;
      }
    }
    return smallest;
  }

  async close(): Promise<void> {
    await this.#subject?.stop();
    this.#subject = undefined;
  }

  async #read(input: Buffer): Promise<Verdict | null> {
    this.#subject ??= await SubjectProcess.start(this.#format, this.#folder);
    const path = writeInput(this.#folder, "judged", input);
    try {
      const { fault, stepMs, peakKiB, baseKiB } = await this.#subject.ask({ kind: "read", path });
      if (fault !== null) return { kind: kindOf(fault), detail: fault };
      if (stepMs > longestStep) return { kind: "step", detail: `A step took ${Math.round(stepMs)} ms of CPU` };
      const mebibytes = Math.round((peakKiB - baseKiB) / 1024);
      if (mebibytes <= this.#format.memory) return null;
      // The peak stays: the next input gets a new process.
      await this.close();
      return { kind: "memory", detail: `It took ${mebibytes} MiB` };
    } catch (error) {
      if (!(error instanceof DeadSubjectError)) throw error;
      await this.close();
      return { kind: error.message.split(":")[0] ?? "", detail: error.message };
    }
  }
}

function isMeasured(verdict: Verdict | null): boolean {
  return verdict?.kind === "step" || verdict?.kind === "memory";
}

/** The error's own line without what differs from input to input, and where it was thrown. */
function kindOf(fault: string): string {
  const [message = "", place = ""] = fault.split("\n");
  return `${message.replace(/[^A-Za-z ]+/g, "#").slice(0, 60)} ${place.trim()}`;
}

/** Writes an input down as Base64; returns the path. */
export function writeInput(folder: string, name: string, input: Buffer): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.base64`);
  writeFileSync(path, `${input.toString("base64")}\n`);
  return path;
}
