import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { generateContract } from "../../scripts/generate/contract.ts";
import { generateTypes } from "../../scripts/generate/types.ts";
import { petsDocument } from "./pets-document.ts";

const here = import.meta.dirname;
const project = join(here, "../..");
const compiler = join(project, "node_modules/typescript7/bin/tsc");

/** A line where the compiler must find fault. */
interface Expectation {
  readonly line: number;
  readonly code: string;
  readonly text: string;
}

/** Compiles the fixtures with their expectations turned into plain comments, and returns what the compiler says. */
function diagnose(): string[] {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "pets"));
  for (const name of ["accepted.ts", "pets/contract.ts", "pets/types.ts"])
    copyFileSync(join(here, name), join(folder, name));
  const refused = readFileSync(join(here, "refused.ts"), "utf8");
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
  const lines = readFileSync(join(here, "refused.ts"), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const match = /@ts-expect-error (TS\d+): (.+)$/.exec(line);
    return match === null ? [] : [{ line: index + 2, code: match[1] ?? "", text: match[2] ?? "" }];
  });
}

/** Without what a formatter changes. */
const bare = (code: string) =>
  code
    .replace(/^\/\/.*\n/, "")
    .replace(/\s+/g, "")
    .replaceAll(";}", "}");

describe("the types that bind handlers to a document", () => {
  let found: { line: number; code: string; text: string }[] = [];
  let elsewhere: string[] = [];
  before(() => {
    const diagnostics = diagnose();
    const inRefused = /^refused\.ts\((\d+),\d+\): error (TS\d+): (.*)$/;
    elsewhere = diagnostics.filter(
      (diagnostic) => !inRefused.test(diagnostic.replace(/^\S*refused\.ts/, "refused.ts")),
    );
    found = diagnostics.flatMap((diagnostic) => {
      const match = inRefused.exec(diagnostic.replace(/^\S*refused\.ts/, "refused.ts"));
      return match === null ? [] : [{ line: Number(match[1]), code: match[2] ?? "", text: match[3] ?? "" }];
    });
  });

  it("are those that generation writes", async () => {
    const types = await generateTypes(JSON.stringify(petsDocument));
    expect(bare(readFileSync(join(here, "pets/types.ts"), "utf8"))).to.equal(bare(types));
    expect(bare(readFileSync(join(here, "pets/contract.ts"), "utf8"))).to.equal(bare(generateContract(petsDocument)));
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
