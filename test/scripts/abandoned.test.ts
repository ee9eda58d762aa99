import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { removeAbandoned, temporaryFolder } from "#test/support/folder.ts";

describe("what a run leaves behind that is killed", () => {
  it("is removed by the next one, and nothing of a run that goes on", () => {
    const { pid } = spawnSync("true");
    const theirs = join(tmpdir(), `accord-test-${pid}-Ab12Cd`);
    const statements = (of: number) => join(tmpdir(), `accord-statements-${of}.ndjson`);
    const [ours, ourFile, elsewhere] = [temporaryFolder(), statements(process.pid), join(tmpdir(), `accord-${pid}`)];
    mkdirSync(join(theirs, "postgres"), { recursive: true });
    const isOurFileNew = !existsSync(ourFile);
    for (const file of [statements(pid), ourFile, elsewhere]) writeFileSync(file, "", { flag: "a" });
    try {
      removeAbandoned();
      expect([theirs, statements(pid)].filter(existsSync)).to.deep.equal([]);
      expect([ours, ourFile, elsewhere].filter(existsSync)).to.deep.equal([ours, ourFile, elsewhere]);
    } finally {
      for (const folder of [theirs, ours, elsewhere]) rmSync(folder, { recursive: true, force: true });
      if (isOurFileNew) rmSync(ourFile, { force: true });
    }
  });
});
