import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { copyBinaries, installedBinaries } from "#src/storage/embedded/binaries.ts";
import { prepareHome } from "#src/storage/embedded/home.ts";
import { explain } from "#src/storage/embedded/postgres-failure.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { silent } from "#test/support/postgres.ts";

describe("home of the embedded PostgreSQL", () => {
  let top: string;
  let fallback: string;
  beforeEach(() => {
    top = temporaryFolder();
    fallback = join(top, "var-lib-accord");
  });

  const home = async (project: string) =>
    (await prepareHome({ directory: join(top, project, ".accord", "postgres"), log: silent, fallback })).folder;

  it("is the wanted folder where that can be reached", async () => {
    mkdirSync(join(top, "open"));
    expect(await home("open")).to.equal(join(top, "open", ".accord", "postgres"));
    expect(existsSync(fallback)).to.equal(false);
  });

  it("quotes why a start failed, and not what sessions of a killed server wrote after it", async () => {
    const home = await prepareHome({ directory: join(top, "logged"), log: silent, fallback });
    writeFileSync(
      home.logFile,
      [
        "FATAL:  pre-existing shared memory block (key 7, ID 8) is still in use",
        "FATAL:  terminating connection due to unexpected postmaster exit",
      ].join("\n"),
    );
    expect(await explain(home, 0)).to.include(
      "did not start: pre-existing shared memory block (key 7, ID 8) is still in use",
    );
  });

  it("has programs that run from a copy as well", async () => {
    const copy = await copyBinaries(await installedBinaries(), join(top, "programs", "18"));
    expect(execFileSync(copy.postgres, ["--version"], { encoding: "utf8" })).to.match(/PostgreSQL\) 18/);
    expect(execFileSync(copy.initdb, ["--version"], { encoding: "utf8" })).to.match(/PostgreSQL\) 18/);
  });

  describe("for root, in a folder closed to others", () => {
    before(function () {
      if (process.getuid?.() !== 0) this.skip();
    });
    beforeEach(() => {
      mkdirSync(join(top, "closed"), { mode: 0o700 });
    });

    it("moves to where the postgres user can reach it, and is found there again", async () => {
      const moved = await home("closed");
      expect(dirname(moved)).to.equal(fallback);
      expect(moved).to.match(/\/closed-[0-9a-f]{12}$/);
      chmodSync(join(top, "closed"), 0o755);
      expect(await home("closed")).to.equal(moved);
    });

    it("takes along the data that was already there", async () => {
      chmodSync(join(top, "closed"), 0o755);
      const first = await home("closed");
      mkdirSync(join(first, "data"));
      writeFileSync(join(first, "data", "PG_VERSION"), "18");
      chmodSync(join(top, "closed"), 0o700);
      const moved = await home("closed");
      expect(existsSync(join(moved, "data", "PG_VERSION"))).to.equal(true);
      expect(existsSync(join(first, "data"))).to.equal(false);
    });

    it("takes it all to another disk, also where an earlier copy was cut off", async function () {
      const other = mkdtempSync("/tmp/accord-test-");
      if (statSync(other).dev === statSync(top).dev) this.skip();
      fallback = other;
      try {
        const data = join(top, "closed", ".accord", "postgres", "data");
        mkdirSync(data, { recursive: true });
        for (const name of ["PG_VERSION", "a", "z"]) writeFileSync(join(data, name), name);
        // What is no file cannot be copied.
        execFileSync("mkfifo", [join(data, "m")]);
        const failure = await home("closed").catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(Error);
        rmSync(join(data, "m"));
        const moved = await home("closed");
        expect(dirname(moved)).to.equal(other);
        expect(readdirSync(join(moved, "data")).sort()).to.deep.equal(["PG_VERSION", "a", "z"]);
        expect(readdirSync(moved).sort()).to.deep.equal(["data", "moved-from"]);
        expect(existsSync(data)).to.equal(false);
      } finally {
        rmSync(other, { recursive: true });
      }
    });

    it("follows a project that is moved", async () => {
      const moved = await home("closed");
      renameSync(join(top, "closed"), join(top, "renamed"));
      expect(await home("renamed")).to.equal(moved);
    });

    it("is not shared with a copy of the project", async () => {
      const moved = await home("closed");
      cpSync(join(top, "closed"), join(top, "copied"), { recursive: true });
      chmodSync(join(top, "copied"), 0o700);
      expect(await home("copied")).not.to.equal(moved);
      expect(await home("closed")).to.equal(moved);
    });
  });
});
