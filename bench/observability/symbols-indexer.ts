/** Indexes an object file in a process of its own, so that its memory is its own. */
import { execFile } from "node:child_process";
import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fileSource, openElf, writeSymbolIndex } from "@accord/debug-info/native";

interface Indexed {
  readonly seconds: number;
  /** Most resident bytes of the process. */
  readonly mostMemory: number;
}

const self = fileURLToPath(import.meta.url);

export async function runIndexer(program: string, indexPath: string): Promise<Indexed> {
  const { stdout } = await promisify(execFile)(process.execPath, [self, program, indexPath]);
  return JSON.parse(stdout) as Indexed;
}

if (process.argv[1] === self) {
  const [, , program = "", indexPath = ""] = process.argv;
  const started = performance.now();
  const input = openSync(program, "r");
  const output = openSync(indexPath, "w");
  writeSymbolIndex(openElf(fileSource(input, fstatSync(input).size)), (piece) => {
    for (let written = 0; written < piece.length; ) written += writeSync(output, piece, written);
  });
  closeSync(output);
  closeSync(input);
  const mostMemory = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, mostMemory }));
}
