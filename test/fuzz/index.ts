/** `npm run fuzz`: inputs of strangers, changed and made up, are read as the product reads them. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import type { Format } from "./format.ts";
import { FormatRun } from "./format-run.ts";
import { formatNamed, formats } from "./formats/index.ts";
import { Judge } from "./judge.ts";
import { longestStep } from "./reading.ts";

interface Options {
  readonly seed: number;
  readonly minutes: number;
  readonly format?: readonly Format[];
  readonly input?: string;
  readonly findings: string;
}

const positive = (text: string): number => {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError("A number above 0.");
  return number;
};
const listed = (text: string): readonly Format[] => {
  try {
    return text.split(",").map(formatNamed);
  } catch (error) {
    throw new InvalidArgumentError(
      `${(error as Error).message}. There are: ${formats.map(({ name }) => name).join(", ")}.`,
    );
  }
};

const {
  seed,
  minutes,
  format: chosen = formats,
  input,
  findings,
} = new Command("npm run fuzz --")
  .description(
    `Good samples are changed, byte by byte and field by field, and read as the product reads them, in a process with its limits:
${formats.map(({ name, memory }) => `  ${name.padEnd(16)}${memory} MiB`).join("\n")}
Each input is read, or refused with the product's own error. Anything else is a failure: another error, a process that dies or hangs, a step of more than ${longestStep} ms of CPU time, more memory than stands above. A failure is made as small as it gets within seconds and kept in a file, and the exit code is 1.`,
  )
  .option("-s, --seed <number>", "decides all inputs", Number, Date.now() % 100_000)
  .option("-m, --minutes <number>", "time for all formats together", positive, 10)
  .option("-f, --format <names>", "formats, with commas between them; all when left out", listed)
  .option("-i, --input <file>", "read this input of one format alone, Base64 as a failure is kept")
  .option("--findings <folder>", "where failures are kept", "node_modules/.cache/accord/fuzz")
  .parse()
  .opts<Options>();

const work = mkdtempSync(join(tmpdir(), "accord-fuzz-"));
const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => interruption.abort());

try {
  process.exitCode = input === undefined ? await fuzzAll() : await repeat(input);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function fuzzAll(): Promise<number> {
  console.log(`seed ${seed}, ${minutes} minutes for ${chosen.length} formats\n`);
  console.log(
    `${"format".padEnd(16)}${"inputs".padStart(10)}${"refused".padStart(10)}${"slowest step".padStart(15)}${"peak".padStart(10)}`,
  );
  const { signal } = interruption;
  let failures = 0;
  for (const format of chosen) {
    if (signal.aborted) break;
    failures += await new FormatRun(format, { seed, work, findings, signal }).run((minutes * 60_000) / chosen.length);
  }
  console.log(failures === 0 ? "\nEvery input was read or refused as it should be." : `\n${failures} FAILURES`);
  return failures === 0 ? 0 : 1;
}

/** Reads one input, for whoever mends what it found. */
async function repeat(path: string): Promise<number> {
  const [format] = chosen;
  if (format === undefined || chosen.length > 1) throw new Error("Name the format of the input: --format elf");
  const judge = new Judge(format, work);
  const verdict = await judge.of(Buffer.from(readFileSync(path, "utf8"), "base64"));
  await judge.close();
  console.log(verdict === null ? "It was read or refused as it should be." : verdict.detail);
  return verdict === null ? 0 : 1;
}
