/** A project with a sixth API and a new operation passes the checks of this one: minutes, as each check runs twice. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";

const project = join(import.meta.dirname, "../..");

describe("a project that npm run new has added to", function () {
  this.timeout(1_800_000);
  const folder = temporaryFolder();
  before(() => {
    for (const name of readdirSync(project))
      if (!["node_modules", "coverage", ".git", ".accord"].includes(name))
        cpSync(join(project, name), join(folder, name), { recursive: true });
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, "@accord"), { recursive: true });
    // As npm does: a package of the project is a link to its folder, here to the copy's.
    for (const name of readdirSync(join(folder, "packages")))
      symlinkSync(join(folder, "packages", name), join(modules, "@accord", name));
    for (const name of readdirSync(join(project, "node_modules")))
      if (name !== "@accord") symlinkSync(join(project, "node_modules", name), join(modules, name));
  });

  // Its database has a table more than the one that these tests share.
  const { ACCORD_TEST_POSTGRES_URL: _, ...env } = process.env;
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
    return { status, output: stdout + stderr };
  };
  const mocha = (...args: string[]) => run("node_modules/mocha/bin/mocha.js", "--no-parallel", ...args);

  it("is whole with an API more: checked, tested, and true to its document", () => {
    expect(run("scripts/new.ts", "api", "loyalty-points")).to.include({ status: 0 });
    const checked = run("scripts/check.ts");
    expect(checked.status, checked.output).to.equal(0);
    for (const args of [["test/apis/loyalty-points"], ["test/contract/documents.test.ts", "-g", "loyalty-points"]]) {
      const { status, output } = mocha(...args);
      // What is said when all tests are over, of statements for instance, is in the status alone.
      expect(status, output).to.equal(0);
      expect(output).to.match(/[1-9]\d* passing/);
    }
  });

  it("fails everywhere with an operation that is not written yet, and says where", () => {
    expect(run("scripts/new.ts", "operation", "loyalty-points", "listNotes", "get", "/v1/notes").status).to.equal(0);
    const { status, output } = run("scripts/check.ts", "documents", "generated", "types", "lint");
    expect(status).to.equal(1);
    expect(output).to.match(/specs\/loyalty-points\/paths\/notes\.yaml:\d+: error: Still to be written/);
    for (const name of ["generated", "types", "lint"]) expect(output).to.contain(`ok      ${name}`);
    expect(mocha("test/apis/loyalty-points").output).to.contain("To be written: what listNotes answers with 200");
    expect(mocha("test/contract/documents.test.ts", "-g", "loyalty-points").output).to.contain(
      "to be written: how to get to the 200 of listNotes in test/apis/loyalty-points/contract-plan.ts",
    );
  });
});
