import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { migrations } from "#src/schema.ts";
import { testDatabase } from "#test/support/database.ts";

const project = join(import.meta.dirname, "..", "..");

describe("TypeORM's own command line", () => {
  const database = testDatabase();

  it("shows every migration as done, on the Node that runs all else", () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["node_modules/typeorm/cli.js", "-d", "ormconfig.ts", "migration:show"],
      { cwd: project, encoding: "utf8", env: { ...process.env, ACCORD_DATABASE_URL: database.url } },
    );
    const done = [...stdout.matchAll(/\[X\] \d+ (\w+)/g)].map(([, name]) => name);
    expect(done, stderr).to.have.members(migrations.map(({ name }) => name));
  });
});
