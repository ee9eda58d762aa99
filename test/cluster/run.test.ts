import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { commandsOf } from "./guide.ts";

const run = (...parameters: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "index.ts"), ...parameters], { encoding: "utf8" });

describe("npm run cluster", () => {
  const folder = temporaryFolder();

  it("asks for the folder of a PostgreSQL with Citus by name, and never skips what it was asked for", () => {
    const without = run();
    expect(without.status).to.equal(1);
    expect(without.stderr).to.match(/missing required argument 'folder'\n.*make install/s);

    const empty = run(folder);
    expect(empty.status).to.equal(1);
    expect(empty.stderr).to.match(/lacks initdb, pg_ctl, .*: give the folder of a PostgreSQL with Citus\.\n$/);
  });

  it("refuses a PostgreSQL without Citus, naming the file that is missing", () => {
    const bin = join(folder, "bin");
    mkdirSync(bin);
    for (const name of ["initdb", "pg_ctl", "psql", "createdb", "pg_basebackup", "postgres", "pg_config"])
      writeFileSync(join(bin, name), `#!/bin/sh\necho ${folder}/share\n`, { mode: 0o755 });
    const plain = run(folder);
    expect(plain.status).to.equal(1);
    expect(plain.stderr).to.equal(
      `${folder} has no extension citus: ${folder}/share/extension/citus.control is missing.\n`,
    );
  });

  it("takes its commands from the guide, by heading and place, and fails for what is not there", () => {
    expect(commandsOf("Put the tables in their places", "accord")).to.equal(
      "bin/accord migrate\nbin/accord distribute --check\nbin/accord distribute\nbin/accord cluster status\n",
    );
    expect(() => commandsOf("Put the tables in their places", "standby")).to.throw("has no commands for standby");
    expect(() => commandsOf("No such heading", "accord")).to.throw("has no heading");
  });
});
