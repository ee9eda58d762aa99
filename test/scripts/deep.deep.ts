import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";

const project = join(import.meta.dirname, "..", "..");

describe("npm run test:deep", () => {
  const folder = temporaryFolder();

  it("runs the files and folders that it is given, in full depth, and no others", () => {
    const tests = join(folder, "test");
    mkdirSync(tests);
    const body = `if (process.env.TEST_DEEP !== "1") throw new Error("not deep");`;
    for (const name of ["one.deep.ts", "two.test.ts"])
      writeFileSync(join(tests, name), `it("${name}", () => { ${body} });`);
    writeFileSync(join(tests, "support.ts"), `it("is no test", () => {});`);
    const passing = (path: string) => {
      const args = ["scripts/run.mjs", "test:deep", "--no-parallel", path];
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
      expect(status, stdout).to.equal(0);
      return Number(/^ +(\d+) passing/m.exec(stdout)?.[1]);
    };
    expect(passing(join(tests, "one.deep.ts"))).to.equal(1);
    expect(passing(`${tests}/`)).to.equal(2);
  });

  it("runs every deep test and every property test when it is given none, also with options", () => {
    const ask = `JSON.stringify(require("./test/deep.mocharc.cjs").spec)`;
    const args = ["-p", ask, "mocha", "-g", "wallet", "--no-parallel"];
    const { stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
    const all = JSON.parse(stdout) as string[];
    expect(all).to.include.members(globSync("test/**/*.deep.ts", { cwd: project }));
    expect(all.some((file) => file.endsWith(".test.ts"))).to.equal(true);
  });
});
