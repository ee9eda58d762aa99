import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { logOutput } from "#src/http/log-output.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

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
});
