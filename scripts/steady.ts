/** `npm run test:steady`: the tests again and again, on a quiet machine and on a busy one. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, globSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { type BusyCores, busyCores } from "./steady/busy-cores.ts";

const project = join(import.meta.dirname, "..");
const mocha = join(project, "node_modules", "mocha", "bin", "mocha.js");

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("A whole number from 1 on.");
  return Number(text);
};

interface Run {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** What mocha's exit code says, which also tells of failures outside of the tests. */
  readonly isGood: boolean;
}

/** What ends with us, whatever ends us. */
let tests: ChildProcess | undefined;
let busy: BusyCores | undefined;
process.once("exit", () => {
  tests?.kill("SIGTERM");
  for (const child of busy?.processes ?? []) child.kill("SIGKILL");
});
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.on(signal, () => process.exit(code));
}

await new Command("npm run test:steady --")
  .description(
    `Runs npm test so many times, in turns on the machine as it is (quiet) and with all ${availableParallelism()} cores kept busy. ` +
      "Prints a line for each run, keeps the output of those that fail, and fails when one of them does.",
  )
  .argument("<runs>", "how many times", wholeNumber)
  .argument("[tests...]", "files, folders and options, as for npm test; all tests when left out")
  .addOption(new Option("--only <kind>", "runs of one kind alone").choices(["quiet", "busy"]))
  .option("--shuffle <seed>", "all files in an order that this number decides, another one in each run", wholeNumber)
  .allowUnknownOption()
  .action(async (runs: number, chosen: string[], options: { only?: "quiet" | "busy"; shuffle?: number }) => {
    const folder = mkdtempSync(join(tmpdir(), "accord-steady-"));
    let bad = 0;
    for (let run = 1; run <= runs; run++) {
      const kind = options.only ?? (run % 2 === 1 ? "quiet" : "busy");
      const output = join(folder, `run-${run}.log`);
      const files = options.shuffle === undefined ? [] : shuffled(allTests(), options.shuffle + run);
      busy = kind === "busy" ? busyCores() : undefined;
      const { passed, failed, seconds, isGood } = await runTests([...chosen, ...files], output);
      await busy?.stop();
      busy = undefined;
      const verdict = isGood ? "green" : `FAILED: ${output}`;
      console.log(
        `${`${run}`.padStart(`${runs}`.length)}/${runs}  ${kind}  ${passed} passed  ${failed} failed  ${seconds} s  ${verdict}`,
      );
      if (isGood) rmSync(output);
      else bad++;
    }
    if (bad === 0) rmSync(folder, { recursive: true });
    console.log(bad === 0 ? `${runs} of ${runs} runs are green.` : `${bad} of ${runs} runs failed.`);
    process.exitCode = bad === 0 ? 0 : 1;
  })
  .parseAsync();

async function runTests(args: readonly string[], output: string): Promise<Run> {
  const began = performance.now();
  tests = spawn(process.execPath, [mocha, ...args], { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  const kept = createWriteStream(output);
  let text = "";
  for (const stream of [tests.stdout, tests.stderr]) {
    stream?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      kept.write(piece);
    });
  }
  const [code] = await once(tests, "close");
  tests = undefined;
  await finished(kept.end());
  const count = (word: string) => Number(new RegExp(`^ +(\\d+) ${word}`, "m").exec(text)?.[1] ?? 0);
  const seconds = Math.round((performance.now() - began) / 1_000);
  return { passed: count("passing"), failed: count("failing"), seconds, isGood: code === 0 };
}

function allTests(): string[] {
  return globSync(["test/**/*.test.ts", "packages/*/test/**/*.test.ts"], { cwd: project }).toSorted();
}

/** In an order that the seed decides: by the hash of seed and name. */
function shuffled(files: readonly string[], seed: number): string[] {
  const key = (file: string) => createHash("sha256").update(`${seed} ${file}`).digest("hex");
  return files.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
