/**
 * The process that reads inputs: `subject.ts FORMAT`. It is told by messages what to read, and answers with what it took. What
 * it is at stands in a file, so that it is known when the process dies.
 */
import { readFileSync, writeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { formatNamed } from "./formats/index.ts";
import { Random } from "./random.ts";
import { longestStep, peakMemory, type Reading, readInput } from "./reading.ts";

export type Task =
  /** Reads at least one input of the seed, from a turn on, until the time is over or something is found. */
  | { readonly kind: "run"; readonly seed: number; readonly turn: number; readonly ms: number }
  /** Reads the input in a file. */
  | { readonly kind: "read"; readonly path: string };

export type Found = "fault" | "step" | "memory";

export type Outcome =
  | {
      readonly kind: "ran";
      /** The turn after the last. */
      readonly turn: number;
      readonly refused: number;
      readonly slowestMs: number;
      readonly peakKiB: number;
      /** What the last turn is suspected of. */
      readonly found: Found | null;
    }
  | ({ readonly kind: "read"; readonly peakKiB: number; readonly baseKiB: number } & Reading);

/** The number of the file descriptor to which the turn is written. */
export const turnDescriptor = 4;

const [name = ""] = process.argv.slice(2);
const format = formatNamed(name);
/** So that what the first input takes is not what compiling takes. */
const warmUp = 20;
for (let count = 0; count < warmUp; count++) await readInput(format, format.sample);
const baseKiB = peakMemory();

process.on("message", (task: Task) => {
  (task.kind === "run" ? run(task) : read(task.path)).then((outcome) => process.send?.(outcome));
});
process.send?.({ kind: "ready" });

async function read(path: string): Promise<Outcome> {
  const reading = await readInput(format, Buffer.from(readFileSync(path, "utf8"), "base64"));
  return { kind: "read", ...reading, peakKiB: peakMemory(), baseKiB };
}

async function run({ seed, turn: first, ms }: Extract<Task, { readonly kind: "run" }>): Promise<Outcome> {
  const end = performance.now() + ms;
  const number = Buffer.alloc(8);
  let [refused, slowestMs, turn] = [0, 0, first];
  let found: Found | null = null;
  do {
    number.writeBigUInt64LE(BigInt(turn));
    writeSync(turnDescriptor, number, 0, 8, 0);
    const reading = await readInput(format, format.generate(new Random(seed, turn)));
    turn += 1;
    if (reading.isRefused) refused += 1;
    if (reading.stepMs <= longestStep) slowestMs = Math.max(slowestMs, reading.stepMs);
    if (reading.fault !== null) found = "fault";
    else if (reading.stepMs > longestStep) found = "step";
    else if (peakMemory() > baseKiB + allowedKiB()) found = "memory";
    if (turn % 64 === 0) await nextTurn();
  } while (found === null && performance.now() < end);
  return { kind: "ran", turn, refused, slowestMs, peakKiB: peakMemory(), found };
}

/** Garbage of thousands of inputs included, which is why what is found is read again alone. */
function allowedKiB(): number {
  return 2 * format.memory * 1024;
}
