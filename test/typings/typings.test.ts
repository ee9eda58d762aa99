import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { generateContract } from "../../scripts/generate/contract.ts";
import { generateTypes } from "../../scripts/generate/types.ts";
import { petsDocument } from "./pets-document.ts";

const program = join(import.meta.dirname, "program");
const project = join(import.meta.dirname, "../..");
const compiler = join(project, "node_modules/typescript7/bin/tsc");

/** A line where the compiler must find fault. */
interface Expectation {
  readonly line: number;
  readonly code: string;
  readonly text: string;
}

/**
 * Compiles the program against what generation writes for its document, with its expectations turned into plain comments, and returns what
 * the compiler says.
 */
async function diagnose(): Promise<string[]> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "pets"));
  writeFileSync(join(folder, "pets/types.ts"), await generateTypes(JSON.stringify(petsDocument)));
  writeFileSync(join(folder, "pets/contract.ts"), generateContract(petsDocument));
  copyFileSync(join(program, "accepted.ts"), join(folder, "accepted.ts"));
  const refused = readFileSync(join(program, "refused.ts"), "utf8");
  writeFileSync(join(folder, "refused.ts"), refused.replaceAll("// @ts-expect-error", "// expected:"));
  const options = {
    extends: join(project, "tsconfig.json"),
    compilerOptions: {
      paths: { "#src/*": [join(project, "src/*")], "#generated/*": [join(project, "generated/*")] },
      typeRoots: [join(project, "node_modules/@types")],
    },
    include: ["*.ts"],
  };
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { encoding: "utf8" });
  // Lines that are indented go on with the diagnostic before them.
  return stdout.replace(/\n\s+/g, " ").split("\n").filter(Boolean);
}

function expectations(): Expectation[] {
  const lines = readFileSync(join(program, "refused.ts"), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const match = /@ts-expect-error (TS\d+): (.+)$/.exec(line);
    return match === null ? [] : [{ line: index + 2, code: match[1] ?? "", text: match[2] ?? "" }];
  });
}

describe("the types that bind handlers to a document", () => {
  let found: { line: number; code: string; text: string }[] = [];
  let elsewhere: string[] = [];
  before(async () => {
    const diagnostics = await diagnose();
    const inRefused = /^refused\.ts\((\d+),\d+\): error (TS\d+): (.*)$/;
    elsewhere = diagnostics.filter(
      (diagnostic) => !inRefused.test(diagnostic.replace(/^\S*refused\.ts/, "refused.ts")),
    );
    found = diagnostics.flatMap((diagnostic) => {
      const match = inRefused.exec(diagnostic.replace(/^\S*refused\.ts/, "refused.ts"));
      return match === null ? [] : [{ line: Number(match[1]), code: match[2] ?? "", text: match[3] ?? "" }];
    });
  });

  it("take an API that does what its document says", () => {
    expect(elsewhere).to.deep.equal([]);
  });

  it("find no fault but those that are expected", () => {
    const expected = new Set(expectations().map(({ line }) => line));
    expect(found.filter(({ line }) => !expected.has(line))).to.deep.equal([]);
  });

  for (const { line, code, text } of expectations())
    it(`refuse refused.ts:${line} with ${code}: ${text}`, () => {
      const there = found.filter((diagnostic) => diagnostic.line === line);
      const expected = there.find((diagnostic) => diagnostic.code === code);
      // The last line of a diagnostic is the one that is read.
      if (text.endsWith("$")) expect(expected?.text ?? "").to.satisfy((all: string) => all.endsWith(text.slice(0, -1)));
      else expect(expected?.text ?? there).to.contain(text);
    });
});
