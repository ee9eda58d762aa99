import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { logOutput } from "#src/http/log-output.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

const root = join(import.meta.dirname, "..", "..");

describe("the log's output", () => {
  it("has every line in its order, whatever their lengths and characters, and without being told to write", async () => {
    const line = fc.tuple(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.integer({ min: 1, max: 4_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 40 }), async (parts) => {
        const file = join(temporaryFolder(), "log");
        writeFileSync(file, "");
        const text = parts.map(([word, times]) => `${word.toWellFormed().repeat(times)}\n`);
        const output = logOutput(file);
        for (const part of text) output.write(part);
        const expected = Buffer.from(text.join(""));
        await until(() => readFileSync(file).length >= expected.length);
        expect(readFileSync(file).equals(expected)).to.equal(true);
      }),
      { numRuns: 20 },
    );
  });

  it("has the last line of a process that ends by itself, though no thread is free to write it", async () => {
    const ending = otherProcess(`
      import { pbkdf2 } from "node:crypto";
      import { logOutput } from "#src/http/log-output.ts";
      process.once("exit", () => {
        for (let thread = 0; thread < 8; thread++) pbkdf2("a", "b", 100_000, 32, "sha512", () => {});
      });
      logOutput(1).write("last words\\n");`);
    expect(await ending.line()).to.equal("last words");
  });

  const program = (target: string, work: string) => {
    const text = `
      import { logOutput } from "#src/http/log-output.ts";
      import { writeSync } from "node:fs";
      const output = logOutput(${target});
      const line = "x".repeat(1_023) + "\\n";
      ${work}`;
    return spawn(process.execPath, ["--input-type=module-typescript", "--eval", text], { cwd: root });
  };

  it("loses what a full disk has no room for, and the process goes on and ends", async () => {
    const child = program('"/dev/full"', 'output.write(line); setTimeout(() => writeSync(1, "still here"), 300);');
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
    });
    const [code] = await once(child, "exit");
    expect([said, code]).to.deep.equal(["still here", 0]);
  });

  it("keeps no more than 16 MiB for a reader who is late, and says what was lost", async () => {
    const lines = 40 * 1_024;
    const child = program("1", `for (let i = 0; i < ${lines}; i++) output.write(line); writeSync(2, "written");`);
    await once(child.stderr, "data");
    const pieces: Buffer[] = [];
    for await (const piece of child.stdout) pieces.push(piece);
    // The line about the loss comes when all that waited is written; lines that were gathered meanwhile may follow it.
    const written = Buffer.concat(pieces).toString().trimEnd().split("\n");
    const [told, ...more] = written.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    expect(more).to.deep.equal([]);
    expect(told).to.include({ level: 40, msg: "Log lines were lost" });
    expect((written.length - 1) * 1_024 + told.bytes).to.equal(lines * 1_024);
    // What waits is counted in pieces of 64 KiB, and a first one may be on its way.
    expect(told.bytes).to.be.within(23 * 1_024 * 1_024, 25 * 1_024 * 1_024);
  });
});
